"""Joint maximum-likelihood Elo ratings of all bots, with errors that respect deals.

A game is a choice of its winner among the seats: seat s wins with probability exp(r_s) / sum of exp(r) over the seats.
For two seats this is the model of Bradley and Terry (1952), for more the first stage of Plackett and Luce (1975). A
shared win counts as the same part of a win for each winner. Only winning counts, for it is what is played for: a bot
that risks its second place for a win is not punished, and the expected share of the win is what a rating predicts.

The likelihood is that of independent games; the covariance is not: it is the sandwich H^-1 M H^-1 with the information
H and M the sum over deals of the squared scores (White 1982, Econometrica 50, 1-25; clustered: Liang and Zeger 1986,
Biometrika 73, 13-22), so that luck that cancels within a deal makes errors smaller and luck that adds up larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dinoai.clients.ladder.estimates import Estimate, estimate, pool_variance
from dinoai.clients.ladder.records import GameResult

Array: TypeAlias = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo points of one unit of log strength."""

PRIOR_GAMES = 1.0
"""Virtual games of each bot, half won and half lost, against a virtual player whose rating is fitted too.

They keep ratings finite when a bot wins or loses everything, or never met another even indirectly, and weigh nothing
beside real games. A bot that lost all its games is rated as if it had won about half a game. As no real bot is the
virtual player, differences do not depend on the choice of the anchor.
"""

PRECISION = 1e-8
"""The fit ends at steps smaller than this, in units of log strength."""

MAX_STEPS = 1000
"""Far more than the fit needs, for steps square the error near the end."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings of bots, in Elo: 400 points are odds of 10 to 1 of taking the win, seat against seat."""

    anchor: int
    """The bot at 0."""

    values: Array
    """Ratings, shape (bots,)."""

    covariance: Array
    """Robust covariance of `values`, shape (bots, bots), Elo squared; the anchor's row and column are 0."""

    _fit: _Fit

    def rating(self, bot: int) -> Estimate:
        """The rating of a bot; the anchor's own has no error that could be told, so ask for another."""
        return self.difference(bot, self.anchor)

    def difference(self, bot: int, other: int) -> Estimate:
        """By how many Elo `bot` is above `other`. Raises `ValueError` if they are the same."""
        if bot == other:
            raise ValueError("a bot's difference to itself is no estimate")
        contrast = np.zeros(len(self.values))
        contrast[bot], contrast[other] = 1, -1
        expected, clustered, deals = self._fit.variances(contrast)
        variance, degrees = pool_variance(expected, clustered, deals)
        beat = self._fit.beat
        return estimate(
            float(self.values[bot] - self.values[other]),
            ELO * ELO * variance,
            degrees,
            bounded=(bool(beat[bot, other]), bool(beat[other, bot])),
        )


def rate(results: Iterable[GameResult], bots: int, anchor: int = 0) -> Ratings:
    """Rate bots 0 to `bots` - 1 by their games, `anchor` at 0. Defined for any games, even none."""
    fit = _Fit(_collect(results, bots))
    to_anchor = np.eye(bots)
    to_anchor[:, anchor] -= 1
    return Ratings(
        anchor,
        ELO * (to_anchor @ fit.strengths),
        ELO * ELO * (to_anchor @ fit.sandwich() @ to_anchor.T),
        fit,
    )


def expected_share(elo: float, *, own: int = 1, others: int = 1) -> float:
    """The expected win share of each of `own` seats that are `elo` above `others` other seats."""
    odds = math.exp(min(elo, 0.0) / ELO)
    rest = math.exp(min(-elo, 0.0) / ELO)
    return odds / (own * odds + others * rest)


@dataclass(frozen=True, slots=True, eq=False)
class _Games:
    """Games added up by deal and by the bots at the table ("cells"); a table is how many seats each bot has."""

    tables: Array
    """Seats of each bot, shape (tables, bots)."""

    cell_deal: NDArray[np.intp]
    cell_table: NDArray[np.intp]
    cell_games: Array
    cell_shares: Array
    """Wins of each bot, shape (cells, bots)."""

    beat: NDArray[np.bool_]
    """Whether a bot took a part of a win from another, shape (bots, bots)."""


def _collect(results: Iterable[GameResult], bots: int) -> _Games:
    tables: dict[tuple[int, ...], int] = {}
    deals: dict[int, int] = {}
    cells: dict[tuple[int, int], Array] = {}
    beat = np.zeros((bots, bots), dtype=np.bool_)
    for result in results:
        table = tables.setdefault(tuple(sorted(result.bots)), len(tables))
        deal = deals.setdefault(result.deal, len(deals))
        cell = cells.setdefault((deal, table), np.zeros(bots + 1))
        cell[bots] += 1
        for bot, share in zip(result.bots, result.shares, strict=True):
            cell[bot] += share
            if share > 0:
                for other in result.bots:
                    beat[bot, other] = True
    seats = np.zeros((len(tables), bots))
    for table_bots, table in tables.items():
        for bot in table_bots:
            seats[table, bot] += 1
    values = np.array(list(cells.values())).reshape(len(cells), bots + 1)
    places = np.array(list(cells), dtype=np.intp).reshape(len(cells), 2)
    return _Games(seats, places[:, 0], places[:, 1], values[:, bots], values[:, :bots], beat)


class _Fit:
    """The fit in units of log strength, with the virtual player at 0."""

    def __init__(self, games: _Games) -> None:
        self.games = games
        self.beat = _closure(games.beat)
        self.table_games = np.bincount(games.cell_table, games.cell_games, minlength=len(games.tables))
        self.strengths = np.zeros(games.tables.shape[1])
        shares = games.cell_shares.sum(axis=0)
        for _ in range(MAX_STEPS):
            self._expect()
            score = shares - self.table_games @ self.expected + PRIOR_GAMES * (0.5 - self.virtual)
            step = np.linalg.solve(self.information, score)
            length = max(step.max(initial=0), 0) - min(step.min(initial=0), 0)
            if length < PRECISION:
                self.scores = self._scores()
                return
            # Damped Newton steps converge from anywhere for such likelihoods, whose third derivative is bounded by the
            # second (Sun and Tran-Dinh 2019, Math. Program. 178, 145-213, theorem 2, with exponent 2).
            self.strengths = self.strengths + step * (math.log1p(length) / length)
        raise ArithmeticError(f"ratings did not converge in {MAX_STEPS} steps")

    def _expect(self) -> None:
        """Expected win shares of the tables' bots, of each bot against the virtual player, and the information."""
        weights = self.games.tables * np.exp(self.strengths - self.strengths.max(initial=0))
        self.expected = weights / weights.sum(axis=1, keepdims=True)
        self.virtual = 1 / (1 + np.exp(-self.strengths))
        self.information = np.diag(
            self.table_games @ self.expected + PRIOR_GAMES * self.virtual * (1 - self.virtual)
        ) - self.expected.T @ (self.table_games[:, None] * self.expected)

    def _scores(self) -> Array:
        """Won minus expected shares of each deal, shape (deals, bots)."""
        games = self.games
        cells = games.cell_shares - games.cell_games[:, None] * self.expected[games.cell_table]
        scores = np.zeros((self._deals(), cells.shape[1]))
        np.add.at(scores, games.cell_deal, cells)
        return scores

    def _deals(self) -> int:
        return int(self.games.cell_deal.max(initial=-1)) + 1

    def _virtual_scores(self) -> Array:
        """Squared scores of the virtual games, each of which is a deal of its own, shape (bots,)."""
        return PRIOR_GAMES * 0.5 * ((1 - self.virtual) ** 2 + self.virtual**2)

    def sandwich(self) -> Array:
        """The robust covariance of strengths, with the usual correction for the number of deals."""
        deals = self._deals()
        squares = self.scores.T @ self.scores * (deals / (deals - 1) if deals > 1 else 1.0) + np.diag(
            self._virtual_scores()
        )
        return np.linalg.solve(self.information, np.linalg.solve(self.information, squares).T)

    def variances(self, contrast: Array) -> tuple[float, float, float]:
        """The model's variance of a contrast of strengths, the robust one, and the effective number of deals.

        The effective number is that of deals of equal weight that would give the robust variance the same spread, if
        the model held (Satterthwaite's approximation; Bell and McCaffrey 2002, Survey Methodology 28, 169-181).
        """
        games = self.games
        direction = np.linalg.solve(self.information, contrast)
        clustered = float(np.sum((self.scores @ direction) ** 2) + self._virtual_scores() @ direction**2)
        of_table = self.expected @ direction**2 - (self.expected @ direction) ** 2
        of_deal = np.bincount(games.cell_deal, games.cell_games * np.maximum(of_table, 0)[games.cell_table])
        weight = float(np.sum(of_deal**2))
        deals = float(np.sum(of_deal)) ** 2 / weight if weight > 0 else 1.0
        return float(contrast @ direction), clustered, deals


def _closure(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a bot beat another directly or through others: then the games bound their difference from below.

    Without it the likelihood grows without end (Hunter 2004, Ann. Statist. 32, 384-406, assumption 1).
    """
    reached = edges.copy()
    for through in range(len(edges)):
        reached |= reached[:, through, None] & reached[through]
    return reached
