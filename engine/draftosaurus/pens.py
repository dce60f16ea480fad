"""What each pen may hold by its own rule (rules, section 4), with the words for what breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from dinoai.engine.errors import Problem

ROWS = ((0, 1, 2), (3, 4), (5,))
"""The Pyramid's cells by row, the bottom first."""

TOUCHING = ((0, 1), (1, 2), (3, 4), (0, 3), (1, 3), (1, 4), (2, 4), (3, 5), (4, 5))
"""Pairs of touching cells."""

CAPACITY = {
    "forest_of_sameness": 6,
    "meadow_of_differences": 6,
    "woody_trio": 3,
    "king_of_the_jungle": 1,
    "solitary_island": 1,
    "well_ordered_wood": 6,
    "lookout": 1,
    "quarantine": 1,
}
"""How many dinosaurs fit; the Prairie is a matter of options, other pens have no limit (D2)."""


def zoo_problems(zoo: dict[str, Any], path: str, prairie_capacity: int) -> Iterator[Problem]:
    """Pens that hold what their rule does not allow."""
    for pen, content in zoo.items():
        if not content:
            continue
        if pen == "pyramid":
            yield from _pyramid_problems(content, f"{path}.{pen}")
            continue
        capacity = prairie_capacity if pen == "prairie_of_love" else CAPACITY.get(pen)
        if capacity is not None and len(content) > capacity:
            yield Problem(f"{path}.{pen}", f"holds {len(content)} dinosaurs; there is room for {capacity}")
        problem = _order_problem(pen, content)
        if problem is not None:
            index, text = problem
            yield Problem(f"{path}.{pen}[{index}]", text)


def _order_problem(pen: str, content: Sequence[str]) -> tuple[int, str] | None:
    """The first dinosaur that breaks the pen's rule about species."""
    for index, species in enumerate(content):
        if pen == "forest_of_sameness" and species != content[0]:
            return index, f"{species} beside {content[0]}: the Forest of Sameness takes one species"
        if pen == "meadow_of_differences" and species in content[:index]:
            return index, f"{species} is in it twice: the Meadow of Differences takes each species once"
        if pen == "well_ordered_wood" and (
            (index == 1 and species == content[0]) or (index >= 2 and species != content[index - 2])
        ):
            return index, f"{species} breaks the order: two species alternate in A Well-Ordered Wood"
    return None


def _pyramid_problems(cells: dict[int, str], path: str) -> Iterator[Problem]:
    for below, row in pairwise(ROWS):
        missing = [cell for cell in below if cell not in cells]
        for cell in row:
            if cell in cells and missing:
                yield Problem(
                    f"{path}.{cell}", f"its row opens when the one below is full; cell {missing[0]} there is empty"
                )
    for low, high in TOUCHING:
        if low in cells and cells[low] == cells.get(high):
            yield Problem(f"{path}.{high}", f"{cells[high]} touches the {cells[low]} in cell {low}")
