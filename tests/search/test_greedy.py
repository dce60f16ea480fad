"""The yardstick `greedy`: cases in which it once went wrong."""

from __future__ import annotations

import random

import pytest
from playing import new_variant, random_play

from dinoai.engine.draftosaurus.packing import unpack
from dinoai.engine.games import view
from dinoai.search.ismcts import list_sequences
from dinoai.search.knowledge import greedy_values


@pytest.mark.parametrize("side", ["summer", "winter"])
def test_last_boxing_looks_at_no_thirteenth_dinosaur(side: str) -> None:
    """After the last boxing nobody places any more: a thirteenth dinosaur does not even fit into the packed zoo."""
    start = new_variant(f"draft-2-{side}", 1, placement="WITH_PICK")
    for state, seat, _ in random_play(start, random.Random(3)):
        fields = unpack(state)
        if fields["phase"] == "BOX" and fields["turn"] == 12 and state.actor == seat:
            own = view(state, seat)
            assert greedy_values(own, seat, list_sequences(own)) == [0.0]
            return
    raise AssertionError("the game has no last boxing")
