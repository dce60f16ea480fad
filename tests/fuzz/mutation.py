"""Changes that know the schema: most of a state's bytes cannot change alone without breaking another count."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict

from dinoai.engine.draftosaurus.names import FACES, PENS, PHASES, PLACEMENTS, SIDES, SPECIES
from dinoai.engine.games import legal_moves, parse_state
from dinoai.engine.jurassic_snack.names import COLOURS, GRASS
from dinoai.v1 import state_pb2

NAMES = (COLOURS, GRASS, tuple(filter(None, FACES)), tuple(filter(None, PHASES)), PLACEMENTS, SIDES, SPECIES)
"""Words of which one can stand where another of the same list does."""

NUMBERS = (0, 1, 2, 4, 5, 6, 7, 11, 12, 13, 28, 255, 256, 2**31, 2**32 - 1)
PEN_NAMES = tuple(dict.fromkeys((*PENS["SUMMER"], *PENS["WINTER"], "river")))


def mutate_json(data: bytes, rng: random.Random) -> bytes:
    """A changed JSON document; the same bytes where it is none."""
    try:
        return json.dumps(_changed(json.loads(data), rng), separators=(",", ":")).encode()
    except (ValueError, RecursionError):  # also where a change has put a list into itself
        return data


def mutate_proto(data: bytes, rng: random.Random) -> bytes:
    """A changed message; the same bytes where it is none, or where the change does not fit the schema."""
    try:
        message = state_pb2.State.FromString(data)
        document = _changed(MessageToDict(message, preserving_proto_field_name=True), rng)
        json.dumps(document)
        return ParseDict(document, state_pb2.State(), ignore_unknown_fields=True).SerializeToString()
    except Exception:  # the library raises whatever its conversions raise
        return data


def mutate_moves(data: bytes, rng: random.Random) -> bytes:
    """A changed document, or another move, legal or nearly so, with reveals that could fit."""
    document, _, rest = data.partition(b"\n")
    if rng.random() < 0.3:
        return mutate_json(document, rng) + b"\n" + rest
    try:
        state = parse_state(document)
    except Exception:
        return data
    lines = (*rest.decode(errors="replace").split("\n"), "", "")[: max(2, rest.count(b"\n") + 1)]
    seat = rng.randrange(state.n_seats) if state.viewer is None or rng.random() < 0.1 else state.viewer
    moves = legal_moves(state, seat)
    move = rng.choice(moves) if moves and rng.random() < 0.8 else lines[1]
    reveals = list(lines[2:])
    kind = rng.randrange(4)
    if kind == 0:
        reveals = [rng.choice(GRASS) for _ in range(rng.randrange(4))]
    elif kind == 1:
        reveals = [f"{other}:{_choice(moves, rng)}" for other in range(state.n_seats) if other != seat]
        reveals.append(f"die:{rng.choice(NAMES[2])}")
        if rng.random() < 0.5:
            reveals.append("hand:" + ",".join(rng.choice(SPECIES) for _ in range(rng.choice((1, 2, 4, 6)))))
    elif kind == 2 and reveals:
        rng.shuffle(reveals)
        reveals.pop()
    return "\n".join((document.decode(errors="replace"), str(seat), move, *reveals)).encode()


def _choice(moves: list[str], rng: random.Random) -> str:
    species, pen = rng.choice(SPECIES).lower(), rng.choice(PEN_NAMES)
    forms = [f"{species}@{pen}", f"box {species}", f"pick {species}", f"place@{pen}", f"{species}@pyramid.1"]
    return rng.choice([*forms, *moves[:3]])


def _changed(document: Any, rng: random.Random) -> Any:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        change(document, rng)
    return document


def change(document: Any, rng: random.Random) -> None:
    """One change in place, of a kind that keeps counts where it can."""
    nodes = list(_nodes(document))
    if not nodes:
        return
    holder, key = rng.choice(nodes)
    kind = rng.randrange(8)
    if kind <= 2:
        _swap(nodes, holder, key, rng)
    elif kind == 3:
        _move(nodes, rng)
    elif kind == 4:
        del holder[key]
    elif kind == 5 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), holder[key])
    else:
        holder[key] = _other(holder[key], rng)


def _nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the document, as what holds it and its key there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _nodes(value[key])


def _swap(nodes: list[tuple[Any, Any]], holder: Any, key: Any, rng: random.Random) -> None:
    """Exchange two values of one kind, or two marks of the picture."""
    value = holder[key]
    same = [(other, at) for other, at in nodes if type(other[at]) is type(value)]
    other, at = rng.choice(same)
    if isinstance(value, str) and 0 < len(value) == len(other[at]) and set(value + other[at]) <= set("BYTG.#"):
        one, two = rng.randrange(len(value)), rng.randrange(len(value))
        first, second = value[one], other[at][two]
        holder[key] = value[:one] + second + value[one + 1 :]
        other[at] = other[at][:two] + first + other[at][two + 1 :]
    else:
        holder[key], other[at] = other[at], value


def _move(nodes: list[tuple[Any, Any]], rng: random.Random) -> None:
    """Take an item out of a list and put it into another one."""
    lists = [holder[key] for holder, key in nodes if isinstance(holder[key], list)]
    full = [items for items in lists if items]
    if full:
        item = rng.choice(full).pop()
        rng.choice(lists).append(item)


def _other(value: Any, rng: random.Random) -> Any:
    """Another value, of the same kind most of the time."""
    if rng.random() < 0.05:
        return rng.choice((None, "", "x" * 300, [], {}, -1, 1.5, 1e300, True, [[]], "\ud800"))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, max(0, value - 1), rng.choice(NUMBERS)))
    if isinstance(value, str):
        alike = next((names for names in NAMES if value in names), None)
        if alike:
            return rng.choice(alike)
        if value and set(value) <= set("BYTG.#"):
            at = rng.randrange(len(value))
            return value[:at] + rng.choice("BYTG.#") + value[at + 1 :]
        return rng.choice("abcdefghijkl") + str(rng.randrange(1, 13))
    return rng.choice((value, [], {}))
