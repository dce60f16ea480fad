"""What the search judges a position of Draftosaurus by."""

from __future__ import annotations

import json

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.draftosaurus.choices import situation
from dinoai.engine.games import new_game, state_json, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.knowledge.draftosaurus_guidance import evaluation, policy_playout, priors
from dinoai.search.moves import list_moves


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.startswith("draft")])
def test_priors_are_of_all_complete_moves(variant: str) -> None:
    phases = set()
    for state, seat in random_positions(variant, 61, 120):
        phases.add(situation(state)[1])
        world = view(state, seat).sample(seat, Rng(61))
        found = priors(world, seat)
        assert sorted(move for move, _ in found) == sorted(list_moves(world)), (seat, state_json(state, None))
        assert sum(prior for _, prior in found) == pytest.approx(1, abs=1e-5)
        assert min(prior for _, prior in found) > 0
    assert {"PICK", "PLACE"} <= phases
    assert ("BOX" in phases) == ("-2-" in variant)
    assert ("QUARANTINE" in phases) == ("winter" in variant)


def place_in_time(state: State) -> tuple[int, str]:
    """The turn, counted through both games of a match, and the phase."""
    fields = json.loads(state_json(state, None))["draftosaurus"]
    return fields["turn"] + (12 if fields.get("match", {}).get("game") == 2 else 0), fields["phase"]


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_playouts_end_a_turn_after_the_one_they_start_in(players: int, match: bool) -> None:
    """Two players leave the boxing of that turn undone; of turn 12 nothing, so that its result is exact."""
    phases = set()
    for seed in range(8):
        rng = Rng(seed)
        state = new_game("draftosaurus", seed=seed, players=players, match=match)
        while not state.over:
            turn, phase = place_in_time(state)
            phases.add(phase)
            after = policy_playout(state, rng)
            if turn + 1 >= (24 if match else 12):
                assert after.over, (seed, state_json(state, None))
            elif players == 2 and turn != 11:
                assert place_in_time(after) == (turn + 1, "BOX"), (seed, state_json(state, None))
            else:
                assert place_in_time(after) == (turn + 2, "PICK"), (seed, state_json(state, None))
                assert not after.over
            actions = state.actions()
            state.act(actions[rng.below(len(actions))])
            if not state.over and state.actor < 0:
                state.chance(rng)
    assert phases == {"PICK"} | ({"BOX"} if players == 2 else set()) | ({"QUARANTINE"} if match else set())


@pytest.mark.parametrize("side", ["SUMMER", "WINTER"])
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_new_turn_counts_the_rolls_as_the_turn_before(side: str, start: int, turn: int, tables_alone: None) -> None:
    """Between the last boxing of a turn and the next choice nothing is placed, and the same seats are still to roll.

    Points change only where what was boxed makes another species scarce, while one roll more or less changes them for
    both seats. In the last turns few dinosaurs are left, and scarcity changes too often to tell. So it does for the
    network, whose steps are finer; it has its outlook from where the tables have theirs.
    """
    n_same, changes = 0, []
    for seed in range(20):
        rng = Rng(seed)
        state = new_game("draftosaurus", seed=100 * turn + seed, players=2, side=side, start=start)
        before: list[float] = []
        for _ in range(turn):
            while state.actor >= 0:
                before = evaluation(state)[1]
                actions = state.actions()
                state.act(actions[rng.below(len(actions))])
            state.chance(rng)
        for old, new in zip(before, evaluation(state)[1], strict=True):
            if abs(old - new) < 1e-4:
                n_same += 1
            else:
                changes.append((new - old, state_json(state, None)))
    assert n_same > 10, changes
