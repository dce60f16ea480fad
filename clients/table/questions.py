"""What a session asks a person, and how answers are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from dinoai.clients.table.choosing import choose_move, choose_word
from dinoai.engine import games
from dinoai.engine.document import shorten
from dinoai.engine.draftosaurus.notation import parse_move, read_notation
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State


@dataclass(frozen=True, slots=True)
class Question:
    """One question at the table."""

    kind: str
    """What is asked for: `move` for the own choice, `choice` for another seat's, `die`, `hand`, `token`, and what a
    set-up needs."""

    text: str
    """The question in words."""

    read: Callable[[str], Any]
    """Reads an answer. Raises `InvalidInputError` saying what is wrong with it."""

    view: State | None = None
    """What the person knows by now; `None` before the set-up is known."""

    seat: int | None = None
    """Whose choice is asked for."""

    square: str = ""
    """Where the token lies that is asked for."""

    moves: Sequence[str] = ()
    """What may be chosen, in notation."""

    words: Sequence[str] = ()
    """The words that an answer is made of, where it is no move."""


MAX_WORDS = 60
"""No answer needs more words than this, the dinosaurs of the largest game."""

Conversation = Generator[Question, Any, State]
"""Yields questions, is sent what their answers were read as, and returns what is known at the end of the game."""


def word_reader(words: Sequence[str], what: str) -> Callable[[str], str]:
    """Reads one of some words; `what` says in an error what they are."""
    return lambda text: choose_word(text, words, what)


def number_reader(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number, and raises `InvalidInputError` for anything else."""

    def read(text: str) -> int:
        word = text.strip()
        if not (word.isascii() and word.isdigit() and low <= int(word[:9]) <= high):
            raise InvalidInputError.at("", f"it must be a number from {low} to {high}, not {shorten(word)}")
        return int(word)

    return read


def move_reader(moves: Sequence[str], view: State, seat: int) -> Callable[[str], str]:
    """Reads one of the moves, which are those that the seat may have in the view.

    For anything else it raises `InvalidInputError` with the reason, where there is one.
    """

    def read(text: str) -> str:
        move = choose_move(text, moves)
        if move is None:
            _explain(view, seat, " ".join(text.lower().split()))
            raise InvalidInputError.at("move", f"{shorten(text)} is no move here")
        return move

    return read


def _explain(view: State, seat: int, text: str) -> None:
    """Raise why a text is no move of the seat."""
    if not view.simultaneous:
        games.apply_move(view, text, seat)
        return
    try:
        read_notation(text)
    except ValueError as error:
        _, semicolon, hint = str(error).partition("; did you mean ")
        raise InvalidInputError.at(
            "move", f"no move begins like {shorten(text)}{semicolon}{hint or '; `moves` lists them'}"
        ) from None
    parse_move(view, text, seat)


def many_reader(words: Sequence[str], what: str) -> Callable[[str], list[str]]:
    """Reads several words, with a number where one comes more than once: `2 brachio t_rex` or `brachio*2, t_rex`.

    For anything else it raises `InvalidInputError`.
    """

    def read(text: str) -> list[str]:
        found: list[str] = []
        count = 1
        for part in re.sub(r"(?i)\bt[- ]?rex\b", "t_rex", text).replace(",", " ").split():
            match = re.fullmatch(r"(\d?)\*?([A-Za-z_-]*)\*?(\d?)", part)
            if match is None:
                raise InvalidInputError.at("", f"{shorten(part)} is no {what}")
            count *= int(match[1] or 1) * int(match[3] or 1)
            if len(found) + count > MAX_WORDS:
                raise InvalidInputError.at("", f"that is too much: more than {MAX_WORDS} {what}")
            if match[2]:
                found += [choose_word(match[2], words, what)] * count
                count = 1
        return found

    return read
