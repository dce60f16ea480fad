"""The names of the contract in the order of the packed numbers."""

from __future__ import annotations

from functools import cache

SIDES = ("SUMMER", "WINTER")
"""Sides by packed number."""

PHASES = ("", "PICK", "PLACE", "BOX", "QUARANTINE", "FINISHED")
"""Phases by packed number; there is no phase 0."""

FACES = ("", "WOODLANDS", "GRASSLANDS", "RESTROOMS", "FOOD_COURT", "EMPTY_PEN", "WATCH_OUT_FOR_T_REX")
"""Die faces by packed number; 0 is no face."""

DICE = FACES[1:]
"""What the die can show."""

SPECIES = ("T_REX", "TRICERATOPS", "STEGOSAURUS", "SPINOSAURUS", "PARASAUROLOPHUS", "BRACHIOSAURUS")
"""Species by packed number."""

PLACEMENTS = ("WITH_PICK", "AFTER_REVEAL")
"""When the place is chosen (D4), the default first."""

PENS = {
    "SUMMER": (
        "forest_of_sameness",
        "meadow_of_differences",
        "prairie_of_love",
        "woody_trio",
        "king_of_the_jungle",
        "solitary_island",
    ),
    "WINTER": (
        "well_ordered_wood",
        "lovers_bridge_left",
        "lovers_bridge_right",
        "lookout",
        "quarantine",
        "pyramid",
    ),
}
"""Pens of a side by packed number."""

HAND_SIZE = 6
"""Dinosaurs of a hand at the start of a round."""

N_CELLS = 6
"""Cells of the Pyramid."""


@cache
def place_names(side: str) -> tuple[str, ...]:
    """The places of a side in notation, by packed number; the Pyramid as a whole is no place and has an empty name."""
    pens = tuple("" if pen == "pyramid" else pen for pen in PENS[side])
    cells = tuple(f"pyramid.{cell}" for cell in range(N_CELLS)) if side == "WINTER" else ()
    return (*pens, "river", *cells)


def seat_name(seat: int) -> str:
    """The seat in a sentence."""
    return f"seat {seat}"


def species_total(n_seats: int) -> int:
    """How many dinosaurs of each species a game with so many seats has."""
    return {2: 8, 3: 6, 4: 8, 5: 10}[n_seats]


def hand_size(n_seats: int, phase: str, turn: int) -> int:
    """How many dinosaurs each hand holds in a phase of a turn."""
    if phase in ("QUARANTINE", "FINISHED"):
        return 0
    if n_seats > 2:
        return HAND_SIZE - (turn - 1) % 6
    return HAND_SIZE - 2 * ((turn - 1) % 3) - (phase == "BOX")


def turns_of_round(n_seats: int, turn: int) -> int:
    """How many turns of the current round have been played before this one."""
    return (turn - 1) % (3 if n_seats == 2 else 6)


def n_placed(phase: str, turn: int) -> int:
    """How many dinosaurs each zoo holds in a phase of a turn."""
    return turn - 1 if phase in ("PICK", "PLACE") else turn


def n_boxed(n_seats: int, phase: str, turn: int) -> int:
    """How many dinosaurs are in the box in a phase of a turn."""
    if n_seats > 2:
        return 0
    return 24 if phase in ("QUARANTINE", "FINISHED") else 2 * (turn - 1)


def unseen_boxings(viewer: int, total: int) -> list[int]:
    """With hidden boxing: which entries of `boxed` a seat does not know, its opponent's first of each round."""
    return [entry for entry in range(total) if entry % 2 != viewer and entry // 2 % 3 == 0]
