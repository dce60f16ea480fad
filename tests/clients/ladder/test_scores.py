"""Win shares and points: their intervals by whole deals, and what counts as a fault."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dinoai.clients.ladder.estimates import Estimate
from dinoai.clients.ladder.records import Fault, GameResult
from dinoai.clients.ladder.scores import mean_points, mean_share, score_all, score_bot
from dinoai.clients.ladder.tables import difference_text

DEALS = st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=4), max_size=12)


@given(DEALS)
@settings(deadline=None)
def test_shares_are_defined_and_within_their_intervals(deals: list[list[float]]) -> None:
    share = mean_share(deals)
    assert (share is None) == (not deals)
    if share is not None:
        assert share.low is not None and share.high is not None
        assert 0 <= share.low <= share.value <= share.high <= 1
        assert 0 < share.error < 1 and share.low < share.high


@given(DEALS)
@settings(deadline=None)
def test_points_are_defined_from_two_games(deals: list[list[float]]) -> None:
    points = mean_points(deals)
    assert (points is None) == (sum(map(len, deals)) < 2)
    if points is not None:
        assert points.low is not None and points.high is not None
        assert math.isfinite(points.low) and points.low < points.value < points.high


def test_independent_games_have_the_interval_of_wilson() -> None:
    """30 of 100: 0.219 to 0.396 (the quantile is a little larger, for 101 degrees of freedom)."""
    share = mean_share([[1.0]] * 30 + [[0.0]] * 70)
    assert share is not None
    assert (share.low, share.high) == (pytest.approx(0.219, abs=0.003), pytest.approx(0.396, abs=0.003))


def test_who_wins_nothing_may_win_a_little() -> None:
    """No win in n games: Wilson's interval ends near z^2 / n."""
    share = mean_share([[0.0, 0.0]] * 50)
    assert share is not None and share.low == 0
    assert share.high == pytest.approx(1.98**2 / 100, rel=0.1)


def test_pairs_that_cancel_are_known_better() -> None:
    cancels, adds = mean_share([[1.0, 0.0]] * 40), mean_share([[1.0, 1.0], [0.0, 0.0]] * 20)
    assert cancels is not None and adds is not None
    assert cancels.value == adds.value == 0.5
    assert cancels.error < 0.3 * adds.error


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_intervals_hold_the_truth(share: float) -> None:
    """95 %, within three sigma of 1,000 samples; pairs whose games go together."""
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(1000):
        first = rng.random(60) < share
        second = np.where(rng.random(60) < 0.3, first, rng.random(60) < share)
        found = mean_share(np.stack([first, second], axis=1).astype(float).tolist())
        assert found is not None and found.low is not None and found.high is not None
        held += found.low <= share <= found.high
    assert abs(held / 1000 - 0.95) < 0.021


def test_a_bot_is_scored_on_all_its_seats() -> None:
    games = [
        GameResult(0, 0, (0, 1, 1), (0.0, 1.0, 0.0), (10, 20, 12)),
        GameResult(0, 1, (1, 0, 1), (0.5, 0.5, 0.0), (18, 18, 3)),
        GameResult(1, 0, (0, 2, 2), (0.0, 0.5, 0.5), (0, 0, 0), Fault.ILLEGAL, 0),
    ]
    first = score_bot(games, 0)
    assert first.games == 3 and first.deals == 2
    assert first.share is not None and first.share.value == pytest.approx(0.5 / 3)
    assert first.points is not None and first.points.value == 14
    assert first.faults == {Fault.CRASH: 0, Fault.ILLEGAL: 1, Fault.TIMEOUT: 0}
    scores = score_all(games, 4)
    assert scores[0, None] == first
    second = scores[1, 0]
    assert second == score_bot(games, 1, 0)
    assert second.share is not None and second.share.value == pytest.approx(1.5 / 4)
    assert second.points is not None and second.points.value == pytest.approx(53 / 4)
    assert not any(score_bot(games, 2).faults.values())
    assert (1, 2) not in scores and scores[3, None].share is None


def test_differences_that_round_to_zero_have_no_minus() -> None:
    def difference(value: float, low: float | None, high: float | None) -> str:
        return difference_text(Estimate(value, 100.0, 10.0, low, high))

    assert difference(-0.3, None, -0.4) == "+0 ≤ 0"
    assert difference(0.0, -0.2, None) == "+0 ≥ 0"
    assert difference(-0.6, None, None) == "-1 no bound"
