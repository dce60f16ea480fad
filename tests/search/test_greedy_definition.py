"""`greedy` is what docs/search.md says: every value of every move beside a plain implementation of the words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plain_greedy import draftosaurus_value, jurassic_snack_value
from playing import VARIANTS, random_positions
from reference import draftosaurus, jurassic_snack

from dinoai.engine.document import message_dict
from dinoai.engine.games import encode_state, state_json, view
from dinoai.search.knowledge import greedy_values
from dinoai.search.position import find_position

PLAIN: dict[str, tuple[Callable[[Any], Any], Callable[[Any, int, str], float]]] = {
    "draftosaurus": (draftosaurus.normalise, draftosaurus_value),
    "jurassic_snack": (jurassic_snack.normalise, jurassic_snack_value),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_values_are_those_of_the_definition(variant: str) -> None:
    for state, seat in random_positions(variant, 91, 40):
        own = view(state, seat)
        position = find_position(own, seat)
        normalise, value_of = PLAIN[state.game]
        plain = normalise(message_dict(encode_state(own))[state.game])
        expected = {move: value_of(plain, seat, move) for move in position.moves}
        values = greedy_values(own, seat, [sequences[0] for sequences in position.moves.values()])
        told = f"seat {seat} of {state_json(state, None)}"
        assert dict(zip(position.moves, values, strict=True)) == pytest.approx(expected, abs=1e-9), told
