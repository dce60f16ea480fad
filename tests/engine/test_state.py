"""Packed states as Python objects."""

from __future__ import annotations

import pickle
import random

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine import games


@pytest.mark.parametrize("variant", VARIANTS)
def test_bytes_are_restored_only_where_the_invariants_hold(variant: str) -> None:
    rng = random.Random(3)
    for state, seat in random_positions(variant, 7, 6):
        for original in (state, games.view(state, seat)):
            restore, (game, data) = original.__reduce__()[:2]
            assert pickle.loads(pickle.dumps(original)) == original
            for _ in range(50):
                changed = bytearray(data)
                for _ in range(rng.choice((1, 2, 256))):
                    changed[rng.randrange(len(changed))] = rng.getrandbits(8)
                try:
                    assert restore(game, bytes(changed)).check() == 0
                except ValueError as error:
                    assert "invariant" in str(error)
            with pytest.raises(ValueError, match="invariant"):
                restore(game, b"\xff" * len(data))
            with pytest.raises(ValueError, match="not a packed state"):
                restore(game, data[1:])
            with pytest.raises(ValueError, match="not a packed state"):
                restore("chess", data)
