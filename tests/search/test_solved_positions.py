"""Positions with known values: what the search prefers, and how near its probabilities are."""

from __future__ import annotations

import json

import pytest
from playing import vectors

from dinoai.engine.games import parse_state
from dinoai.search import suggest


def test_jurassic_snack_endgames() -> None:
    """Exact values of endgames with few tokens left, both sides playing perfectly."""
    optimal, error = 0, 0.0
    cases = vectors("jurassic_snack", "solve")
    for case in cases:
        answer = suggest(parse_state(json.dumps(case["state"])), simulations=5000, seed=1)
        best = answer.suggestions[0]
        assert {suggestion.notation for suggestion in answer.suggestions} == set(case["moves"]), case["id"]
        optimal += case["moves"][best.notation] >= case["value"] - 1e-6
        error += abs(best.win_probability - case["value"])
    assert optimal >= 0.98 * len(cases)
    assert error <= 0.03 * len(cases)


@pytest.mark.parametrize("name", ["solve", "solve_mixed"])
def test_draftosaurus_last_turns(name: str) -> None:
    """Last turns with the win share of every move against three models of the others."""
    optimal, n_optimal = {False: 0, True: 0}, {False: 0, True: 0}
    for case in vectors("draftosaurus", name):
        state, seat = parse_state(json.dumps(case["state"])), case["solve"]["seat"]
        answer = suggest(state, seat, simulations=2000, seed=1)
        shares = [
            {move["move"]: move["win"] for move in case["solve"][model]["moves"]}
            for model in ("random", "greedy", "rational")
            if model in case["solve"]
        ]
        moves = {suggestion.notation for suggestion in answer.suggestions}
        assert all(set(share) == moves for share in shares), case["id"]
        best = answer.suggestions[0].notation
        two_players = state.n_seats == 2
        n_optimal[two_players] += 1
        optimal[two_players] += any(share[best] >= max(share.values()) - 1e-6 for share in shares)
    assert optimal[False] >= 0.95 * n_optimal[False]
    assert optimal[True] >= 0.9 * n_optimal[True]
