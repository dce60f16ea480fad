"""What the fuzzers do with their input: the first of three promises broken shows as an exception that is not expected.

Whatever the bytes are, only subclasses of `DinoaiError` come out; an accepted state can be used in every way; and what
is written out is read back as the same state.
"""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.message import DecodeError

from dinoai.engine.errors import DinoaiError
from dinoai.engine.games import (
    apply_move,
    complete,
    decode_state,
    encode_state,
    legal_moves,
    parse_state,
    score,
    state_json,
    view,
)
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.v1 import state_pb2

MAX_BYTES = 8192
"""The longest input; larger ones are only slower."""


def fuzz_json(data: bytes) -> None:
    """A state as JSON text."""
    try:
        state = parse_state(data)
    except DinoaiError:
        return
    use(state)


def fuzz_proto(data: bytes) -> None:
    """A state as protobuf bytes."""
    message = state_pb2.State()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return
    try:
        state = decode_state(message)
    except DinoaiError:
        return
    use(state)


def fuzz_moves(data: bytes) -> None:
    """A move and what it reveals: a state as JSON in the first line, then the seat, the move, and a line a reveal."""
    document, _, rest = data.partition(b"\n")
    seat, move, *reveals = (*rest.decode(errors="replace").split("\n"), "", "")[: max(2, rest.count(b"\n") + 1)]
    try:
        state = parse_state(document)
        after = apply_move(state, move, int(seat) if seat.isdecimal() else None, seed=1, reveals=reveals)
    except DinoaiError:
        return
    use(after)


def use(state: State) -> None:
    """Everything that can be done with a state; nothing may fail."""
    assert state.check() == 0
    assert decode_state(encode_state(state)) == state
    assert parse_state(state_json(state, None)) == state
    score(state)
    full = complete(state, Rng(1))
    assert full.check() == 0 and full.viewer is None
    full.playout(Rng(1))
    for seat in range(state.n_seats):
        if state.viewer in (None, seat):
            use_as_seat(state, seat)
            view(full, seat)
    if state.viewer is not None:
        assert view(full, state.viewer).check() == 0


def use_as_seat(state: State, seat: int) -> None:
    """What one seat can do."""
    own = view(state, seat)
    assert own.check() == 0 and view(own, seat) == own
    own.infoset(seat)
    moves = legal_moves(state, seat)
    if moves and not state.over:
        for bot in ("ismcts", "greedy"):
            answer = suggest(state, seat, simulations=1, seed=1, bot=bot, max_megabytes=1)
            assert {suggestion.notation for suggestion in answer.suggestions} == set(moves)
        if state.viewer is None:
            after = apply_move(state, moves[0], seat, seed=1)
            assert after.check() == 0


TARGETS: dict[str, Callable[[bytes], None]] = {"json": fuzz_json, "proto": fuzz_proto, "moves": fuzz_moves}
"""The targets by name; the seeds of each are in a folder of that name."""
