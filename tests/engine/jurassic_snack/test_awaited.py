"""What a player at the table must be asked after a move."""

from __future__ import annotations

import random

import pytest
from playing import new_variant, random_play
from revealing import turned_up

from dinoai.engine import games
from dinoai.engine.errors import IllegalMoveError
from dinoai.engine.jurassic_snack.moves import awaited


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_told_is_what_was_awaited(variant: str, seed: int) -> None:
    for state, mover, move in random_play(new_variant(variant, seed), random.Random(seed)):
        after = games.apply_move(state, move, mover)
        for seat in range(2):
            view = games.view(state, seat)
            tokens = turned_up(state, after, seat)
            squares = awaited(view, move)
            assert len(squares) == len(tokens), (seed, seat, move, games.state_json(state))
            assert games.apply_move(view, move, mover, reveals=tokens) == games.view(after, seat)


def test_an_illegal_move_awaits_nothing() -> None:
    view = games.view(games.new_game("jurassic_snack", seed=1), 0)
    with pytest.raises(IllegalMoveError):
        awaited(view, "a1-a9")
