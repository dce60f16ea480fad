"""Pairs: what is counted, and that every figure is defined."""

from __future__ import annotations

import math
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_ladders import World, play

from dinoai.clients.ladder.pairs import compare, deal_shares, pentanomial
from dinoai.clients.ladder.records import GameResult

SCORES = (0.0, 0.5, 1.0)


def pair(deal: int, first: float, second: float, bots: tuple[int, int] = (0, 1)) -> list[GameResult]:
    """Both games of a deal, by what the first bot got."""
    a, b = bots
    return [
        GameResult(deal, 0, (a, b), (first, 1 - first), (0, 0)),
        GameResult(deal, 1, (b, a), (1 - second, second), (0, 0)),
    ]


def test_pairs_are_counted_by_their_score() -> None:
    games = [
        *pair(0, 0, 0),
        *pair(1, 0.5, 0),
        *pair(2, 1, 0),
        *pair(3, 0.5, 0.5),
        *pair(4, 0.5, 1),
        *pair(5, 1, 1),
        *pair(6, 1, 1, bots=(0, 2)),
        pair(7, 1, 1)[0],
    ]
    assert deal_shares(games, 0, 1) == [0, 0.25, 0.5, 0.5, 0.75, 1]
    assert pentanomial(deal_shares(games, 0, 1)) == (1, 1, 2, 1, 1)
    found = compare(games, 0, 1)
    assert found.counts == (1, 1, 2, 1, 1) and found.pairs == 6 and found.score == 0.5
    assert compare(games, 1, 0).counts == found.counts[::-1]


def test_tables_of_four_count_when_all_rotations_were_played() -> None:
    tables = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    games = [
        GameResult(deal, rotation, bots, tuple(float(seat == deal) for seat in range(4)), (0,) * 4)
        for deal in range(2)
        for rotation, bots in enumerate(tables)
    ]
    reverse = [
        GameResult(0, r, tuple(1 - bot for bot in bots), (1.0, 0, 0, 0), (0,) * 4) for r, bots in enumerate(tables)
    ]
    assert deal_shares([*games[:-1], *reverse], 0, 1) == [0.25]
    assert deal_shares([*games, *reverse], 0, 1) == [0.25, 0.25]
    assert deal_shares(reverse, 0, 1, own=3) == [0.25]


@given(st.lists(st.tuples(st.sampled_from(SCORES), st.sampled_from(SCORES)), max_size=20))
@settings(deadline=None)
def test_any_pairs_give_finite_figures(scores: list[tuple[float, float]]) -> None:
    games = [game for deal, (first, second) in enumerate(scores) for game in pair(deal, first, second)]
    found, turned = compare(games, 0, 1), compare(games, 1, 0)
    for estimate in (found.elo, found.normalized_elo):
        assert all(math.isfinite(value) for value in astuple(estimate) if value is not None)
        assert estimate.error > 0
    assert found.elo.value == pytest.approx(-turned.elo.value, abs=1e-6)
    assert found.normalized_elo.value == pytest.approx(-turned.normalized_elo.value, abs=1e-6)
    assert found.score + turned.score == pytest.approx(1)


def test_normalized_elo_without_luck_is_that_of_single_games() -> None:
    """Independent games without ties have the deviation sqrt(p (1 - p))."""
    results = play(World((60, 0), seat_luck=0, bot_luck=0, ties=0), 6000, np.random.default_rng(4), [(0, 1)])
    p = 1 / (1 + 10 ** (-60 / 400))
    found = compare(results, 0, 1).normalized_elo
    assert found.value == pytest.approx((p - 0.5) / math.sqrt(p * (1 - p)) * 800 / math.log(10), abs=3 * found.error)
    assert found.error == pytest.approx(800 / math.log(10) / math.sqrt(len(results)), rel=0.05)


def test_luck_that_cancels_raises_normalized_elo() -> None:
    rng = np.random.default_rng(5)
    with_luck = play(World((60, 0), seat_luck=400, bot_luck=0), 2000, rng, [(0, 1)])
    broken = [GameResult(n, r.rotation, r.bots, r.shares, r.points) for n, r in enumerate(with_luck)]
    unpaired = compare(broken, 0, 1)
    assert unpaired.pairs == 0
    assert compare(with_luck, 0, 1).elo.error < 0.9 * unpaired.elo.error
    assert compare(with_luck, 0, 1).elo.value == pytest.approx(unpaired.elo.value)
