"""The margin before deadlines and the expected length of searches."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import new_variant

from dinoai.search import OutOfTimeError
from dinoai.server import service
from dinoai.server.costs import FIRST_OVERHEAD, UNKNOWN_RATE, Costs
from dinoai.server.deadlines import FIRST_MARGIN, MAX_MARGIN, MIN_MARGIN, Margin
from dinoai.server.service import Call, suggest_moves
from dinoai.v1 import suggest_pb2


@pytest.mark.parametrize(
    ("remaining", "margin"), [(10.0, 0.25), (1.0, 0.09), (0.1, 0.054), (0.06, 0.05), (0.015, 0.0075), (0.0, 0.0)]
)
def test_the_margin_leaves_time_to_search(remaining: float, margin: float) -> None:
    assert Margin().within(remaining) == pytest.approx(margin)


@given(st.lists(st.floats(-1, 10), max_size=700))
def test_the_margin_stays_in_its_range(measured: list[float]) -> None:
    margin = Margin()
    for seconds in measured:
        margin.measured(seconds)
        assert MIN_MARGIN <= margin.seconds <= MAX_MARGIN


def test_the_margin_follows_what_is_measured() -> None:
    margin = Margin()
    for _ in range(100):
        margin.measured(0.001)
    assert margin.seconds == FIRST_MARGIN  # too few to go below it
    for _ in range(100):
        margin.measured(0.001)
    assert margin.seconds == MIN_MARGIN
    for _ in range(100):
        margin.measured(0.04)
    assert margin.seconds == pytest.approx(0.08)


def test_costs_follow_limits_and_rates() -> None:
    costs = Costs()
    assert costs.seconds("a", None, 2.0, 1) == pytest.approx(2.0, abs=2 * FIRST_OVERHEAD)
    expected = 1000 / UNKNOWN_RATE + FIRST_OVERHEAD
    assert costs.seconds("a", 1000, 2.0, 1) == pytest.approx(expected)
    costs.learn("a", 1000, 0.001, 1)  # too short to tell
    assert costs.seconds("a", 1000, 2.0, 1) == pytest.approx(expected)
    costs.learn("a", 200_000, 1.0, 2)
    assert costs.seconds("a", 400_000, 9.0, 1) == pytest.approx(4.0 + FIRST_OVERHEAD)
    assert costs.seconds("a", 400_000, 9.0, 2) == pytest.approx(2.0 + FIRST_OVERHEAD)
    assert costs.seconds("a", 400_000, 1.5, 1) == pytest.approx(1.5 + FIRST_OVERHEAD)
    costs.learn("a", 100_000, 0.5, 1)
    assert costs.seconds("a", 110_000, 9.0, 1) == pytest.approx(1.0 + FIRST_OVERHEAD)


def test_a_search_that_starts_too_late_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "LATE_SEARCH_SECONDS", 0.3)  # a busy machine can take the usual time away
    state = new_variant("snack-square", 5)
    now = time.monotonic()
    call = Call(deadline=now - 1.0, answer_by=now + 60.0)
    answer = suggest_moves(state, suggest_pb2.SuggestRequest(limits={"max_millis": 60_000}), call)
    assert answer.stats.simulations >= 1
    assert answer.stats.stop_reason == suggest_pb2.SearchStats.DEADLINE
    with pytest.raises(OutOfTimeError):
        suggest_moves(state, suggest_pb2.SuggestRequest(), Call(deadline=now - 2.0, answer_by=now - 1.0))


def test_costs_learn_what_calls_take_beside_their_search() -> None:
    costs = Costs()
    for _ in range(100):
        costs.learn_overhead(0.02)
    assert costs.seconds("a", None, 1.0, 1) == pytest.approx(1.02, abs=0.001)
    for seconds in (-5.0, 1e9):
        costs.learn_overhead(seconds)
        assert 1.0 <= costs.seconds("a", None, 1.0, 1) <= 1.1
