"""Who plays whom: the tables of a ladder, and its deals.

A deal is a set-up with everything that chance will bring. It is played once for each way in which the bots of a table
can move round the seats, so that luck and seats cancel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from dinoai.engine.rng import Rng

SYSTEMS = ("round-robin", "gauntlet")
"""Every bot against every other; the first one against each of the others."""

SEATINGS = ("single", "half", "mixed")
"""For three to five players: one bot among others of one kind, both kinds mixed half and half, or all different."""


@dataclass(frozen=True, slots=True)
class Table:
    """The bots of a table in their order round it, by index."""

    bots: tuple[int, ...]
    """One a seat."""

    shuffled: bool = False
    """Whether every deal draws another order."""

    def seated(self, deal_seed: int) -> list[tuple[int, ...]]:
        """The bots by seat in each game of a deal: all rotations, the first one as they stand."""
        order = list(self.bots)
        if self.shuffled:
            random.Random(deal_seed).shuffle(order)
        return [tuple(order[n:] + order[:n]) for n in range(len(order))]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal to be played."""

    number: int
    """Its number in the ladder, from 0."""

    table: int
    """The number of its table."""

    seed: int
    """Decides the set-up, what chance brings, and the bots' random choices."""


def make_tables(n_bots: int, n_seats: int, system: str = "round-robin", seating: str = "single") -> list[Table]:
    """The tables of a ladder.

    Two players: one table a pair. More: for each pair two tables of `single` (either bot alone among the other's), or
    one of `half`; `mixed` has a table for each set of different bots as large as there are seats, in random order, of
    all bots if there are fewer.
    """
    if n_seats > 2 and seating == "mixed":
        sets = combinations(range(n_bots), min(n_bots, n_seats))
        chosen = [bots for bots in sets if system == "round-robin" or 0 in bots]
        return [Table(tuple(bots[i % len(bots)] for i in range(n_seats)), shuffled=True) for bots in chosen]
    pairs = [pair for pair in combinations(range(n_bots), 2) if system == "round-robin" or 0 in pair]
    if n_seats == 2:
        return [Table(pair) for pair in pairs]
    if seating == "half":
        return [Table(tuple(pair[i % 2] for i in range(n_seats)), shuffled=n_seats > 3) for pair in pairs]
    return [Table((one, *[other] * (n_seats - 1))) for pair in pairs for one, other in permutations(pair)]


def deal_at(ladder_seed: int, n_tables: int, number: int) -> Deal:
    """The deal of that number; deals go round the tables, and no two of a ladder have the same seed."""
    return Deal(number, number % n_tables, ((Rng(ladder_seed).bits() >> 32) + number) % 2**32)


def deals(ladder_seed: int, tables: Sequence[Table], deals_a_table: int, done: frozenset[int]) -> Iterator[Deal]:
    """The deals that are still to be played, in order."""
    for number in range(len(tables) * deals_a_table):
        if number not in done:
            yield deal_at(ladder_seed, len(tables), number)
