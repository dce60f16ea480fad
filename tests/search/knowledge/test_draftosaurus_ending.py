"""The exact values of Draftosaurus' last turn, against worked cases and against play to the end."""

from __future__ import annotations

import json
import random

import pytest
from playing import VARIANTS, new_variant, random_play, vectors

from dinoai.engine.games import apply_move, legal_moves, parse_state, score, state_json, view
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.search.bots import find_bot
from dinoai.search.guidance import GuidedBot
from dinoai.search.guided import GuidedSearcher
from dinoai.search.position import find_position
from dinoai.search.searchers import new_searcher

Values = dict[str, tuple[float, list[float], list[float]]]

PLENTY = 10**6


def solve(state: State, seat: int) -> Values | None:
    """Of each move by notation: its share, and the seats' shares of the victory and points."""
    position = find_position(view(state, seat), seat)
    bot = find_bot("ismcts", state.game)
    assert isinstance(bot, GuidedBot)
    moves = list(position.moves.values())
    searcher = new_searcher(bot, position.view, seat, moves, seed=1, max_simulations=1)
    assert isinstance(searcher, GuidedSearcher)
    values = searcher.solve(PLENTY)
    return None if values is None else dict(zip(position.moves, values, strict=True))


@pytest.mark.parametrize("name", ["solve", "solve_mixed"])
def test_worked_cases(name: str) -> None:
    """With three and more players the shares are those against rational play; with two, of the best move of a model."""
    n_solved = 0
    for case in vectors("draftosaurus", name):
        state, seat, models = parse_state(json.dumps(case["state"])), case["solve"]["seat"], case["solve"]
        values = solve(state, seat)
        if models["turn"] != 12:
            assert values is None, case["id"]
            continue
        assert values is not None, case["id"]
        n_solved += 1
        shares = {
            model: {move["move"]: move["win"] for move in models[model]["moves"]}
            for model in ("random", "greedy", "rational")
            if model in models
        }
        best = max(values, key=lambda move: values[move][0])
        if state.n_seats > 2:
            assert {move: value[1][seat] for move, value in values.items()} == pytest.approx(shares["rational"]), case[
                "id"
            ]
            assert values[best][1][seat] == pytest.approx(max(shares["rational"].values())), case["id"]
        else:
            assert any(share[best] >= max(share.values()) - 1e-6 for share in shares.values()), case["id"]
        assert sum(share for share, _, _ in values.values()) == pytest.approx(1), case["id"]
        assert all(sum(win) == pytest.approx(1) for _, win, _ in values.values()), case["id"]
    assert n_solved > 10


def test_of_restricted_moves_the_best_are_chosen() -> None:
    """Where the best moves may not be played perfect play takes the best of the others, and its points are expected."""
    n_checked = 0
    for case in vectors("draftosaurus", "solve"):
        state, seat = parse_state(json.dumps(case["state"])), case["solve"]["seat"]
        values = solve(state, seat)
        if values is None or state.n_seats == 2:
            continue
        best = max(points[seat] for _, _, points in values.values())
        others = {move: points[seat] for move, (_, _, points) in values.items() if points[seat] < best}
        if len(set(others.values())) < 2:
            continue
        answer = suggest(state, seat, simulations=1000, seed=1, allow_moves=list(others))
        assert answer.stats.stop_reason == "SOLVED", case["id"]
        assert answer.expected_scores[seat] == pytest.approx(max(others.values())), case["id"]
        for move in answer.suggestions:
            assert (move.share > 0) == (others[move.notation] == max(others.values())), case["id"]
        n_checked += 1
    assert n_checked > 5


@pytest.mark.parametrize(
    "variant", [variant for variant in VARIANTS if variant.startswith("draft") and "2" not in variant]
)
def test_perfect_play_gets_the_points_it_expects(variant: str) -> None:
    """When every seat plays a best move to the end, all get the points that each of them was told."""
    rng = random.Random(31)
    n_checked = 0
    while n_checked < 5:
        last: State | None = None
        for state, seat, _ in random_play(new_variant(variant, rng.getrandbits(32)), rng):
            if solve(state, seat) is not None:
                last = state
                break
        assert last is not None
        told: list[list[float]] = []
        end = last
        while not end.over:
            for seat in range(end.n_seats):
                if end.over or not legal_moves(end, seat):
                    continue
                values = solve(end, seat)
                assert values is not None, state_json(end, None)
                best = max(values, key=lambda move: values[move][0])
                told.append(values[best][2])
                end = apply_move(end, best, seat, seed=1)
        points = [seat.points for seat in score(end).seats]
        assert all(expected == points for expected in told), state_json(last, None)
        n_checked += 1
