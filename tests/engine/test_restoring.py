"""A pickled state is bytes from outside: what is not sound is refused, and what is accepted can be played."""

from __future__ import annotations

import random

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.games import view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State


def restored(state: State, data: bytes) -> State | None:
    """The state that a pickle with these bytes would hold; `None` where it is refused."""
    restore, (name, _) = state.__reduce__()  # type: ignore[misc]
    try:
        result: State = restore(name, data)  # type: ignore[operator]
    except ValueError:
        return None
    return result


@pytest.mark.parametrize("variant", VARIANTS)
def test_changed_bytes_are_refused_or_can_be_played(variant: str) -> None:
    rng = random.Random(variant)
    n_refused = 0
    for full, seat in random_positions(variant, 91, 30):
        for state in (full, view(full, seat)):
            assert restored(state, bytes(state)) == state
            for _ in range(100):
                data = bytearray(bytes(state))
                for _ in range(rng.choice((1, 1, 2, 8))):
                    data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
                other = restored(state, bytes(data))
                if other is None:
                    n_refused += 1
                    continue
                assert other.check() == 0
                other.infoset(seat)
                assert other.sample(seat, Rng(1)).playout(Rng(1)).over
    assert n_refused > 100
