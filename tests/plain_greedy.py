"""The definition of the yardstick `greedy` on plain dicts, written independently of the packed one (docs/search.md)."""

from __future__ import annotations

import copy
import math
from collections import Counter
from typing import Any

from reference import draftosaurus, jurassic_snack
from reference.draftosaurus_board import PYRAMID_ROWS, free_places, place, places_under_die, zoo_counts
from reference.draftosaurus_scoring import ALIKE_POINTS, DIFFERENT_POINTS, PYRAMID_ROW_POINTS
from reference.jurassic_snack import slide_end
from reference.jurassic_snack_board import (
    COLOURS,
    DIPLO,
    DIRECTIONS,
    GRASS,
    T_REX,
    TOKEN_COUNT,
    at,
    opponent,
    parse_square,
    squares_of,
)

Body = dict[str, Any]


# Draftosaurus


def points_and_promise(state: Body, seat: int, left: int) -> float:
    """Current points plus promise, with `left` turns still to come."""
    if left == 0 and state["zoos"][seat].get("quarantine"):
        return best_relocation(state, seat)
    score = draftosaurus.result(state)["seats"][seat]
    promise = _summer_promise if state["side"] == "SUMMER" else _winter_promise
    points: int = score["points"]
    return points + promise(state, seat, left, score["breakdown"])


def _next_step(table: tuple[int, ...], dinosaurs: list[str], left: int) -> float:
    n = len(dinosaurs)
    return 0.45 * (table[n + 1] - table[n]) if left > 0 and 1 <= n <= 5 else 0.0


def _summer_promise(state: Body, seat: int, left: int, breakdown: dict[str, int]) -> float:
    zoo = state["zoos"][seat]
    counts = [zoo_counts(one) for one in state["zoos"]]
    value = _next_step(ALIKE_POINTS, zoo["forest_of_sameness"], left)
    value += _next_step(DIFFERENT_POINTS, zoo["meadow_of_differences"], left)
    prairie = zoo["prairie_of_love"]
    singles = sum(count % 2 for count in Counter(prairie).values())
    value += 1.6 * min(singles, left, state["options"]["prairie_capacity"] - len(prairie))
    n_trio = len(zoo["woody_trio"])
    if n_trio < 3 <= n_trio + left:
        value += 2.2 * n_trio
    for king in zoo["king_of_the_jungle"]:
        rival = max(count[king] for other, count in enumerate(counts) if other != seat)
        value -= breakdown["king_of_the_jungle"]
        value += 7 / (1 + math.exp(-3 * (counts[seat][king] - rival + 0.5) / math.sqrt(left + 1)))
    for alone in zoo["solitary_island"]:
        value -= breakdown["solitary_island"]
        value += 7 * 0.93**left if counts[seat][alone] == 1 else 0
    if left > 0:
        value += 0 if zoo["king_of_the_jungle"] else 3.2
        value += 0 if zoo["solitary_island"] else 3.5
    return value


def _winter_promise(state: Body, seat: int, left: int, breakdown: dict[str, int]) -> float:
    zoo = state["zoos"][seat]
    value = _next_step(ALIKE_POINTS, zoo["well_ordered_wood"], left)
    banks = Counter(zoo["lovers_bridge_left"]), Counter(zoo["lovers_bridge_right"])
    value += 1.6 * min(left, (banks[0] - banks[1]).total() + (banks[1] - banks[0]).total())
    if left == 0:
        return value
    open_rows = [
        points
        for row, points in zip(PYRAMID_ROWS, PYRAMID_ROW_POINTS, strict=True)
        if any(cell not in zoo["pyramid"] for cell in row)
    ]
    value += 0.4 * open_rows[0] - 0.8 if open_rows else 0
    value += 3 if zoo["quarantine"] else 0
    return value + (left / 3 if zoo["lookout"] else 3)


def _after_placing(state: Body, seat: int, where: str, species: str, left: int) -> float:
    after = copy.deepcopy(state)
    place(after["zoos"][seat], where, species)
    return points_and_promise(after, seat, left)


def best_relocation(state: Body, seat: int) -> float:
    """The points once the quarantined dinosaur has moved to its best place."""
    return max(_relocated(state, seat, where) for where in _exits(state, seat))


def _exits(state: Body, seat: int) -> list[str]:
    species = state["zoos"][seat]["quarantine"][0]
    return [where for where in free_places(state, seat, species) if where != "quarantine"]


def _relocated(state: Body, seat: int, where: str) -> float:
    after = copy.deepcopy(state)
    return _after_placing(after, seat, where, after["zoos"][seat]["quarantine"].pop(), 0)


def draftosaurus_value(state: Body, seat: int, move: str) -> float:
    """What the definition says a move is worth."""
    left = 12 - state["turn"]
    what, _, where = move.partition("@")
    if state["phase"] == "BOX":
        species = what.removeprefix("box ").upper()
        other = 1 - seat
        if left == 0:
            return 0.0
        return max(_after_placing(state, other, at, species, left - 1) for at in free_places(state, other, species))
    if what == "relocate":
        return _relocated(state, seat, where)
    if what == "place":
        return _after_placing(
            state, seat, where, next(pick["species"] for pick in state["picks"] if pick["seat"] == seat), left
        )
    species = what.removeprefix("pick ").upper()
    places = [where] if where else places_under_die(state, seat, species)
    return max(_after_placing(state, seat, at, species, left) for at in places)


# Jurassic Snack


def _standing(state: Body, colour: str) -> float:
    """A colour's side of the position."""
    diplos = squares_of(state, DIPLO[colour])
    reached = {end for start in diplos for end in _ends(state, start) if at(state, end) == GRASS}
    score = jurassic_snack.result(state)["seats"][COLOURS.index(colour)]
    value: float = score["points"] - 0.03 * score["tie_break"] + 0.12 * min(4, len(reached)) + 0.8 * len(diplos)
    if len(diplos) == 1:
        value -= 2
    if state["to_move"] != colour:
        hunted = {end for start in squares_of(state, T_REX) for end in _ends(state, start) if end in diplos}
        value -= 3 if len(hunted) == len(diplos) else 0.5 * len(hunted)
    return value


def _ends(state: Body, start: tuple[int, int]) -> list[tuple[int, int]]:
    ends = (slide_end(state, start, direction) for direction in DIRECTIONS)
    return [end for end in ends if end is not None]


def _worth(state: Body, colour: str) -> float:
    if jurassic_snack.is_over(state):
        winners = jurassic_snack.result(state)["winners"]
        return 0.0 if len(winners) == 2 else 100.0 if COLOURS.index(colour) in winners else -100.0
    return _standing(state, colour) - _standing(state, opponent(colour))


def _unseen(view: Body) -> Counter[str]:
    """The tokens that the viewer cannot place."""
    left = Counter(TOKEN_COUNT)
    for pile in view["eaten"].values():
        left.subtract(pile)
    left.subtract(view["tokens"].values())
    left.subtract(entry["token"] for entry in view["erupted"] if "token" in entry)
    return +left


def jurassic_snack_value(view: Body, seat: int, move: str) -> float:
    """What the definition says a move is worth to the viewer."""
    colour = COLOURS[seat]
    kind, _, target = move.partition(" ")
    if kind in ("recon", "look"):
        squares = jurassic_snack.pasture_squares(parse_square(target)) if kind == "recon" else [parse_square(target)]
        shown = [square for square in squares if at(view, square) == GRASS]
        names = ["abcdefghijkl"[x] + str(y + 1) for x, y in shown]
        unknown = [name for name in names if name not in view["tokens"]]
        some = [next(iter(_unseen(view).elements()))] * len(unknown)  # which does not matter
        return len(unknown) + _worth(jurassic_snack.reveal_apply(view, seat, move, some), colour)
    end = move.partition("-")[2]
    if kind == move and end and at(view, parse_square(end)) == GRASS and end not in view["tokens"]:
        unseen = _unseen(view)
        values = {token: _worth(jurassic_snack.reveal_apply(view, seat, move, [token]), colour) for token in unseen}
        return sum(values[token] * count for token, count in unseen.items()) / unseen.total()
    return _worth(jurassic_snack.reveal_apply(view, seat, move, []), colour)
