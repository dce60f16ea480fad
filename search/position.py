"""What a search starts from: a seat's view and its complete moves as the actions that make them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from dinoai.engine.games import format_move
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.ismcts import list_sequences


@dataclass(frozen=True, slots=True)
class Position:
    """A position to search."""

    view: State
    """What the asking seat knows."""

    seat: int
    """The asking seat, which has something to decide."""

    moves: dict[str, list[tuple[int, ...]]]
    """Its moves by notation, sorted bytewise, each with all action sequences that make it."""


def find_position(view: State, seat: int, allowed: Container[str] | None = None) -> Position:
    """The position of a seat's view, with all its moves or only the allowed ones."""
    # In a sampled world the seat decides first; its moves are the same in all of them.
    world = view.sample(seat, Rng(0))
    moves: dict[str, list[tuple[int, ...]]] = {}
    for sequence in list_sequences(world):
        notation = format_move(world, sequence)
        if allowed is None or notation in allowed:
            moves.setdefault(notation, []).append(sequence)
    return Position(view, seat, dict(sorted(moves.items())))
