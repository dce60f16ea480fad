"""Perft by the packed rules and by the plain ones of `tests/reference`, in whole and per root move.

A count of depth d is the number of sequences of exactly d complete moves; sequences that end the game earlier count 0.
Draftosaurus: seats choose in ascending order within a phase, one choice is one ply, seats without a decision are
skipped; when all have chosen, the six faces of the next die are separate continuations without a ply of their own, and
a sequence never goes across a deal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference import draftosaurus as plain_draftosaurus
from reference import jurassic_snack as plain_jurassic_snack

from dinoai.engine.draftosaurus import perft as packed_draftosaurus
from dinoai.engine.draftosaurus.choices import choices, choose
from dinoai.engine.draftosaurus.notation import format_choice
from dinoai.engine.games import apply_move, legal_moves, parse_state
from dinoai.engine.perft import perft as count_jurassic_snack
from dinoai.engine.state import State

FOLDER = Path(__file__).parent


@dataclass
class Position:
    """One line of a data file."""

    id: str
    tags: list[str]
    state: dict[str, Any]
    perft: dict[str, int]
    """Counts by depth."""
    confirmed: int
    """The greatest depth to which the plain rules agreed."""


def read(variant: str) -> list[Position]:
    """The positions of a variant."""
    return [Position(**json.loads(line)) for line in (FOLDER / f"{variant}.jsonl").read_text().splitlines()]


def write(variant: str, positions: list[Position]) -> None:
    """Replace the positions of a variant."""
    lines = [json.dumps(position.__dict__, separators=(",", ":")) + "\n" for position in positions]
    (FOLDER / f"{variant}.jsonl").write_text("".join(lines))


def packed_count(state: State, depth: int) -> int:
    """The count by the packed rules."""
    if state.game == "draftosaurus":
        return packed_draftosaurus.perft(state, depth)
    return count_jurassic_snack(state, depth)


def plain_count(document: dict[str, Any], depth: int) -> int:
    """The count by the plain rules; the moves of the last ply are counted without being played."""
    if "draftosaurus" in document:
        return plain_draftosaurus.perft(document["draftosaurus"], depth)
    return plain_jurassic_snack.perft(document["jurassic_snack"], depth)


def packed_division(state: State, depth: int) -> dict[str, int]:
    """The count by the packed rules after each root move."""
    if state.game == "jurassic_snack":
        moves = legal_moves(state)
        return {move: packed_count(apply_move(state, move, seed=0), depth - 1) for move in moves}
    counts = {}
    for actions in choices(state, state.actor):
        after = state.copy()
        choose(after, state.actor, actions)
        counts[format_choice(state, actions)] = packed_count(after, depth - 1)
    return dict(sorted(counts.items()))


def plain_division(document: dict[str, Any], depth: int) -> dict[str, int]:
    """The count by the plain rules after each root move."""
    if "draftosaurus" in document:
        state = plain_draftosaurus.normalise(document["draftosaurus"])
        return plain_draftosaurus.divide(state, depth)
    return plain_jurassic_snack.divide(document["jurassic_snack"], depth)


def report(position: Position, depth: int, *, with_plain: bool) -> str:
    """The count per root move, the plain rules' beside it where wanted, and how to go one ply deeper."""
    packed = packed_division(parse_state(json.dumps(position.state)), depth)
    plain = plain_division(position.state, depth) if with_plain else {}
    lines = [f"{position.id}, depth {depth}: {sum(packed.values())} instead of {position.perft[str(depth)]}"]
    lines += [
        f"  {move}: {packed.get(move)}" + (f", plain rules {plain.get(move)}" if with_plain else "")
        for move in sorted(packed.keys() | plain.keys())
    ]
    lines.append("Play a move that differs, and divide the position after it at the depth one less.")
    return "\n".join([json.dumps(position.state), *lines])
