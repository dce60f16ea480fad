"""What can be done with states, whichever game they belong to.

Each game's package offers the functions that this module dispatches to, under the same names.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from dinoai.engine import draftosaurus, jurassic_snack
from dinoai.engine.document import fill_message, message_json, parse_json
from dinoai.engine.errors import InvalidInputError, InvalidStateError, Problem
from dinoai.engine.rng import Rng
from dinoai.engine.score import Score
from dinoai.engine.state import State
from dinoai.v1 import state_pb2

GAMES: dict[str, ModuleType] = {"jurassic_snack": jurassic_snack, "draftosaurus": draftosaurus}
"""The games by their names in the schema."""

MAX_SEED = 2**64 - 1


def parse_state(text: str | bytes) -> State:
    """The state that a JSON document holds. Raises `InvalidStateError` with every problem found."""
    message = state_pb2.State()
    try:
        problems = fill_message(message, parse_json(text))
    except InvalidInputError as error:
        raise InvalidStateError(error.problems) from None
    return decode_state(message, problems)


def decode_state(message: state_pb2.State, form_problems: Sequence[Problem] = ()) -> State:
    """The state that a message holds. Raises `InvalidStateError` with every problem found.

    `form_problems` are those already found while the message was read.
    """
    game = message.WhichOneof("game")
    if game is None:
        if form_problems:
            raise InvalidStateError(form_problems)
        raise InvalidStateError.at("", f"a state is an object with one of the keys {', '.join(GAMES)}")
    state: State = GAMES[game].decode(getattr(message, game), form_problems)
    return state


def encode_state(state: State) -> state_pb2.State:
    """The state as a message."""
    message = state_pb2.State()
    getattr(message, state.game).CopyFrom(_game(state).encode(state))
    return message


def state_json(state: State, indent: int | None = 2) -> str:
    """The state as a JSON document, as `parse_state` reads it."""
    return message_json(encode_state(state), indent)


def new_game(game: str, *, seed: int | None = None, **options: Any) -> State:
    """A full state of a fresh game; the die of turn 1 is rolled.

    Jurassic Snack takes `area` (`square` or `random`), `stalemate_turns`, `eruption_last_token`; Draftosaurus takes
    `players`, `side`, `start`, `match`, `prairie_capacity`, `boxed_visible`, `placement`; `None` is the default.
    Without `seed` one is drawn. Raises `InvalidInputError` for what the game does not allow.
    """
    if game not in GAMES:
        raise InvalidInputError.at("game", f"must be one of {', '.join(GAMES)}, not {game}")
    given = {name: value for name, value in options.items() if value is not None}
    state: State = GAMES[game].new_game(_seeded(seed), **given)
    return state


def view(state: State, seat: int) -> State:
    """What the seat may know of the state. The seat's own view is its own view again.

    Raises `InvalidInputError` for a seat that does not play, or another seat's view.
    """
    check_seat(state, seat)
    if state.viewer is not None and state.viewer != seat:
        raise InvalidInputError.at(
            "seat", f"the state is a view of {seat_name(state, state.viewer)}, not of {seat_name(state, seat)}"
        )
    result: State = _game(state).view(state, seat)
    return result


def complete(state: State, rng: Rng) -> State:
    """A full state drawn uniformly among those of which the view may be a view; a full state is its own completion."""
    result: State = _game(state).complete(state, rng)
    return result


def legal_moves(state: State, seat: int | None = None) -> list[str]:
    """The seat's legal moves in notation, sorted bytewise; empty when it has nothing to decide.

    Without `seat`: Jurassic Snack's player to move, Draftosaurus' viewer (in a full state the seat is required).
    """
    moves: list[str] = _game(state).legal_moves(state, default_seat(state, seat))
    return moves


def apply_move(
    state: State, move: str, seat: int | None = None, *, seed: int | None = None, reveals: Iterable[str] = ()
) -> State:
    """The state after the seat's move.

    In a full state chance comes from `seed` (drawn at random when absent); in a view `reveals` tells what turned up.
    Raises `IllegalMoveError`, `InvalidRevealError`, or `NothingToDecideError`.
    """
    seat = default_seat(state, seat)
    result: State = _game(state).apply_move(state, seat, move, _seeded(seed), list(reveals))
    return result


def play_actions(state: State, actions: Sequence[int], rng: Rng) -> None:
    """Carry out in place, in a full state, the complete move that the actor's actions make; chance is drawn from `rng`.

    Raises `ValueError` for actions that are no legal move of the actor.
    """
    _game(state).play_actions(state, tuple(actions), rng)


def format_move(state: State, actions: Sequence[int]) -> str:
    """The notation of the complete move that the actor's actions make."""
    notation: str = _game(state).format_move(state, actions)
    return notation


def score(state: State) -> Score:
    """Points part by part, and the result if the game is over."""
    result: Score = _game(state).score(state)
    return result


def default_seat(state: State, seat: int | None = None) -> int:
    """The seat, or the one that a call without a seat is about. Raises `InvalidInputError` where there is none."""
    if seat is None:
        seat = _game(state).default_seat(state)
        if seat is None:
            raise InvalidInputError.at("seat", "is required with a full state")
    check_seat(state, seat)
    return seat


def check_seat(state: State, seat: int) -> None:
    """Raise `InvalidInputError` for a seat that does not play."""
    if not 0 <= seat < state.n_seats:
        raise InvalidInputError.at("seat", f"must be from 0 to {state.n_seats - 1}, not {seat}")


def seat_name(state: State, seat: int) -> str:
    """What a seat of the game is called in a sentence."""
    name: str = _game(state).seat_name(seat)
    return name


def draw_seed() -> int:
    """A random seed that fits in 32 bits, so that it can be told and given again."""
    return secrets.randbits(32)


def _seeded(seed: int | None) -> Rng:
    seed = draw_seed() if seed is None else seed
    if not 0 <= seed <= MAX_SEED:
        raise InvalidInputError.at("seed", f"must be from 0 to {MAX_SEED}, not {seed}")
    return Rng(seed)


def _game(state: State) -> ModuleType:
    return GAMES[state.game]
