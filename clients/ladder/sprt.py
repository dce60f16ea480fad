"""A sequential test of two bots: is the first better by `elo1` or rather by `elo0`?

The generalised sequential probability ratio test (Wald 1945, Ann. Math. Stat. 16, 117-186) on the mean win share of
whole deals, as fishtest tests pairs. Of each hypothesis only the mean is known, so the distribution of a deal's share
is taken as the likeliest one with that mean. For values a_i seen with frequencies f_i it is
f_i / (1 + x (a_i - mean)), where x solves sum f_i (a_i - mean) / (1 + x (a_i - mean)) = 0 (Owen 1988, Biometrika 75,
237-249).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize.elementwise import find_root

from dinoai.clients.ladder.ratings import expected_share
from dinoai.engine.errors import InvalidInputError, Problem

Array: TypeAlias = NDArray[np.float64]

FLOOR = 1e-3
"""What a value that was never seen counts, so that both hypotheses stay possible."""


class Decision(StrEnum):
    """Which hypothesis was accepted."""

    ELO0 = "elo0"
    ELO1 = "elo1"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """The hypotheses and their errors. Raises `InvalidInputError` if they make no test."""

    elo0: float = 0.0
    elo1: float = 10.0

    alpha: float = 0.05
    """The probability of accepting elo1 where elo0 is true."""

    beta: float = 0.05
    """The probability of accepting elo0 where elo1 is true."""

    own: int = 1
    """Seats of the first bot at a table."""

    others: int = 1
    """Seats of the second bot at a table."""

    def __post_init__(self) -> None:
        problems = []
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            problems.append(Problem("elo1", f"must be above elo0 ({self.elo0:g}), both from -1000 to 1000"))
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                problems.append(Problem(name, "must be above 0 and below 0.5"))
        if problems:
            raise InvalidInputError(problems)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which elo0 and elo1 are accepted.

        A likelihood ratio exceeds 1 / alpha with probability alpha at most (Wald; Ville). Wald's usual
        (1 - beta) / alpha is an approximation that may err more often, alpha / (1 - beta); it would save 3 % of deals.
        """
        return math.log(self.beta), -math.log(self.alpha)

    @property
    def means(self) -> tuple[float, float]:
        """The mean win share of a seat of the first bot by each hypothesis."""
        return (
            expected_share(self.elo0, own=self.own, others=self.others),
            expected_share(self.elo1, own=self.own, others=self.others),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """How a test stands."""

    path: Array
    """The log likelihood ratio after each deal, shape (deals,); it goes on after a decision."""

    decision: Decision | None
    """What was decided at the first deal that reached a bound, if one did."""

    decided_after: int | None
    """The number of deals until then."""

    @property
    def ratio(self) -> float:
        """The log likelihood ratio now, 0 without deals."""
        return float(self.path[-1]) if len(self.path) else 0.0


def follow(test: SequentialTest, shares: Sequence[float]) -> Progress:
    """Follow the test deal by deal; `shares` are those of `pairs.deal_shares`, in the order of play."""
    # 0 and 1 are possible always, so that every mean between them is.
    values, seen = np.unique(np.round([0, 1, *shares], 9), return_inverse=True)
    counts = np.cumsum(np.eye(len(values))[seen[2:]], axis=0)
    path = log_likelihood_ratio(test, values, counts)
    low, high = test.bounds
    crossed = np.flatnonzero((path <= low) | (path >= high))
    if not len(crossed):
        return Progress(path, None, None)
    first = int(crossed[0])
    return Progress(path, Decision.ELO1 if path[first] >= high else Decision.ELO0, first + 1)


def log_likelihood_ratio(test: SequentialTest, values: ArrayLike, counts: ArrayLike) -> Array:
    """The log likelihood ratio of elo1 to elo0.

    `values` are the possible shares of a deal, shape (k,), with 0 and 1 among them; `counts` how often each was seen,
    shape (..., k). Returns shape (...,).
    """
    shares = np.asarray(values, dtype=np.float64)
    seen = np.maximum(np.asarray(counts, dtype=np.float64), FLOOR)
    logs = []
    for mean in test.means:
        tilt = _tilt(shares - mean, seen)
        logs.append(np.sum(seen * np.log1p(tilt[..., None] * (shares - mean)), axis=-1))
    result: Array = logs[0] - logs[1]
    return result


def _tilt(gaps: Array, counts: Array) -> Array:
    """The x of the module's docstring, shape (...,): `gaps` are the values less the mean, shape (k,)."""
    shape = counts.shape[:-1]
    # Between these the terms 1 + x gap are positive; the sum falls from +infinity to -infinity.
    ends = np.array([-1 / gaps.max(), -1 / gaps.min()]) * (1 - 1e-12)

    def total(x: Array, *columns: Array) -> Array:
        return sum((n * gap / (1 + x * gap) for n, gap in zip(columns, gaps, strict=True)), np.zeros_like(x))

    found = find_root(
        total,
        (np.full(shape, ends[0]), np.full(shape, ends[1])),
        args=tuple(counts[..., k] for k in range(len(gaps))),
    )
    result: Array = found.x
    return result
