"""Legal moves, and the state after a move at the border: in full states and in views."""

from __future__ import annotations

from collections.abc import Sequence

from dinoai.engine.draftosaurus.choices import choices, choose, is_decided, roll, situation
from dinoai.engine.draftosaurus.notation import format_choice, parse_move
from dinoai.engine.draftosaurus.packing import unpack
from dinoai.engine.draftosaurus.reveals import apply_revealed, missing_reveals
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
    return possible_moves(state, seat)


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
    """Carry out in place a legal complete move of the next seat to choose, in a full state, and draw chance.

    Raises `ValueError` for actions that are no such move.
    """
    seat = state.actor
    if seat < 0 or actions not in choices(state, seat):
        raise ValueError(f"{actions} is no legal move here")
    choose(state, seat, actions)
    roll(state, rng)


def possible_moves(state: State, seat: int) -> list[str]:
    """The moves that any seat may have as far as the state knows its hand, sorted bytewise."""
    return sorted(format_choice(state, actions) for actions in choices(state, seat))


def record_choice(view: State, move: str) -> State:
    """The view once its viewer has chosen and the others have not been revealed.

    Where nobody else chooses in this phase the choice is carried out. Raises `IllegalMoveError`,
    `NothingToDecideError`.
    """
    seat = _viewer(view)
    if is_decided(view, seat):
        raise NothingToDecideError(_why_decided(view, seat))
    result = view.copy()
    choose(result, seat, parse_move(view, move, seat))
    return result


def awaited(view: State, reveals: Sequence[str] = ()) -> list[str]:
    """What is still to be told before a view whose viewer has chosen, or has nothing to choose, can go on.

    In the order of a turn: numbers of other seats for their choices, `die`, `hand`. Raises `InvalidRevealError` for
    what `reveals` tell that cannot be.
    """
    return missing_reveals(view, _viewer(view), reveals)


def go_on(view: State, reveals: Sequence[str]) -> State:
    """The next view where its viewer has chosen, or has nothing to choose: what happened at the table is told.

    Raises `InvalidRevealError`, or `NothingToDecideError` where the game is over or the viewer is still to choose.
    """
    seat = _viewer(view)
    if situation(view)[1] == "FINISHED":
        raise NothingToDecideError("the game is over")
    if not is_decided(view, seat):
        raise NothingToDecideError(f"seat {seat} is still to choose")
    return apply_revealed(view, seat, (), reveals)


def _viewer(view: State) -> int:
    if view.viewer is None:
        raise InvalidInputError.at("state", "must be a view")
    return int(view.viewer)


def _why_decided(state: State, seat: int) -> str:
    phase = situation(state)[1]
    if phase == "FINISHED":
        return "the game is over"
    if any(pick["seat"] == seat for pick in unpack(state)["picks"]):
        return f"seat {seat} has already chosen in this phase; the others have not"
    return f"seat {seat} has no dinosaur in quarantine, so it has nothing to decide"
