"""Setting up a game (R1, R2)."""

from __future__ import annotations

from typing import Any, TypeVar

from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.engine.jurassic_snack.names import ERUPTION_LAST_TOKEN, GRASS, STALEMATE_TURNS, TOTALS
from dinoai.engine.jurassic_snack.packing import pack
from dinoai.engine.jurassic_snack.tables import PASTURE_SQUARES, PICTURES, SQUARE_NAMES
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

T = TypeVar("T")

SQUARE_AREA = 0
"""The 2x2 square, recommended for a first game."""

EGGS = (((1, 1), (1, 2)), ((0, 1), (2, 1)), ((2, 2), (0, 0)), ((1, 2), (1, 1)))
"""By pasture board: the blue and the yellow egg square as (x, y) from the top left."""

_ALLOWED: dict[str, tuple[Any, ...]] = {
    "area": ("square", "random"),
    "stalemate_turns": STALEMATE_TURNS,
    "eruption_last_token": ERUPTION_LAST_TOKEN,
}


def new_game(rng: Rng, **options: Any) -> State:
    """A full state of a fresh game: boards in random order and rotation, 28 shuffled tokens, Blue to play one action.

    Options: `area` (`square`, the default, or `random`: each of the 19 areas is as likely), `stalemate_turns` (2 or 4),
    `eruption_last_token` (`REMOVE` or `LOOK`). Raises `InvalidInputError` for any other name or value.
    """
    problems = [Problem(name, _complaint(name, value)) for name, value in options.items() if not _allowed(name, value)]
    if problems:
        raise InvalidInputError(problems)
    area = rng.below(len(PICTURES)) if options.get("area") == "random" else SQUARE_AREA
    boards = [(board, rng.below(4)) for board in shuffled([0, 1, 2, 3], rng)]
    rows = lay_out(area, boards)
    names = iter(SQUARE_NAMES[area])
    grass = [name for name, mark in zip(names, "".join(rows).replace("#", ""), strict=True) if mark == "G"]
    tokens = shuffled([token for token in GRASS for _ in range(TOTALS[token])], rng)
    return pack(
        {
            "rows": rows,
            "to_move": "BLUE",
            "actions_left": 1,
            "quiet_turns": 0,
            "turn_eventful": False,
            "looks_made": [],
            "eaten": {"blue": [], "yellow": []},
            "tokens": dict(zip(grass, tokens, strict=True)),
            "looked": {"blue": [], "yellow": []},
            "erupted": [],
            "options": {
                "stalemate_turns": options.get("stalemate_turns", 2),
                "eruption_last_token": options.get("eruption_last_token", "REMOVE"),
            },
        }
    )


def lay_out(area: int, boards: list[tuple[int, int]]) -> list[str]:
    """The picture of the set-up; `boards` are pasture boards with their clockwise quarter turns, in row-major order."""
    marks = ["G"] * len(SQUARE_NAMES[area])
    for squares, (board, turns) in zip(PASTURE_SQUARES[area], boards, strict=True):
        for mark, egg in zip("BY", eggs(board, turns), strict=True):
            marks[squares[3 * egg[1] + egg[0]]] = mark
    rest = iter(marks)
    return ["".join("#" if outline == "#" else next(rest) for outline in row) for row in PICTURES[area]]


def eggs(board: int, turns: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The blue and the yellow egg square of a board after clockwise quarter turns."""
    blue, yellow = EGGS[board]
    for _ in range(turns):
        blue, yellow = (2 - blue[1], blue[0]), (2 - yellow[1], yellow[0])
    return blue, yellow


def shuffled(items: list[T], rng: Rng) -> list[T]:
    """The items in uniformly random order."""
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def _allowed(name: str, value: Any) -> bool:
    return name in _ALLOWED and not isinstance(value, bool) and value in _ALLOWED[name]


def _complaint(name: str, value: Any) -> str:
    if name not in _ALLOWED:
        return f"Jurassic Snack has no such option; its options are {', '.join(_ALLOWED)}"
    return f"must be {' or '.join(map(str, _ALLOWED[name]))}, not {value}"
