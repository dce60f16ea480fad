"""The potential of Draftosaurus: what placements add to it, and what the policy makes of it."""

from __future__ import annotations

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.draftosaurus.choices import situation
from dinoai.engine.games import state_json
from dinoai.search.knowledge.draftosaurus_policy import placements

DRAFTS = [variant for variant in VARIANTS if variant.startswith("draft")]


@pytest.mark.parametrize("variant", DRAFTS)
def test_values_of_placements_are_differences_of_the_potential(variant: str) -> None:
    """Values are found from what a placement changes, the potential from the whole zoo."""
    n_checked = 0
    for state, seat in random_positions(variant, 17, 150):
        _, phase, _ = situation(state)
        if phase == "BOX" or (phase == "PICK" and situation(state)[2]):
            continue
        offsets = [value - potential for _, _, value, potential in placements(state, seat)]
        assert max(offsets) - min(offsets) < 1e-3, (state_json(state, None), seat, placements(state, seat))
        n_checked += 1
    assert n_checked > 30
