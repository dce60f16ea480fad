"""Estimates with intervals that hold for few deals too.

Games of one deal share their luck, so errors come from the spread of whole deals ("clusters"). Few deals tell little
about their own spread; the spread that the model expects of independent games is therefore counted as `PRIOR_DEALS`
more deals, and quantiles are Student's (moderated variances: Smyth 2004, Stat. Appl. Genet. Mol. Biol. 3, article 3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import stdtr, stdtrit

CONFIDENCE = 0.95
"""The probability that intervals are made for."""

PRIOR_DEALS = 2.0
"""The weight, in deals, of the variance that the model expects."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A quantity with its error. All numbers are finite."""

    value: float

    error: float
    """Standard error, above 0."""

    degrees: float
    """Degrees of freedom of Student's distribution, above 0."""

    low: float | None
    """Lower end of the 95 % interval; none if the games give no bound, as when nothing was ever lost."""

    high: float | None
    """Upper end of the 95 % interval; none if the games give no bound."""

    @property
    def half_width(self) -> float:
        """Half of a two-sided 95 % interval, as in value ± half width."""
        return self.error * quantile(self.degrees)

    @property
    def superiority(self) -> float:
        """The likelihood that the true value is above 0 (one-sided, Student's distribution), 0 to 1."""
        return float(stdtr(self.degrees, self.value / self.error))


def estimate(value: float, variance: float, degrees: float, *, bounded: tuple[bool, bool] = (True, True)) -> Estimate:
    """An estimate with its 95 % interval; `bounded` tells which ends exist."""
    error = math.sqrt(variance)
    half = error * quantile(degrees)
    return Estimate(value, error, degrees, value - half if bounded[0] else None, value + half if bounded[1] else None)


def quantile(degrees: float) -> float:
    """Student's quantile of a two-sided 95 % interval."""
    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))


def pool_variance(expected: float, clustered: float, deals: float) -> tuple[float, float]:
    """The variance of an estimate and its degrees of freedom.

    `expected` is the variance of the model for independent games; `clustered` the sum over deals of their squared
    contributions, without correction for the estimated mean; `deals` their effective number, 1 or more.
    """
    degrees = PRIOR_DEALS + deals - 1
    return (PRIOR_DEALS * expected + deals * clustered) / degrees, degrees
