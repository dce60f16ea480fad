"""Legal moves as a list in which a person finds one: grouped by piece or species, each with its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dinoai.clients.wrapping import Items

MAX_LISTED = 60
"""Longer lists are shown on request only."""


def move_list(moves: Sequence[str], shown: Sequence[str] | None = None) -> RenderableType:
    """The moves with their numbers among all `moves`; `shown` are those to list, all without it."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    listed = moves if shown is None else shown
    numbers = {move: number for number, move in enumerate(moves, 1)}
    width = max(len(_item(move)) for move in listed)
    for heading, group in groupby(listed, key=_heading):
        items = [Text.assemble((f"{numbers[move]:>3} ", "dim"), _item(move).ljust(width)) for move in group]
        table.add_row(Text(f"  {heading}", style="bold"), Items(items, separator=" "))
    return table


def list_moves(moves: Sequence[str]) -> Iterator[RenderableType]:
    """The list, or where it is too long how long it is."""
    if len(moves) <= MAX_LISTED:
        yield move_list(moves)
        return
    first, last = moves[0], moves[-1]
    example = _heading(first)
    yield Text(
        f"  {len(moves)} moves from {first} to {last}; `moves` lists them, `moves {example}` those that begin so."
    )


def _heading(move: str) -> str:
    """What the moves of a group have in common: the species, the verb, or the square of the piece."""
    head, at, _ = move.partition("@")
    if at:
        return f"{head}@"
    verb, _, rest = move.rpartition(" ")
    start = re.match(r"([a-l]\d+)[-+]", rest)
    return " ".join(filter(None, (verb, start[1] if start else "")))


def _item(move: str) -> str:
    """A move without the heading's words that stand for themselves."""
    return move.rpartition("@")[2].rpartition(" ")[2]
