"""The sequential test: its bounds, its likelihoods, and how often it errs."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from simulated_ladders import pentanomial_with_mean

from dinoai.clients.ladder.sprt import Decision, SequentialTest, follow, log_likelihood_ratio
from dinoai.engine.errors import InvalidInputError

PAIR = np.arange(5) / 4


def test_bounds_are_the_inverse_errors() -> None:
    assert SequentialTest().bounds == pytest.approx((-math.log(20), math.log(20)))
    assert SequentialTest(alpha=0.01, beta=0.1).bounds == pytest.approx((-math.log(10), math.log(100)))


@pytest.mark.parametrize(
    ("fields", "paths"),
    [
        ({"elo0": 5, "elo1": 5}, ["elo1"]),
        ({"elo0": 5, "elo1": float("nan")}, ["elo1"]),
        ({"elo1": 5000}, ["elo1"]),
        ({"alpha": 0, "beta": 0.5}, ["alpha", "beta"]),
    ],
)
def test_what_makes_no_test_is_refused(fields: dict[str, float], paths: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        SequentialTest(**fields)
    assert [problem.path for problem in caught.value.problems] == paths


@pytest.mark.parametrize("counts", [(5, 2, 60, 8, 25), (1, 1, 1, 1, 1), (90, 3, 3, 3, 1), (0, 0, 40, 0, 0)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...]) -> None:
    """Against a maximisation that knows nothing of the tilt."""
    test = SequentialTest(-10, 40)
    seen = np.maximum(counts, 1e-3)

    def likelihood(mean: float) -> float:
        found = minimize(
            lambda p: -seen @ np.log(np.maximum(p, 1e-300)) / seen.sum(),
            np.full(5, 0.2),
            method="SLSQP",
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ PAIR - mean},
            ],
            options={"ftol": 1e-13, "maxiter": 2000},
        )
        return float(-found.fun * seen.sum())

    # What is maximised has the sum of the counts and not of the frequencies, which cancels in the ratio.
    assert log_likelihood_ratio(test, PAIR, counts) == pytest.approx(
        likelihood(test.means[1]) - likelihood(test.means[0]), abs=0.01
    )


def test_many_pairs_approach_the_normal_approximation() -> None:
    """With mean m and variance v of n deals: n (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    test = SequentialTest(0, 5)
    counts = np.array([1000, 500, 6000, 600, 1100])
    mean = counts @ PAIR / counts.sum()
    variance = counts @ (PAIR - mean) ** 2 / counts.sum()
    low, high = test.means
    normal = counts.sum() * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(test, PAIR, counts) == pytest.approx(normal, rel=0.02)


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), max_size=60))
@settings(deadline=None)
def test_the_path_is_finite_and_turns_with_the_sides(shares: list[float]) -> None:
    progress = follow(SequentialTest(0, 30), shares)
    assert len(progress.path) == len(shares) and np.isfinite(progress.path).all()
    turned = follow(SequentialTest(-30, 0), [1 - share for share in shares])
    np.testing.assert_allclose(turned.path, -progress.path, atol=1e-6)


@pytest.mark.parametrize(("share", "decision"), [(1.0, Decision.ELO1), (0.0, Decision.ELO0)])
def test_one_sided_matches_are_decided_at_the_first_deal_over_the_bound(share: float, decision: Decision) -> None:
    test = SequentialTest(0, 100)
    shares = [share] * 200
    progress = follow(test, shares)
    after = progress.decided_after
    assert progress.decision is decision and after is not None
    assert follow(test, shares[:after]).decision is decision
    assert follow(test, shares[: after - 1]).decision is None
    assert all(abs(later) > abs(sooner) for sooner, later in pairwise(progress.path))


def test_without_deals_nothing_is_decided() -> None:
    progress = follow(SequentialTest(), [])
    assert progress.decision is None and progress.ratio == 0


def test_tables_of_four_are_tested_by_their_fair_share() -> None:
    test = SequentialTest(0, 50, others=3)
    assert test.means[0] == 0.25
    rng = np.random.default_rng(8)
    better = rng.binomial(4, 0.45, 400) / 4
    assert follow(test, better).decision is Decision.ELO1
    assert follow(test, rng.binomial(4, 0.25, 400) / 4).decision is Decision.ELO0


LUCK = {
    "cancels": {"seat_luck": 300.0, "bot_luck": 30.0, "ties": 0.05},
    "adds up": {"seat_luck": 0.0, "bot_luck": 200.0, "ties": 0.02},
    "none": {"seat_luck": 0.0, "bot_luck": 0.0, "ties": 0.0},
}


def wrong_decisions(test: SequentialTest, luck: str, truth: Decision, matches: int) -> tuple[float, float]:
    """How often the other hypothesis is accepted, and the mean number of pairs."""
    mean = test.means[truth is Decision.ELO1]
    probabilities = pentanomial_with_mean(mean, **LUCK[luck])
    rng = np.random.default_rng(1)
    low, high = test.bounds
    counts = np.zeros((matches, 5))
    wrong = pairs = 0
    while len(counts):
        pairs += len(counts)
        counts += np.eye(5)[rng.choice(5, len(counts), p=probabilities)]
        ratios = log_likelihood_ratio(test, PAIR, counts)
        wrong += np.count_nonzero(ratios <= low if truth is Decision.ELO1 else ratios >= high)
        counts = counts[(ratios > low) & (ratios < high)]
    return wrong / matches, pairs / matches


@pytest.mark.parametrize("truth", Decision)
def test_few_decisions_are_wrong(truth: Decision) -> None:
    matches = 300
    wrong, pairs = wrong_decisions(SequentialTest(0, 90), "cancels", truth, matches)
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / matches), f"{pairs} pairs a match"


@pytest.mark.slow
@pytest.mark.parametrize("truth", Decision)
@pytest.mark.parametrize("luck", LUCK)
@pytest.mark.parametrize(("elo1", "matches"), [(20, 2000), (60, 20_000)])
def test_at_most_one_decision_in_twenty_is_wrong(elo1: float, matches: int, luck: str, truth: Decision) -> None:
    """Within two sigma of the matches."""
    wrong, pairs = wrong_decisions(SequentialTest(0, elo1), luck, truth, matches)
    print(f"elo1 {elo1}, luck {luck}, true {truth}: {100 * wrong:.2f} % of {matches} wrong, {pairs:.0f} pairs")
    assert wrong <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / matches)
