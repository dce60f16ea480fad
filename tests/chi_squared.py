"""Pearson's chi-squared test of counts against weights."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)


def chi_squared_p(counts: Mapping[Outcome, int], weights: Mapping[Outcome, int]) -> float:
    """How likely counts are at least as far from what the weights say.

    Cells with an expectation below five are pooled. A count without a weight is an error.
    """
    stray = counts.keys() - weights.keys()
    assert not stray, f"{len(stray)} outcomes should not occur, such as {next(iter(stray))!r}"
    n, total = sum(counts.values()), sum(weights.values())
    cells: list[tuple[float, float]] = []
    expected = found = 0.0
    for outcome in sorted(weights, key=lambda outcome: weights[outcome]):
        expected += n * weights[outcome] / total
        found += counts.get(outcome, 0)
        if expected >= 5:
            cells.append((expected, found))
            expected = found = 0.0
    if expected:
        last_expected, last_found = cells.pop()
        cells.append((last_expected + expected, last_found + found))
    assert len(cells) > 1, "too few draws, or one outcome only"
    statistic = sum((found - expected) ** 2 / expected for expected, found in cells)
    return upper_gamma((len(cells) - 1) / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function, by its series or its continued fraction (Lentz)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > 1e-15 * abs(total):
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 10_000):
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return fraction * scale
