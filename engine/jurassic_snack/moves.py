"""Complete moves: which are legal, and the state after one."""

from __future__ import annotations

from collections.abc import Sequence

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import InvalidRevealError, NothingToDecideError, Problem
from dinoai.engine.jurassic_snack.names import GRASS, colour_word
from dinoai.engine.jurassic_snack.notation import PASTURE, SQUARE, moves_by_notation, parse_move
from dinoai.engine.jurassic_snack.packing import (
    area_of,
    bag,
    end_reason,
    hidden_tokens,
    square_marks,
    to_move,
    turn_up,
    unpack,
)
from dinoai.engine.jurassic_snack.rules import decision_name, slide_destination
from dinoai.engine.jurassic_snack.tables import PASTURE_SQUARES, SQUARE_NAMES
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

_REASONS = {
    "no_diplo": "a colour has no Diplo left in the area",
    "no_grass": "no token is left",
    "stalemate": "too many quiet turns in a row",
}


def default_seat(state: State) -> int:
    """The player to move, about whom a call without a seat is."""
    return to_move(state)


def legal_moves(state: State, seat: int) -> list[str]:
    """The seat's legal moves in notation, sorted bytewise; empty when it has nothing to decide."""
    return sorted(moves_by_notation(state)) if state.actor == seat else []


def apply_move(state: State, seat: int, move: str, rng: Rng, reveals: Sequence[str] = ()) -> State:
    """The state after the seat's move.

    In a view `reveals` names the tokens that turn up, by row, then column: the eaten one, or what the viewer looks at;
    those already known may all be left out, and the opponent's look takes none. A full state takes none at all.
    Raises `NothingToDecideError`, `IllegalMoveError`, or `InvalidRevealError`.
    """
    if state.over:
        raise NothingToDecideError(f"the game is over: {_REASONS[end_reason(state)]}")
    if state.actor != seat:
        raise NothingToDecideError(f"{colour_word(seat)} has nothing to decide: {colour_word(state.actor)} is to move")
    actions = parse_move(state, move)
    after = state.copy()
    if state.viewer is None:
        if reveals:
            raise InvalidRevealError.at("reveals[0]", "must be left out: a full state already knows every token")
        play_actions(after, actions, rng)
        return after
    for action in actions:
        after.act(action)
    told = _told(state, after, move, actions[0], reveals)
    turn_up(after, told)
    return after


def play_actions(state: State, actions: Sequence[int], rng: Rng) -> None:
    """Carry out in place a legal complete move of the player to move, in a full state or a sampled world.

    Raises `ValueError` for actions that are no such move.
    """
    for action in actions:
        state.act(action)
    if state.within_move:
        raise ValueError(f"{actions} is no complete move")
    while state.actor == -1:  # a sampled world, which deals its tokens as they turn up
        state.chance(rng)


def awaited(view: State, move: str) -> list[str]:
    """The squares, by row, then column, of the tokens that a move turns up for the viewer and that it does not know.

    Raises `IllegalMoveError`.
    """
    after = view.copy()
    for action in parse_move(view, move):
        after.act(action)
    names = SQUARE_NAMES[area_of(view)]
    return [names[square] for square in hidden_tokens(after)]


def _told(state: State, after: State, move: str, action: int, reveals: Sequence[str]) -> list[str]:
    """What the hidden tokens turned up are, checked against what is known."""
    names = SQUARE_NAMES[area_of(state)]
    hidden = [names[square] for square in hidden_tokens(after)]
    shown = [names[square] for square in _shown_squares(state, action)]
    known = unpack(state)["tokens"]
    if len(reveals) not in (len(hidden), len(shown)):
        raise InvalidRevealError([_count_problem(move, hidden, shown, len(reveals), bag(after))])
    squares = shown if len(reveals) == len(shown) else hidden
    left = bag(after)
    problems = []
    for index, (square, token) in enumerate(zip(squares, reveals, strict=True)):
        path = f"reveals[{index}]"
        if token not in GRASS:
            text = f"must be one of {', '.join(GRASS)}, not {shorten(token)}{did_you_mean(token, GRASS)}"
            problems.append(Problem(path, text))
        elif square in known:
            if known[square] != token:
                problems.append(Problem(path, f"the token on {square} is known to be {known[square]}, not {token}"))
        elif left[token] == 0:
            problems.append(Problem(path, f"{square} cannot be {token}: all {token} are already known elsewhere"))
        else:
            left[token] -= 1
    if problems:
        raise InvalidRevealError(problems)
    return [token for square, token in zip(squares, reveals, strict=True) if square not in known]


def _shown_squares(state: State, action: int) -> list[int]:
    """The squares whose token the viewer sees with this move, known or not, by row, then column."""
    pastures = PASTURE_SQUARES[area_of(state)]
    marks = square_marks(state)
    if action < SQUARE:
        end, start = slide_destination(state, action), action >> 2
        return [end] if marks[end] == "G" and marks[start] != "T" else []
    if state.actor != state.viewer:
        return []
    if decision_name(state) == "recon":
        return [square for square in pastures[action - PASTURE] if marks[square] == "G"]
    return [action - SQUARE] if decision_name(state) == "look" else []


def _count_problem(move: str, hidden: list[str], shown: list[str], given: int, left: dict[str, int]) -> Problem:
    if not shown:
        return Problem("reveals[0]", f"{move} turns up no token for the viewer, so nothing is to be told")
    told = f"{given} are told" if given else "none is told"
    which = f"token on {shown[0]}, which" if len(shown) == 1 else f"tokens on {', '.join(shown)}, which in this order"
    text = f"{move} turns up the {which} must be told, but {told}"
    if len(hidden) < len(shown):
        text += f" (those already known may all be left out; unknown: {', '.join(hidden) or 'none'})"
    if hidden:
        text += f"; each is one of {', '.join(token for token, n in left.items() if n)}"
    return Problem("reveals" if given < len(shown) else f"reveals[{len(shown)}]", text)
