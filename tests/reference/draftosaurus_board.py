"""Draftosaurus: constants, the JSON form of a state, and which dinosaur may stand where.

Section numbers (1-8) and D numbers are those of the rule text.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

State = dict[str, Any]
Zoo = dict[str, Any]
Hand = dict[str, Any]

SPECIES = ("T_REX", "TRICERATOPS", "STEGOSAURUS", "SPINOSAURUS", "PARASAUROLOPHUS", "BRACHIOSAURUS")
DIE_FACES = ("WOODLANDS", "GRASSLANDS", "RESTROOMS", "FOOD_COURT", "EMPTY_PEN", "WATCH_OUT_FOR_T_REX")

# Section 1.
OF_EACH_SPECIES = {2: 8, 3: 6, 4: 8, 5: 10}
HAND_SIZE = 6
LAST_TURN = 12

# Section 3: area and bank of each pen, the two kinds of zone that the die names.
ZONES = {
    "SUMMER": {
        "forest_of_sameness": ("WOODLANDS", "FOOD_COURT"),
        "meadow_of_differences": ("GRASSLANDS", "RESTROOMS"),
        "prairie_of_love": ("GRASSLANDS", "FOOD_COURT"),
        "woody_trio": ("WOODLANDS", "FOOD_COURT"),
        "king_of_the_jungle": ("WOODLANDS", "RESTROOMS"),
        "solitary_island": ("GRASSLANDS", "RESTROOMS"),
    },
    "WINTER": {
        "well_ordered_wood": ("WOODLANDS", "FOOD_COURT"),
        "lovers_bridge_left": ("WOODLANDS", "FOOD_COURT"),
        "lovers_bridge_right": ("GRASSLANDS", "RESTROOMS"),
        "pyramid": ("GRASSLANDS", "RESTROOMS"),
        "lookout": ("WOODLANDS", "RESTROOMS"),
        "quarantine": ("GRASSLANDS", "FOOD_COURT"),
    },
}

# Section 3; what is not listed has no limit (D2), and the Prairie's is an option (D1).
CAPACITY = {
    "forest_of_sameness": 6,
    "woody_trio": 3,
    "king_of_the_jungle": 1,
    "meadow_of_differences": 6,
    "solitary_island": 1,
    "well_ordered_wood": 6,
    "lookout": 1,
    "quarantine": 1,
}

# Section 4: the Pyramid's rows from the bottom up and the cells that touch.
PYRAMID_ROWS = (("0", "1", "2"), ("3", "4"), ("5",))
PYRAMID_TOUCHING = ("0-1", "1-2", "3-4", "0-3", "1-3", "1-4", "2-4", "3-5", "4-5")

DEFAULT_OPTIONS = {"prairie_capacity": 6, "boxed_visible": True, "placement": "WITH_PICK"}  # D1, D6, D4


# States


def normalise(state: State) -> State:
    """A deep copy with all defaults filled and all sets sorted, so that states compare with ==.

    The order in a pen means something only in the Wood. `boxed` keeps its order (turn, then seat)
    in a full state. What may be absent and means something by that (`viewer`, `die`, `match`)
    stays absent.
    """
    boxed = state.get("boxed", [])
    full = {
        "side": state["side"],
        "phase": state.get("phase", "PICK"),
        "turn": state["turn"],
        "roller": state["roller"],
        "zoos": [_normal_zoo(zoo, state["side"]) for zoo in state["zoos"]],
        "hands": [make_hand(hand.get("dinosaurs", []), hand.get("unknown", 0)) for hand in state["hands"]],
        "boxed": list(boxed) if state.get("viewer") is None else sorted_species(boxed),
        "boxed_unknown": state.get("boxed_unknown", 0),
        "picks": sorted(({"seat": 0} | pick for pick in state.get("picks", [])), key=lambda pick: pick["seat"]),
        "options": {**DEFAULT_OPTIONS, **state.get("options", {})},
    }
    full |= {name: state[name] for name in ("viewer", "die") if state.get(name) is not None}
    return full | ({"match": _normal_match(state["match"])} if "match" in state else {})


def _normal_zoo(zoo: Zoo, side: str) -> Zoo:
    normal: Zoo = {}
    for pen in (*ZONES[side], "river"):
        if pen == "pyramid":
            normal[pen] = dict(sorted(zoo.get(pen, {}).items()))
        elif pen == "well_ordered_wood":
            normal[pen] = list(zoo.get(pen, []))
        else:
            normal[pen] = sorted_species(zoo.get(pen, []))
    return normal


def _normal_match(match: State) -> State:
    return {"game": match["game"], "scores": list(match.get("scores", [])), "t_rexes": list(match.get("t_rexes", []))}


def make_hand(dinosaurs: list[str], unknown: int = 0) -> Hand:
    """A hand of some known dinosaurs and how many more it holds."""
    return {"dinosaurs": sorted_species(dinosaurs), "unknown": unknown}


def sorted_species(dinosaurs: list[str]) -> list[str]:
    """Dinosaurs in the order in which the contract lists the species."""
    return sorted(dinosaurs, key=SPECIES.index)


def players(state: State) -> int:
    """How many play."""
    zoos: list[Zoo] = state["zoos"]
    return len(zoos)


def turns_a_round(state: State) -> int:
    """Turns until the hands are used up (sections 1, 6)."""
    return 3 if players(state) == 2 else 6


def turns_played_this_round(state: State) -> int:
    """Turns of this round that are over."""
    turn: int = state["turn"]
    return (turn - 1) % turns_a_round(state)


def inhabitants(pen: Any) -> list[str]:
    """The dinosaurs in a pen or in the River; only the Pyramid is a map from cell to species."""
    return list(pen.values()) if isinstance(pen, dict) else pen


def zoo_counts(zoo: Zoo) -> Counter[str]:
    """Dinosaurs of each species in a zoo, the River included (section 4)."""
    return Counter(species for pen in zoo.values() for species in inhabitants(pen))


def bag(state: State) -> dict[str, int]:
    """What is in the bag of a full state: all dinosaurs of the game less zoos, boxed and hands."""
    outside: Counter[str] = Counter(state["boxed"])
    for zoo, hand in zip(state["zoos"], state["hands"], strict=True):
        outside += zoo_counts(zoo) + Counter(hand["dinosaurs"])
    return {species: OF_EACH_SPECIES[players(state)] - outside[species] for species in SPECIES}


# Placing


def free_places(state: State, seat: int, species: str) -> list[str]:
    """Where the pen rules (section 4) let a dinosaur go in a zoo, whatever the die: pens, cells, River."""
    zoo = state["zoos"][seat]
    places = []
    for pen in ZONES[state["side"]]:
        if pen == "pyramid":
            places += [f"pyramid.{cell}" for cell in _free_cells(zoo["pyramid"], species)]
        elif _pen_takes(pen, zoo[pen], species, state["options"]["prairie_capacity"]):
            places.append(pen)
    return [*places, "river"]


def places_under_die(state: State, seat: int, species: str) -> list[str]:
    """The free places that the die leaves: the roller ignores it, all others obey it (section 2)."""
    places = free_places(state, seat, species)
    if seat == state["roller"]:
        return places
    return [place for place in places if _die_allows(state, seat, place)]


def _die_allows(state: State, seat: int, place: str) -> bool:
    if place == "river":
        return True  # section 2, step 4
    pen, die = place.partition(".")[0], state["die"]
    dinosaurs = inhabitants(state["zoos"][seat][pen])
    if die == "EMPTY_PEN":
        return not dinosaurs  # D10: each bridge bank by itself
    if die == "WATCH_OUT_FOR_T_REX":
        return "T_REX" not in dinosaurs  # D10
    return die in ZONES[state["side"]][pen]


def _pen_takes(pen: str, dinosaurs: list[str], species: str, prairie_capacity: int) -> bool:
    """Whether a pen other than the Pyramid takes one more dinosaur of a species."""
    # D1: a Prairie of 12 is one without limit, as nobody places more than 12.
    capacity = prairie_capacity if pen == "prairie_of_love" else CAPACITY.get(pen)
    if capacity is not None and len(dinosaurs) >= capacity:
        return False
    if pen == "forest_of_sameness":
        return set(dinosaurs) <= {species}
    if pen == "meadow_of_differences":
        return species not in dinosaurs
    if pen == "well_ordered_wood":
        return _keeps_alternating([*dinosaurs, species])
    return True


def _keeps_alternating(wood: list[str]) -> bool:
    """1 2 1 2 1 2: neighbours differ, and every other dinosaur is alike."""
    differ = all(left != right for left, right in itertools.pairwise(wood))
    return differ and all(left == right for left, right in zip(wood, wood[2:], strict=False))


def _free_cells(pyramid: dict[str, str], species: str) -> list[str]:
    """Free cells of the open row (D3) that touch none of the species."""
    open_row = next((row for row in PYRAMID_ROWS if any(cell not in pyramid for cell in row)), ())
    return [cell for cell in open_row if cell not in pyramid and species not in _touching(pyramid, cell)]


def _touching(pyramid: dict[str, str], cell: str) -> list[str]:
    """The dinosaurs in the cells that touch a cell."""
    pairs = [pair.split("-") for pair in PYRAMID_TOUCHING if cell in pair]
    return [pyramid[other] for pair in pairs for other in pair if other != cell and other in pyramid]


def place(zoo: Zoo, where: str, species: str) -> None:
    """Puts a dinosaur into a pen, a Pyramid cell or the River."""
    pen, _, cell = where.partition(".")
    if cell:
        zoo[pen][cell] = species
    else:
        zoo[pen].append(species)
