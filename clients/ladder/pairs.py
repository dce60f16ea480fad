"""Two bots by whole deals: pentanomial counts, normalized Elo, and the shares that a sequential test reads.

A pair of games with swapped seats has one of five scores, and their counts hold the correlation that single wins, ties
and losses hide (the pentanomial model of fishtest).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dinoai.clients.ladder.estimates import Estimate, estimate
from dinoai.clients.ladder.ratings import ELO, rate
from dinoai.clients.ladder.records import GameResult, by_deal

PRIOR_PAIRS = 0.5
"""A virtual pair of this weight, half of it won twice and half of it lost twice, so that the spread is never 0."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the pairs of two bots tell of the first."""

    counts: tuple[int, int, int, int, int]
    """Pairs with 0, 1/2, 1, 3/2 and 2 wins of the first bot."""

    elo: Estimate
    """Elo of the first bot above the second."""

    normalized_elo: Estimate
    """The same in units of the spread of a game, whatever ties and luck do to it."""

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The first bot's mean win share, 0 to 1; 1/2 without pairs."""
        return sum(count * k for k, count in enumerate(self.counts)) / (4 * self.pairs) if self.pairs else 0.5


def deal_shares(results: Iterable[GameResult], bot: int, other: int, *, own: int = 1) -> list[float]:
    """The mean win share of a seat of `bot` in each deal, 0 to 1, in order of deals.

    Only games of these two are read in which `bot` has `own` seats, and only deals played through all rotations.
    """
    games = [result for result in results if result.bots.count(bot) == own and set(result.bots) == {bot, other}]
    shares = []
    for deal in by_deal(games).values():
        first = deal[0].bots
        if {result.bots for result in deal} == {first[n:] + first[:n] for n in range(len(first))}:
            seats = [
                share
                for result in deal
                for seated, share in zip(result.bots, result.shares, strict=True)
                if seated == bot
            ]
            shares.append(sum(seats) / len(seats))
    return shares


def pentanomial(shares: Sequence[float]) -> tuple[int, int, int, int, int]:
    """Pairs counted by their score: shares 0, 1/4, 1/2, 3/4 and 1."""
    scores = [round(4 * share) for share in shares]
    return (scores.count(0), scores.count(1), scores.count(2), scores.count(3), scores.count(4))


def compare(results: Iterable[GameResult], bot: int, other: int) -> Pairs:
    """Compare two bots by their games of two seats. Defined for any games, even none."""
    games = [result for result in results if result.bots in ((bot, other), (other, bot))]
    renamed = [
        GameResult(r.deal, r.rotation, tuple(int(seat != bot) for seat in r.bots), r.shares, r.points) for r in games
    ]
    counts = pentanomial(deal_shares(games, bot, other))
    return Pairs(counts, rate(renamed, 2, anchor=1).rating(0), _normalized_elo(counts))


def _normalized_elo(counts: tuple[int, int, int, int, int]) -> Estimate:
    """The mean of a game less 1/2 in its standard deviations, times 800 / ln 10 (Van den Bergh's normalized Elo).

    The deviation of a game is that of a pair's mean times sqrt(2). The variance is that of a mean over its estimated
    deviation, (1 + t^2 / 2) / n for n pairs.
    """
    weights = [counts[0] + PRIOR_PAIRS / 2, *counts[1:4], counts[4] + PRIOR_PAIRS / 2]
    total = sum(weights)
    mean = sum(weight * k / 4 for k, weight in enumerate(weights)) / total
    variance = sum(weight * (k / 4 - mean) ** 2 for k, weight in enumerate(weights)) / total
    ratio = (mean - 0.5) / math.sqrt(variance)
    unit = 2 * ELO / math.sqrt(2)
    return estimate(unit * ratio, unit * unit * (1 + ratio * ratio / 2) / total, total)
