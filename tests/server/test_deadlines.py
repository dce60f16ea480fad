"""The margin before deadlines and the expected length of searches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dinoai.server.costs import OVERHEAD_SECONDS, UNKNOWN_RATE, Costs
from dinoai.server.deadlines import FIRST_MARGIN, MAX_MARGIN, MIN_MARGIN, Margin


@pytest.mark.parametrize(("remaining", "margin"), [(10.0, 0.25), (1.0, 0.09), (0.1, 0.05), (0.06, 0.03), (0.0, 0.0)])
def test_the_margin_takes_half_at_most(remaining: float, margin: float) -> None:
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
    assert costs.seconds("a", None, 2.0, 1) == pytest.approx(2.0, abs=2 * OVERHEAD_SECONDS)
    expected = 1000 / UNKNOWN_RATE + OVERHEAD_SECONDS
    assert costs.seconds("a", 1000, 2.0, 1) == pytest.approx(expected)
    costs.learn("a", 1000, 0.001, 1)  # too short to tell
    assert costs.seconds("a", 1000, 2.0, 1) == pytest.approx(expected)
    costs.learn("a", 200_000, 1.0, 2)
    assert costs.seconds("a", 400_000, 9.0, 1) == pytest.approx(4.0 + OVERHEAD_SECONDS)
    assert costs.seconds("a", 400_000, 9.0, 2) == pytest.approx(2.0 + OVERHEAD_SECONDS)
    assert costs.seconds("a", 400_000, 1.5, 1) == pytest.approx(1.5 + OVERHEAD_SECONDS)
    costs.learn("a", 100_000, 0.5, 1)
    assert costs.seconds("a", 110_000, 9.0, 1) == pytest.approx(1.0 + OVERHEAD_SECONDS)
