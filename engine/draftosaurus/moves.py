"""Legal moves, and the state after a move at the border: in full states and in views."""

from __future__ import annotations

from collections.abc import Sequence

from dinoai.engine.draftosaurus.choices import choices, choose, is_decided, roll, situation
from dinoai.engine.draftosaurus.notation import format_choice, parse_move
from dinoai.engine.draftosaurus.packing import unpack
from dinoai.engine.draftosaurus.reveals import apply_revealed
from dinoai.engine.errors import InvalidInputError, InvalidRevealError, NothingToDecideError
from dinoai.engine.rng import Rng
from dinoai.engine.state import State


def default_seat(state: State) -> int | None:
    """The viewer; of a full state none."""
    viewer: int | None = state.viewer
    return viewer


def legal_moves(state: State, seat: int) -> list[str]:
    """The seat's legal moves, sorted bytewise; empty when it has nothing to decide or is not the viewer of a view."""
    if state.viewer is not None and state.viewer != seat:
        return []
    return sorted(format_choice(state, actions) for actions in choices(state, seat))


def apply_move(state: State, seat: int, move: str, rng: Rng, reveals: Sequence[str] = ()) -> State:
    """The state after the seat's move.

    In a full state the choice is recorded, and when the last seat has chosen everything is carried out and chance drawn
    from `rng`. In a view `reveals` tells what happened at the table. Raises `IllegalMoveError`, `InvalidRevealError`,
    `NothingToDecideError`, or `InvalidInputError` for a seat that is not the viewer.
    """
    if state.viewer is not None and state.viewer != seat:
        raise InvalidInputError.at("seat", f"the state is a view of seat {state.viewer}, not of seat {seat}")
    if is_decided(state, seat):
        raise NothingToDecideError(_why_decided(state, seat))
    actions = parse_move(state, move, seat)
    if state.viewer is not None:
        return apply_revealed(state, seat, actions, reveals)
    if reveals:
        raise InvalidRevealError.at("reveals", "a full state takes no reveals: chance comes from the seed")
    result = state.copy()
    choose(result, seat, actions)
    roll(result, rng)
    return result


def play_actions(state: State, actions: tuple[int, ...], rng: Rng) -> None:
    """Carry out in place a legal complete move of the next seat to choose, in a full state, and draw chance."""
    seat = state.actor
    if seat < 0 or actions not in choices(state, seat):
        raise ValueError(f"{actions} is no legal move here")
    choose(state, seat, actions)
    roll(state, rng)


def _why_decided(state: State, seat: int) -> str:
    phase = situation(state)[1]
    if phase == "FINISHED":
        return "the game is over"
    if any(pick["seat"] == seat for pick in unpack(state)["picks"]):
        return f"seat {seat} has already chosen in this phase; the others have not"
    return f"seat {seat} has no dinosaur in quarantine, so it has nothing to decide"
