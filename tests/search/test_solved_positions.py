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


@pytest.mark.parametrize("bot", ["ismcts", "ismcts:exact=0", "ismcts-plain"])
@pytest.mark.parametrize("name", ["solve", "solve_mixed"])
def test_draftosaurus_last_turns(name: str, bot: str) -> None:
    """Last turns with the win share of every move against models of the others: rational, or any of one opponent."""
    optimal, n_optimal = {False: 0, True: 0}, {False: 0, True: 0}
    for case in vectors("draftosaurus", name):
        state, seat = parse_state(json.dumps(case["state"])), case["solve"]["seat"]
        answer = suggest(state, seat, simulations=2000, seed=1, bot=bot)
        two_players = state.n_seats == 2
        models = ("rational",) if "rational" in case["solve"] and not two_players else ("random", "greedy")
        shares = [{move["move"]: move["win"] for move in case["solve"][model]["moves"]} for model in models]
        moves = {suggestion.notation for suggestion in answer.suggestions}
        assert all(set(share) == moves for share in shares), case["id"]
        best = answer.suggestions[0].notation
        is_optimal = any(share[best] >= max(share.values()) - 1e-6 for share in shares)
        n_optimal[two_players] += 1
        optimal[two_players] += is_optimal
        if bot == "ismcts":
            assert (answer.stats.stop_reason == "SOLVED") == (case["solve"]["turn"] == 12), case["id"]
            assert is_optimal or two_players or answer.stats.stop_reason != "SOLVED", case["id"]
    needed = {"ismcts": 0.98, "ismcts:exact=0": 0.95, "ismcts-plain": 0.9}[bot]
    assert optimal[False] >= needed * n_optimal[False]
    assert optimal[True] >= needed * n_optimal[True]
