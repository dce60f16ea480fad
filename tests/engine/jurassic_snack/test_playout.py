"""Random play: the fast playout plays as the single entries do, and both as the rules' sanity figures say."""

from __future__ import annotations

from collections import Counter

import pytest

from dinoai.engine import jurassic_snack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

SLIDES = 144


def features(state: State) -> dict[str, object]:
    score = jurassic_snack.score(state)
    blue, yellow = score.seats
    return {
        "reason": score.reason,
        "winners": tuple(score.winners),
        "margin": max(-8, min(8, (blue.points - yellow.points) // 3)),
        "eaten": min(blue.tie_break + yellow.tie_break, 26) // 2,
        "surprises": blue.breakdown["SURPRISE"] + yellow.breakdown["SURPRISE"],
    }


def play_by_entries(state: State, rng: Rng) -> tuple[State, list[int]]:
    """The end of a random game, and how many slides there were at each slide."""
    state = state.copy()
    n_slides = []
    while state.actor != -2:
        if state.actor == -1:
            state.chance(rng)
            continue
        actions = state.actions()
        if actions[0] < SLIDES:
            n_slides.append(len(actions))
        state.act(actions[rng.below(len(actions))])
    return state, n_slides


def advance(state: State, n_actions: int, rng: Rng) -> State:
    """The state after so many random actions, before what chance decides then."""
    for _ in range(n_actions):
        while state.actor == -1:
            state.chance(rng)
        actions = state.actions()
        state.act(actions[rng.below(len(actions))])
    return state


@pytest.mark.parametrize(("area", "n_actions"), [("square", 0), ("random", 0), ("random", 9), ("square", 17)])
def test_playout_plays_as_the_entries(area: str, n_actions: int) -> None:
    """Two-sample chi-squared of several features; the bound is passed by chance once in 10^5 runs."""
    n = 6000
    rng = Rng(21)
    start = jurassic_snack.view(jurassic_snack.new_game(rng, area=area), 0).sample(0, rng)
    start = advance(start, n_actions, rng)
    fast: dict[str, Counter[object]] = {}
    slow: dict[str, Counter[object]] = {}
    for _ in range(n):
        for name, value in features(start.playout(rng)).items():
            fast.setdefault(name, Counter())[value] += 1
        for name, value in features(play_by_entries(start, rng)[0]).items():
            slow.setdefault(name, Counter())[value] += 1
    for name in fast:
        values = [value for value in fast[name] | slow[name] if fast[name][value] + slow[name][value] >= 20]
        chi = sum((fast[name][v] - slow[name][v]) ** 2 / (fast[name][v] + slow[name][v]) for v in values)
        freedom = max(1, len(values) - 1)
        assert chi < freedom + 4.3 * (2 * freedom) ** 0.5 + 10, (name, chi, fast[name], slow[name])


def test_playout_ends_in_a_sound_state() -> None:
    rng = Rng(24)
    for game in range(2000):
        start = jurassic_snack.new_game(rng, area="random")
        if game % 2:
            start = jurassic_snack.view(start, 0).sample(0, rng)
        start = advance(start, game % 5, rng)
        end = start.playout(rng)
        assert end.over and end.check() == 0, (bytes(start).hex(), bytes(end).hex())


def test_sanity_figures() -> None:
    """Uniform actions are uniform moves here: the second half of a move has equally many choices whatever the first."""
    rng = Rng(22)
    reasons: Counter[str] = Counter()
    n = 12000
    for _ in range(n):
        reasons[jurassic_snack.score(jurassic_snack.new_game(rng).playout(rng)).reason] += 1
    assert abs(reasons["stalemate"] / n - 0.870) < 0.012
    assert abs(reasons["no_diplo"] / n - 0.096) < 0.011
    assert abs(reasons["no_grass"] / n - 0.034) < 0.007


def test_lengths() -> None:
    rng = Rng(23)
    games = [play_by_entries(jurassic_snack.new_game(rng), rng)[1] for _ in range(2500)]
    slides = [len(game) for game in games]
    legal = sum(map(sum, games)) / sum(slides)
    assert abs(sum(slides) / len(slides) - 33.0) < 0.7
    assert abs(legal - 11.58) < 0.1
