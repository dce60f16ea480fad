"""Complete moves as single numbers: each legal move once."""

from __future__ import annotations

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.games import format_move, legal_moves, state_json, view
from dinoai.engine.rng import Rng
from dinoai.search.moves import list_moves


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_move_is_listed_once(variant: str) -> None:
    for state, seat in random_positions(variant, 84, 60):
        world = view(state, seat).sample(seat, Rng(0))
        moves = [format_move(world, sequence) for sequence in list_moves(world)]
        assert sorted(moves) == legal_moves(state, seat), state_json(state, None)
