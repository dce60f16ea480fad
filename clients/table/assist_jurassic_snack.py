"""What people with Jurassic Snack on the table are asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dinoai.clients.names import name_of, seat_name
from dinoai.clients.table.questions import Conversation, Question, move_reader, word_reader
from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.jurassic_snack.moves import awaited
from dinoai.engine.jurassic_snack.names import COLOURS, GRASS
from dinoai.engine.jurassic_snack.packing import bag
from dinoai.engine.state import State

N_SQUARES = 36
EGGS_EACH = 4
SET_UP_MARKS = "BYG#"
PASTURE_WIDTH = 3
MAX_WIDTH = 4 * PASTURE_WIDTH


def converse(view: State | None, options: Mapping[str, Any]) -> Conversation:
    """The conversation of a game, from its set-up or from a view on."""
    if view is None:
        view = yield from _set_up(options)
    while not view.over:
        seat = view.actor
        moves = games.legal_moves(view, seat)
        own = seat == view.viewer
        move = yield Question(
            "move" if own else "choice",
            "Your move" if own else f"{seat_name(view.game, seat)}'s move",
            move_reader(moves, view, seat),
            view,
            seat,
            moves=moves,
        )
        tokens: list[str] = []
        for square in awaited(view, move):
            left = Counter(bag(view))
            left.subtract(tokens)
            unseen = [token for token in GRASS if left[token] > 0]
            token = yield Question(
                "token", f"The token on {square}", _token_reader(unseen), view, seat, square, words=unseen
            )
            tokens.append(token)
        view = games.apply_move(view, move, seat, reveals=tokens)
    return view


def _token_reader(unseen: Sequence[str]) -> Callable[[str], str]:
    read_word = word_reader(GRASS, "Grass token")

    def read(text: str) -> str:
        token = read_word(text)
        if token not in unseen:
            names = ", ".join(name.lower() for name in unseen)
            raise InvalidInputError.at("", f"all {name_of(token)} tokens are already known; unseen are {names}")
        return token

    return read


def _set_up(options: Mapping[str, Any]) -> Conversation:
    colour = yield Question("colour", "Your colour (blue or yellow)", word_reader(COLOURS, "colour"), words=COLOURS)
    document: dict[str, Any] = {
        "viewer": colour,
        "to_move": COLOURS[0],  # R3: Blue starts, with one action
        "actions_left": 1,
        "options": dict(options),
    }
    rows: list[str] = []
    while _n_inside(rows) < N_SQUARES:
        hint = "" if rows else ": B and Y Diplos, G face-down tokens, # where no pasture lies"
        row = yield Question("row", f"Row {len(rows) + 1} of the area{hint}", _row_reader(rows, document))
        rows.append(row)
    return games.parse_state(json.dumps({"jurassic_snack": {**document, "rows": rows}}))


def _row_reader(rows: Sequence[str], document: Mapping[str, Any]) -> Callable[[str], str]:
    """Reads a row of the set-up (R2): every square is occupied. With the last one the area must be complete."""

    def read(text: str) -> str:
        row = "".join(text.upper().split())
        if not row or set(row) - set(SET_UP_MARKS):
            raise InvalidInputError.at("", "a row of the set-up is made of B, Y, G and #")
        if rows and len(row) != len(rows[0]):
            raise InvalidInputError.at("", f"all rows are {len(rows[0])} long, with # where no pasture lies")
        if len(row) > MAX_WIDTH or len(rows) >= MAX_WIDTH:
            raise InvalidInputError.at("", f"an area is at most {MAX_WIDTH} squares wide and high")
        if len(row) % PASTURE_WIDTH:  # D13: pastures lie on a grid of their size
            raise InvalidInputError.at("", f"a row is 3, 6, 9 or 12 squares long, not {len(row)}")
        picture = [*rows, row]
        if _n_inside(picture) > N_SQUARES:
            raise InvalidInputError.at("", f"these are more than {N_SQUARES} squares; undo goes back a row")
        for mark, colour in zip("BY", COLOURS, strict=True):
            n_diplos = "".join(picture).count(mark)
            if n_diplos > EGGS_EACH or (_n_inside(picture) == N_SQUARES and n_diplos < EGGS_EACH):
                text = f"{name_of(colour)} sets up {EGGS_EACH} Diplos, not {n_diplos}; undo goes back a row"
                raise InvalidInputError.at("", text)
        if _n_inside(picture) == N_SQUARES:
            games.parse_state(json.dumps({"jurassic_snack": {**document, "rows": picture}}))
        return row

    return read


def _n_inside(rows: Sequence[str]) -> int:
    return sum(mark != "#" for row in rows for mark in row)
