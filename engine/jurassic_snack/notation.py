"""The notation of complete moves, and the engine's actions they are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dinoai.engine.document import shorten
from dinoai.engine.errors import IllegalMoveError
from dinoai.engine.jurassic_snack.names import SQUARE_PATTERN
from dinoai.engine.jurassic_snack.packing import area_of, square_marks
from dinoai.engine.jurassic_snack.rules import decision_name, slide_destination
from dinoai.engine.jurassic_snack.tables import PASTURE_SQUARES, SQUARE_NAMES
from dinoai.engine.state import State

# As in state.pxd.
SQUARE, PASTURE, PASS = 144, 180, 184

_FORMS = {
    "slide": (f"{SQUARE_PATTERN}-{SQUARE_PATTERN}", "a slide such as b2-b5"),
    "birth": (f"birth {SQUARE_PATTERN}", "birth and an empty square, such as birth c3"),
    "recon": (f"recon {SQUARE_PATTERN}", "recon and the top left square of a pasture, such as recon d1"),
    "air_travel": (f"air_travel {SQUARE_PATTERN}-{SQUARE_PATTERN}", "a Diplo's way, such as air_travel b2-c3"),
    "air_raid": (f"air_raid {SQUARE_PATTERN}-{SQUARE_PATTERN}", "a T.Rex's way, such as air_raid f1-c3"),
    "eruption": (
        rf"eruption {SQUARE_PATTERN}(?:\+{SQUARE_PATTERN})?",
        "eruption and two squares in row-major order, such as eruption a1+b4 (one when one token is left)",
    ),
    "look": (f"look {SQUARE_PATTERN}", "look and a square with a token, such as look b3"),
    "pass": ("pass", "pass"),
}
_PATTERNS = {kind: re.compile(pattern, re.ASCII) for kind, (pattern, _) in _FORMS.items()}
_SHOWN_MOVES = 8


def format_move(state: State, actions: Sequence[int]) -> str:
    """The notation of the complete move that the actor's legal actions make."""
    names = SQUARE_NAMES[area_of(state)]
    first = actions[0]
    if first == PASS:
        return "pass"
    if first >= PASTURE:
        return f"recon {names[PASTURE_SQUARES[area_of(state)][first - PASTURE][0]]}"
    if first < SQUARE:
        return f"{names[first >> 2]}-{names[slide_destination(state, first)]}"
    kind = decision_name(state)
    squares = [action - SQUARE for action in actions]
    if kind == "air_raid" and len(squares) == 1:
        squares = [_only_trex(state), *squares]
    if kind == "eruption":
        return f"eruption {'+'.join(names[square] for square in sorted(squares))}"
    return f"{kind} {'-'.join(names[square] for square in squares)}"


def moves_by_notation(state: State) -> dict[str, list[int]]:
    """All legal moves of the seat to move with the actions that make them; a move has one of its orders."""
    moves: dict[str, list[int]] = {}
    for action in state.actions():
        after = state.copy()
        after.act(action)
        sequences = [[action, second] for second in after.actions()] if after.within_move else [[action]]
        for actions in sequences:
            moves.setdefault(format_move(state, actions), actions)
    return moves


def parse_move(state: State, text: str) -> list[int]:
    """The actions of a legal move of the seat to move.

    Raises `IllegalMoveError` at `move` that says what is wrong and names a few legal moves.
    """
    moves = moves_by_notation(state)
    if text in moves:
        return moves[text]
    legal = sorted(moves)
    shown = ", ".join(legal[:_SHOWN_MOVES]) + (f", ... ({len(legal)} in all)" if len(legal) > _SHOWN_MOVES else "")
    kind = "pass" if legal == ["pass"] else decision_name(state)
    given = next((other for other, pattern in _PATTERNS.items() if pattern.fullmatch(text)), None)
    if given is None:
        raise IllegalMoveError.at("move", f"{shorten(text)} is not a move; wanted is {_FORMS[kind][1]}; legal: {shown}")
    if given != kind:
        reason = f"{text} is out of place; what must be chosen now is {_FORMS[kind][1]}"
    elif given == "eruption" and _reversed(text) in moves:
        reason = f"{text} must be written in row-major order, as {_reversed(text)}"
    else:
        reason = f"{text} is not legal here"
    raise IllegalMoveError.at("move", f"{reason}; legal: {shown}")


def _reversed(text: str) -> str:
    return "eruption " + "+".join(reversed(text.removeprefix("eruption ").split("+")))


def _only_trex(state: State) -> int:
    return square_marks(state).index("T")
