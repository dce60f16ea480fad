"""Jurassic Snack: the picture of the area, the JSON form of a state, and the set-up (R1, R2).

Squares are tuples (x, y) in the code, x to the right and y downwards from the top left, and `a1`
notation in states and moves.
"""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
Square = tuple[int, int]

COLOURS = ("BLUE", "YELLOW")
DIPLO = {"BLUE": "B", "YELLOW": "Y"}
DIPLOS_EACH = 5
T_REX, GRASS, EMPTY, OUTSIDE = "T", "G", ".", "#"
DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))

# R1: the egg squares of each unrotated board in local coordinates.
EGGS: tuple[dict[str, Square], ...] = (
    {"BLUE": (1, 1), "YELLOW": (1, 2)},
    {"BLUE": (0, 1), "YELLOW": (2, 1)},
    {"BLUE": (2, 2), "YELLOW": (0, 0)},
    {"BLUE": (1, 2), "YELLOW": (1, 1)},
)

# R7: how many tokens of a kind there are, and what one is worth.
TOKEN_COUNT = {
    "YUMMY": 12,
    "BIRTH": 3,
    "RECON": 2,
    "AIR_TRAVEL": 4,
    "AIR_RAID": 3,
    "VOLCANIC_ERUPTION": 2,
    "SURPRISE": 2,
}
TOKEN_POINTS = {
    "YUMMY": 2,
    "BIRTH": 1,
    "RECON": 1,
    "AIR_TRAVEL": 1,
    "AIR_RAID": 1,
    "VOLCANIC_ERUPTION": 1,
    "SURPRISE": 3,
}

DEFAULT_OPTIONS = {"stalemate_turns": 2, "eruption_last_token": "REMOVE"}  # D9, D6


# Squares and the picture


def square_name(square: Square) -> str:
    """The notation of a square: column letter, row number."""
    return "abcdefghijkl"[square[0]] + str(square[1] + 1)


def parse_square(name: str) -> Square:
    """The square that a notation names."""
    return "abcdefghijkl".index(name[0]), int(name[1:]) - 1


def at(state: State, square: Square) -> str:
    """The symbol on a square; everything beyond the picture is outside (R1)."""
    x, y = square
    rows = state["rows"]
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else OUTSIDE


def squares_of(state: State, symbols: str) -> list[Square]:
    """All squares that show one of the symbols, by row, then column."""
    return [(x, y) for y, row in enumerate(state["rows"]) for x, symbol in enumerate(row) if symbol in symbols]


def pool(state: State, colour: str) -> int:
    """How many Diplos of a colour are beside the area (R2)."""
    return DIPLOS_EACH - len(squares_of(state, DIPLO[colour]))


def put(state: State, square: Square, symbol: str) -> None:
    x, y = square
    row = state["rows"][y]
    state["rows"][y] = row[:x] + symbol + row[x + 1 :]


def move_piece(state: State, start: Square, end: Square) -> None:
    piece = at(state, start)
    put(state, start, EMPTY)
    put(state, end, piece)


def _sorted_squares(names: Any) -> list[str]:
    return [square_name(square) for square in sorted(map(parse_square, names), key=_row_major)]


def _row_major(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def opponent(colour: str) -> str:
    return "YELLOW" if colour == "BLUE" else "BLUE"


# States


def normalise(state: State) -> State:
    """A deep copy with all defaults filled and all sets sorted, so that states compare with ==.

    What may be absent and means something by that (`viewer`, `pending`) stays absent.
    """
    eaten, looked = state.get("eaten", {}), state.get("looked", {})
    full = {
        "rows": list(state["rows"]),
        "to_move": state["to_move"],
        "actions_left": state.get("actions_left", 0),
        "quiet_turns": state.get("quiet_turns", 0),
        "turn_eventful": state.get("turn_eventful", False),
        "looks_made": _sorted_squares(state.get("looks_made", [])),
        "eaten": {colour: sorted(eaten.get(colour, [])) for colour in ("blue", "yellow")},
        "tokens": {name: state.get("tokens", {})[name] for name in _sorted_squares(state.get("tokens", {}))},
        "looked": {colour: _sorted_squares(looked.get(colour, [])) for colour in ("blue", "yellow")},
        "erupted": sorted(map(_normal_erupted, state.get("erupted", [])), key=_erupted_order),
        "options": {**DEFAULT_OPTIONS, **state.get("options", {})},
    }
    return full | {name: state[name] for name in ("viewer", "pending") if state.get(name) is not None}


def _normal_erupted(entry: State) -> State:
    normal: State = {"looked_by": sorted(entry.get("looked_by", []))}
    return normal | ({"token": entry["token"]} if entry.get("token") is not None else {})


def _erupted_order(entry: State) -> tuple[str, list[str]]:
    return entry.get("token", ""), entry["looked_by"]


def tetromino_placements() -> list[list[Square]]:
    """The 19 fixed placements of the five tetromino shapes (D13), in board units, at the top left."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(3):
        shapes = {_to_top_left(shape | {cell}) for shape in shapes for cell in _neighbours(shape)}
    return sorted(sorted(shape) for shape in shapes)


def _neighbours(shape: frozenset[Square]) -> set[Square]:
    return {(x + dx, y + dy) for x, y in shape for dx, dy in DIRECTIONS} - shape


def _to_top_left(shape: frozenset[Square] | set[Square]) -> frozenset[Square]:
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - top) for x, y in shape)


def rotated(square: Square, quarter_turns: int) -> Square:
    """A local square of a board after clockwise quarter turns: (x, y) goes to (2 - y, x) (R1)."""
    for _ in range(quarter_turns):
        square = (2 - square[1], square[0])
    return square


def set_up_rows(boards: list[tuple[int, Square, int]]) -> list[str]:
    """The picture at the start (R2) of boards state as (number, place in board units, quarter turns)."""
    width = 3 * max(x for _, (x, _), _ in boards) + 3
    height = 3 * max(y for _, (_, y), _ in boards) + 3
    rows = [OUTSIDE * width for _ in range(height)]
    state: State = {"rows": rows}
    for number, (left, top), quarter_turns in boards:
        for x in range(3):
            for y in range(3):
                put(state, (3 * left + x, 3 * top + y), GRASS)
        for colour, egg in EGGS[number].items():
            x, y = rotated(egg, quarter_turns)
            put(state, (3 * left + x, 3 * top + y), DIPLO[colour])
    return rows


def new_game(rng: random.Random, area: str = "square", options: State | None = None) -> State:
    """A fresh full state (R1, R2): boards in random order and rotations, tokens shuffled.

    `area` is "square" (2x2) or "random" (any of the 19 tetromino placements, equally likely).
    """
    placement = [(0, 0), (0, 1), (1, 0), (1, 1)] if area == "square" else rng.choice(tetromino_placements())
    numbers = rng.sample(range(len(EGGS)), len(EGGS))
    rows = set_up_rows([(number, place, rng.randrange(4)) for number, place in zip(numbers, placement, strict=True)])
    tokens = [token for token, count in TOKEN_COUNT.items() for _ in range(count)]
    rng.shuffle(tokens)
    grass = map(square_name, squares_of({"rows": rows}, GRASS))
    lying = dict(zip(grass, tokens, strict=True))
    first_turn = {"to_move": "BLUE", "actions_left": 1}  # R3
    return normalise({"rows": rows, **first_turn, "tokens": lying, "options": options or {}})
