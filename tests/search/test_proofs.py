"""Results that the tree proves: they hold by exhaustive play of what is public, and are told as certain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playing import new_variant

from dinoai.engine.games import format_move, state_json, view
from dinoai.engine.jurassic_snack.packing import unpack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.search.chooser import Chooser
from dinoai.search.position import find_position
from dinoai.search.results import Suggestion

SIMULATIONS = 300


def decisions(variant: str, n_games: int) -> Iterator[tuple[State, int, int]]:
    """The positions of games of the bot against itself in which a seat has a choice, with their number in the game."""
    chooser = Chooser("ismcts", "jurassic_snack", simulations=SIMULATIONS)
    for seed in range(n_games):
        state, rng, number = new_variant(variant, seed), Rng(seed, 1), 0
        while not state.over:
            if state.actor < 0:
                state.chance(rng)
                continue
            number += 1
            own = view(state, state.actor)
            if len(state.actions()) > 1:
                yield state, state.actor, number
            for action in chooser.choose(own, state.actor, number):
                state.act(action)


def is_proven(suggestion: Suggestion) -> bool:
    return suggestion.visits > 0 and suggestion.win_probability_low == suggestion.win_probability_high


def tokens_of(state: State) -> list[int]:
    return sorted(unpack(state)["tokens"])


def ends_well(state: State, seat: int, known: dict[bytes, bool]) -> bool:
    """Whether a seat wins though no token is touched, whatever the other does; `known` holds what was found before."""
    if state.over:
        return state.payoff()[0][seat] == 1.0
    if state.actor < 0:
        return False
    key = bytes(state)
    if key not in known:
        tokens = tokens_of(state)

        def leads_there(action: int) -> bool:
            after = state.copy()
            after.act(action)
            return after.actor != -1 and tokens_of(after) == tokens and ends_well(after, seat, known)

        known[key] = (any if state.actor == seat else all)(map(leads_there, state.actions()))
    return known[key]


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_what_is_proven_holds_in_every_line_of_play(variant: str) -> None:
    n_won = n_lost = 0
    for state, seat, number in decisions(variant, 14):
        answer = suggest(view(state, seat), seat, simulations=SIMULATIONS, seed=number)
        proven = [suggestion for suggestion in answer.suggestions if is_proven(suggestion)]
        if answer.stats.stop_reason == "SOLVED" or not proven:
            continue
        told = f"seat {seat} of {state_json(state, None)}"
        for suggestion in proven[:2] + proven[-1:]:
            after = state.copy()
            for action in find_position(view(state, seat), seat).moves[suggestion.notation][0]:
                after.act(action)
            winner = seat if suggestion.win_probability == 1 else 1 - seat
            assert ends_well(after, winner, {}), f"{suggestion.notation} for {told}"
        if proven[0].win_probability == 1:
            n_won += 1
            assert answer.suggestions[0] == proven[0], told
            assert answer.win_probabilities[seat] == 1, told
        n_lost += proven[-1].win_probability == 0
    assert n_won > 5
    assert n_lost > 5


def test_a_bot_plays_what_it_has_proven() -> None:
    chooser = Chooser("ismcts", "jurassic_snack", simulations=SIMULATIONS)
    n_proven = 0
    for state, seat, number in decisions("snack-square", 14):
        answer = suggest(view(state, seat), seat, simulations=SIMULATIONS, seed=number)
        first = answer.suggestions[0]
        if is_proven(first) and first.win_probability == 1:
            n_proven += 1
            played = chooser.choose(view(state, seat), seat, number)
            told = f"seat {seat} of {state_json(state, None)}"
            assert format_move(view(state, seat).sample(seat, Rng(0)), played) == first.notation, told
    assert n_proven > 5


def test_a_proof_tells_nothing_of_moves_that_were_not_tried() -> None:
    n_untried = 0
    for state, seat, number in decisions("snack-square", 14):
        answer = suggest(view(state, seat), seat, simulations=SIMULATIONS, seed=number)
        if any(map(is_proven, answer.suggestions)):
            open_moves = [found for found in answer.suggestions if found.visits and not is_proven(found)]
            untried = [found for found in answer.suggestions if not found.visits]
            if open_moves and untried and answer.stats.stop_reason != "SOLVED":
                n_untried += len(untried)
                told = f"seat {seat} of {state_json(state, None)}"
                low, high = (f(found.win_probability for found in open_moves) for f in (min, max))
                assert all(low <= found.win_probability <= high for found in untried), told
    assert n_untried > 5


def test_without_proofs_nothing_is_certain() -> None:
    for state, seat, number in decisions("snack-square", 4):
        answer = suggest(view(state, seat), seat, bot="ismcts:proofs=off,exact=0", simulations=100, seed=number)
        assert not any(map(is_proven, answer.suggestions)), state_json(state, None)
