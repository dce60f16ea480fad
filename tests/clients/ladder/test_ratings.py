"""Ratings agree with another program, are defined for any games, and their intervals hold what they promise."""

from __future__ import annotations

from itertools import combinations, permutations

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_ladders import World, expected, play, round_robin

from dinoai.clients.ladder import ratings as ratings_module
from dinoai.clients.ladder.ratings import ELO, Ratings, expected_share, rate
from dinoai.clients.ladder.records import GameResult


def game(deal: int, bots: tuple[int, ...], shares: tuple[float, ...]) -> GameResult:
    return GameResult(deal, 0, bots, shares, (0,) * len(bots))


@st.composite
def ladders(draw: st.DrawFn) -> tuple[int, list[GameResult]]:
    bots = draw(st.integers(1, 5))
    results = []
    for _ in range(draw(st.integers(0, 12))):
        table = draw(st.lists(st.integers(0, bots - 1), min_size=2, max_size=5))
        winners = draw(st.sets(st.integers(0, len(table) - 1), min_size=1))
        shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(table)))
        results.append(game(draw(st.integers(0, 3)), tuple(table), shares))
    return bots, results


def check_finite(ratings: Ratings) -> None:
    assert np.isfinite(ratings.values).all()
    assert np.isfinite(ratings.covariance).all()
    assert np.linalg.eigvalsh(ratings.covariance).min() > -1e-6
    for bot, other in permutations(range(len(ratings.values)), 2):
        difference = ratings.difference(bot, other)
        assert np.isfinite([difference.value, difference.error, difference.half_width, difference.superiority]).all()
        assert difference.error > 0
        assert 0 <= difference.superiority <= 1
        assert difference.low is None or difference.low < difference.value
        assert difference.high is None or difference.high > difference.value


@given(ladders())
@settings(deadline=None, max_examples=150)
def test_any_games_give_finite_ratings(ladder: tuple[int, list[GameResult]]) -> None:
    bots, results = ladder
    check_finite(rate(results, bots))


@given(ladders(), st.data())
@settings(deadline=None, max_examples=50)
def test_neither_the_anchor_nor_the_order_of_games_matters(
    ladder: tuple[int, list[GameResult]], data: st.DataObject
) -> None:
    bots, results = ladder
    first = rate(results, bots)
    second = rate(data.draw(st.permutations(results)), bots, anchor=data.draw(st.integers(0, bots - 1)))
    assert second.values[second.anchor] == 0
    for bot, other in combinations(range(bots), 2):
        one, two = first.difference(bot, other), second.difference(bot, other)
        assert one.value == pytest.approx(two.value, abs=1e-3)
        assert one.error == pytest.approx(two.error, abs=1e-3)
        assert one.value == pytest.approx(-first.difference(other, bot).value, abs=1e-6)


@pytest.mark.parametrize("games", [1, 100, 20_000])
def test_who_lost_everything_has_an_upper_bound_only(games: int) -> None:
    """The interval of a share of 0 in n independent games ends at about 3/n (one-sided, 95 %); ours is not shorter."""
    results = [game(deal, (0, 1), (1.0, 0.0)) for deal in range(min(games, 1000))] * max(1, games // 1000)
    ratings = rate(results, 2)
    check_finite(ratings)
    loser = ratings.difference(1, 0)
    assert loser.low is None and loser.high is not None
    assert expected_share(loser.high) > min(1 - 0.05 ** (1 / games), 0.9)
    assert expected_share(loser.high) < min(1, 20 / games)
    assert loser.value < 0
    winner = ratings.difference(0, 1)
    assert winner.high is None and winner.low == pytest.approx(-loser.high)


def test_bounds_go_through_others() -> None:
    """0 beats 1, 1 beats 2 and 2 beats 1: only what is above 0 is open."""
    results = [game(0, (0, 1), (1.0, 0.0)), game(1, (1, 2), (1.0, 0.0)), game(2, (1, 2), (0.0, 1.0))]
    ratings = rate(results, 3)
    assert ratings.difference(0, 2).high is None and ratings.difference(0, 2).low is not None
    assert ratings.difference(1, 2).low is not None and ratings.difference(1, 2).high is not None


def test_bots_that_never_met_have_no_bounds() -> None:
    ratings = rate([game(0, (0, 1), (0.5, 0.5)), game(1, (2, 3), (0.5, 0.5))], 4)
    check_finite(ratings)
    assert ratings.difference(0, 2).low is None and ratings.difference(0, 2).high is None
    assert ratings.difference(0, 2).error > 1.3 * ratings.difference(0, 1).error


def test_a_chain_of_many_bots_converges() -> None:
    results = [game(deal, (bot, bot + 1), (0.0, 1.0)) for bot in range(30) for deal in range(300)]
    values = rate(results, 31).values
    assert (np.diff(values) > 400).all()


@pytest.fixture
def no_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the virtual games pull is too little to see."""
    monkeypatch.setattr(ratings_module, "PRIOR_GAMES", 1e-9)


@pytest.mark.usefixtures("no_prior")
def test_pairs_agree_with_choix() -> None:
    """Bradley-Terry; choix knows no shared wins, so it is given every win twice and a shared one once a side."""
    rng = np.random.default_rng(3)
    results = play(World((0, 100, 250, 300, 500), ties=0.2), 50, rng, list(combinations(range(5), 2)))
    wins = [
        (result.bots[seat], result.bots[1 - seat])
        for result in results
        for seat in (0, 1)
        for _ in range(round(2 * result.shares[seat]))
    ]
    theirs = ELO * choix.opt_pairwise(5, wins, tol=1e-10)
    np.testing.assert_allclose(rate(results, 5).values, theirs - theirs[0], atol=0.01)


@pytest.mark.usefixtures("no_prior")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tables_agree_with_choix(seats: int) -> None:
    """The first choice of Plackett and Luce."""
    rng = np.random.default_rng(seats)
    world = World((0, 100, 250, 300, 500), seats=seats, ties=0)
    results = play(world, 30, rng, list(combinations(range(5), seats)))
    choices = []
    for result in results:
        winner = result.bots[result.shares.index(1.0)]
        choices.append((winner, [bot for bot in result.bots if bot != winner]))
    theirs = ELO * choix.opt_top1(5, choices, tol=1e-10)
    np.testing.assert_allclose(rate(results, 5).values, theirs - theirs[0], atol=0.01)


def test_errors_of_independent_games_are_those_of_the_likelihood() -> None:
    """One game a deal without luck: the robust errors are near the inverse of choix' curvature, here of n/4 a pair."""
    results = play(World((0, 0), seat_luck=0, bot_luck=0, ties=0), 4000, np.random.default_rng(5), [(0, 1)])
    one_a_deal = [GameResult(number, 0, r.bots, r.shares, r.points) for number, r in enumerate(results)]
    ratings = rate(one_a_deal, 2)
    independent = ELO * np.sqrt(4 / len(results))
    assert ratings.difference(1, 0).error == pytest.approx(independent, rel=0.01)
    assert np.sqrt(ratings.covariance[1, 1]) == pytest.approx(independent, rel=0.01)


def test_luck_that_cancels_makes_errors_smaller_and_luck_that_adds_up_larger() -> None:
    cancels = [GameResult(d, s, (s, 1 - s), (1.0, 0.0), (0, 0)) for d in range(50) for s in (0, 1)]
    adds = [
        GameResult(d, s, (s, 1 - s), ((1.0, 0.0), (0.0, 1.0))[(s + d) % 2], (0, 0)) for d in range(50) for s in (0, 1)
    ]
    independent = ELO * np.sqrt(4 / 100)
    assert rate(cancels, 2).difference(0, 1).error < 0.3 * independent
    assert rate(adds, 2).difference(0, 1).error > 1.3 * independent


@pytest.mark.parametrize("elo", [-5000, -120, 0, 0.5, 90, 5000])
def test_expected_share_is_that_of_the_model(elo: float) -> None:
    assert expected_share(elo) + expected_share(-elo) == pytest.approx(1)
    assert expected_share(elo, others=3) + 3 * expected_share(-elo, own=3) == pytest.approx(1)
    assert expected_share(0, others=3) == 0.25


WORLDS = {
    "two seats, luck that cancels": World((0, 100, 200, 300)),
    "two seats, luck that adds up": World((0, 100, 200, 300), seat_luck=0, bot_luck=200),
    "two seats, one bot far below": World((0, 600, 700, 900)),
    "three seats": World((0, 100, 200, 300), seats=3),
    "four seats": World((0, 150, 300), seats=4),
}


def coverage(world: World, deals: int, tournaments: int) -> float:
    """How often intervals of differences hold the truth, over all differences of all tournaments."""
    rng = np.random.default_rng(2024)
    tables = round_robin(world)
    bots = len(world.strengths)
    truth = rate(expected(world, tables, rng), bots).values
    held = []
    for _ in range(tournaments):
        ratings = rate(play(world, deals, rng, tables), bots)
        for bot, other in combinations(range(bots), 2):
            difference, true = ratings.difference(bot, other), truth[bot] - truth[other]
            held.append(
                (difference.low is None or difference.low <= true)
                and (difference.high is None or true <= difference.high)
            )
    return float(np.mean(held))


@pytest.mark.parametrize("name", ["two seats, luck that cancels", "four seats"])
def test_intervals_hold_the_truth(name: str) -> None:
    """95 %, within three sigma of 200 tournaments, whose differences are taken as if they were one."""
    assert abs(coverage(WORLDS[name], 30, 200) - 0.95) < 0.046


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_intervals_hold_the_truth_to_a_point_and_a_half(name: str) -> None:
    found = coverage(WORLDS[name], 60, 2000)
    print(f"{name}: {100 * found:.2f} %")
    assert abs(found - 0.95) < 0.015


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("deals", [3, 10])
def test_intervals_of_few_deals_hold_the_truth_no_less(name: str, deals: int) -> None:
    found = coverage(WORLDS[name], deals, 1000)
    print(f"{name}, {deals} deals: {100 * found:.2f} %")
    assert found > 0.935
