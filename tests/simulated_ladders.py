"""Simulated tournaments and matches with the luck of deals, for tests of the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dinoai.clients.ladder.ratings import ELO
from dinoai.clients.ladder.records import GameResult

Array = NDArray[np.float64]


@dataclass(frozen=True)
class World:
    """How games go. Strengths in Elo; the luck is normal, in Elo, and the same for all games of a deal."""

    strengths: tuple[float, ...]
    seats: int = 2
    seat_luck: float = 200.0
    """How much a deal favours a seat: cancels within a deal."""

    bot_luck: float = 60.0
    """How much a deal suits a bot: adds up within a deal."""

    ties: float = 0.05
    """How many games two seats share."""


def play(world: World, deals: int, rng: np.random.Generator, tables: Sequence[tuple[int, ...]]) -> list[GameResult]:
    """Every table plays every deal through all rotations."""
    results = []
    seats = world.seats
    seat_luck = rng.normal(0, world.seat_luck, (deals, seats))
    bot_luck = rng.normal(0, world.bot_luck, (deals, len(world.strengths)))
    for table in tables:
        for rotation in range(seats):
            bots = tuple(table[(seat + rotation) % seats] for seat in range(seats))
            strengths = np.take(world.strengths, bots) + seat_luck + bot_luck[:, bots]
            # The largest of strengths with Gumbel noise is drawn with the probabilities of the model.
            order = np.argsort(-(strengths / ELO + rng.gumbel(size=strengths.shape)), axis=1)
            shared = rng.random(deals) < world.ties
            for deal in range(deals):
                shares = [0.0] * seats
                shares[order[deal, 0]] = 0.5 if shared[deal] else 1.0
                shares[order[deal, 1]] = 0.5 if shared[deal] else 0.0
                results.append(GameResult(deal, rotation, bots, tuple(shares), (0,) * seats))
    return results


def round_robin(world: World) -> list[tuple[int, ...]]:
    """All pairs, or for more seats every bot against the same opponent on all other seats."""
    bots = range(len(world.strengths))
    if world.seats == 2:
        return list(combinations(bots, 2))
    return [(a, *[b] * (world.seats - 1)) for a in bots for b in bots if a != b]


def expected(world: World, tables: Sequence[tuple[int, ...]], rng: np.random.Generator) -> list[GameResult]:
    """Games whose shares are the expected ones, so often that a fit of them is the truth that ratings aim at."""
    results = []
    samples = 200_000
    for table in tables:
        luck = rng.normal(0, world.seat_luck, (samples, world.seats))
        luck = np.concatenate([luck, -luck])
        bot_luck = rng.normal(0, world.bot_luck, (samples, len(world.strengths)))[:, list(table)]
        luck += np.concatenate([bot_luck, -bot_luck])
        weights = np.exp((np.take(world.strengths, table) + luck) / ELO)
        first = weights / weights.sum(axis=1, keepdims=True)
        second = np.zeros_like(first)
        for seat in range(world.seats):
            rest = weights.sum(axis=1) - weights[:, seat]
            others = np.arange(world.seats) != seat
            second[:, others] += first[:, seat, None] * weights[:, others] / rest[:, None]
        shares = ((1 - world.ties / 2) * first + world.ties / 2 * second).mean(axis=0)
        shares /= shares.sum()
        results += [GameResult(0, 0, table, tuple(shares), (0,) * world.seats)] * 5000
    return results


def pentanomial_with_mean(share: float, seat_luck: float, bot_luck: float, ties: float) -> Array:
    """The probabilities of the five scores of a pair whose mean win share is exactly `share`."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    weights = np.outer(weights, weights).ravel() / weights.sum() ** 2
    seat, bot = (luck.ravel() for luck in np.meshgrid(seat_luck * nodes, bot_luck * nodes))

    def scores(elo: float) -> Array:
        games = []
        for favour in (seat, -seat):
            won = (1 - ties) / (1 + np.exp(-(elo + favour + bot) / ELO))
            games.append((1 - ties - won, np.full_like(won, ties), won))
        result = np.zeros(5)
        for i, first in enumerate(games[0]):
            for j, second in enumerate(games[1]):
                result[i + j] += weights @ (first * second)
        return result

    elo = brentq(lambda elo: scores(elo) @ np.arange(5) / 4 - share, -2000, 2000)
    return scores(elo)
