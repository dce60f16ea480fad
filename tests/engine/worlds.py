"""All full states of which a view may be a view, with how many arrangements of single pieces make each."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any

from dinoai.engine.draftosaurus import choices
from dinoai.engine.draftosaurus.names import SPECIES, unseen_boxings
from dinoai.engine.draftosaurus.packing import pack as pack_draftosaurus
from dinoai.engine.draftosaurus.packing import unpack as unpack_draftosaurus
from dinoai.engine.jurassic_snack.packing import area_of, bag, square_marks
from dinoai.engine.jurassic_snack.packing import pack as pack_jurassic_snack
from dinoai.engine.jurassic_snack.packing import unpack as unpack_jurassic_snack
from dinoai.engine.jurassic_snack.tables import SQUARE_NAMES
from dinoai.engine.state import State

Fields = dict[str, Any]


def worlds(view: State) -> Counter[State]:
    """Every full state behind a view, weighted."""
    make = jurassic_snack_worlds if view.game == "jurassic_snack" else draftosaurus_worlds
    found: Counter[State] = Counter()
    for world, weight in make(view):
        found[world] += weight
    return found


def jurassic_snack_worlds(view: State) -> Iterator[tuple[State, int]]:
    """R12: the unseen tokens are a uniform shuffle; each way to lay them out is as likely as any other."""
    fields = unpack_jurassic_snack(view)
    marked = zip(SQUARE_NAMES[area_of(view)], square_marks(view), strict=True)
    hidden: list[Any] = [square for square, mark in marked if mark == "G" and square not in fields["tokens"]]
    hidden += [index for index, record in enumerate(fields["erupted"]) if record.get("token") is None]
    for tokens in arrangements(Counter(bag(view)), len(hidden)):
        world = copy.deepcopy(fields)
        del world["viewer"]
        for place, token in zip(hidden, tokens, strict=True):
            if isinstance(place, int):
                world["erupted"][place]["token"] = token
            else:
                world["tokens"][place] = token
        yield pack_jurassic_snack(world), 1


def arrangements(left: Counter[str], n: int) -> Iterator[list[str]]:
    """The different ways to draw `n` in order."""
    if n == 0:
        yield []
        return
    for item in list(left):
        if left[item]:
            left[item] -= 1
            for rest in arrangements(left, n - 1):
                yield [item, *rest]
            left[item] += 1


def draftosaurus_worlds(view: State) -> Iterator[tuple[State, int]]:
    """The unseen dinosaurs are a uniform shuffle; a hand or the bag has no order, a boxed dinosaur has its turn."""
    fields = unpack_draftosaurus(view)
    unseen = dict(zip(SPECIES, choices.unseen(view), strict=True))
    total = len(fields["boxed"]) + fields["boxed_unknown"]
    slots = unseen_boxings(fields["viewer"], total) if fields["boxed_unknown"] else []
    assert len(slots) == fields["boxed_unknown"]
    for hands, boxed, weight in draws([hand["unknown"] for hand in fields["hands"]], len(slots), unseen):
        world = copy.deepcopy(fields)
        world["viewer"] = None
        for hand, drawn in zip(world["hands"], hands, strict=True):
            hand["dinosaurs"] += drawn
            hand["unknown"] = 0
        if slots:
            known, extra = iter(fields["boxed"]), dict(zip(slots, boxed, strict=True))
            world["boxed"] = [extra[slot] if slot in extra else next(known) for slot in range(total)]
            world["boxed_unknown"] = 0
        yield pack_draftosaurus(world), weight


def draws(sizes: list[int], n_boxed: int, left: dict[str, int]) -> Iterator[tuple[list[list[str]], list[str], int]]:
    """Hands of these sizes and so many boxed dinosaurs out of what is left, with the number of ways."""
    if sizes:
        for hand, weight in hands_of(sizes[0], left, list(SPECIES)):
            rest = {species: n - hand.count(species) for species, n in left.items()}
            for hands, boxed, ways in draws(sizes[1:], n_boxed, rest):
                yield [hand, *hands], boxed, weight * ways
    elif n_boxed:
        for species, n in left.items():
            if n:
                for _, boxed, ways in draws([], n_boxed - 1, {**left, species: n - 1}):
                    yield [], [species, *boxed], n * ways
    else:
        yield [], [], 1


def hands_of(size: int, left: dict[str, int], species: list[str]) -> Iterator[tuple[list[str], int]]:
    """The different hands of a size, with the number of ways to draw each."""
    if not species:
        if size == 0:
            yield [], 1
        return
    for n in range(min(size, left[species[0]]) + 1):
        for rest, ways in hands_of(size - n, left, species[1:]):
            yield [species[0]] * n + rest, ways * comb(left[species[0]], n)
