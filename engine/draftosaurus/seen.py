"""What a view may know of hands and box.

A seat knows the hands that it has held this round, and with hidden boxing every boxed dinosaur except what its opponent
boxed in the first turn of a round. Beyond that a view may hold only what follows from elimination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dinoai.engine.draftosaurus.names import (
    SPECIES,
    hand_size,
    n_boxed,
    n_placed,
    species_total,
    turns_of_round,
    unseen_boxings,
)
from dinoai.engine.errors import Problem

ROOT = "draftosaurus"


def knowledge_problems(fields: dict[str, Any], phase: str) -> Iterator[Problem]:
    """What is unknown where it must be known, or known where it cannot be."""
    viewer = fields["viewer"]
    for seat, hand in enumerate(fields["hands"]):
        if hand["unknown"] and viewer in (None, seat):
            whose = "a full state knows every hand" if viewer is None else "a seat knows its own hand"
            yield Problem(f"{ROOT}.hands[{seat}].unknown", f"must be 0: {whose}")
    if viewer is None:
        return
    n_seats, turn = len(fields["zoos"]), fields["turn"]
    played = turns_of_round(n_seats, turn)
    hidden = [seat for seat in range(n_seats) if (seat - viewer) % n_seats > played]
    in_box = len(unseen_boxings(viewer, n_boxed(n_seats, phase, turn)))
    if fields["options"]["boxed_visible"] or n_seats != 2:
        in_box = 0
    size = hand_size(n_seats, phase, turn)
    n_unseen = _bag_size(n_seats, phase, turn) + in_box
    revealed = _revealed(fields)
    unnamed = _unnamed(fields)
    extras = {seat: Counter(fields["hands"][seat]["dinosaurs"]) - revealed[seat] for seat in hidden}
    unseen = sum(extras.values(), unnamed)
    for seat, extra in extras.items():
        # Of what the seat has not seen, all but as many as lie elsewhere must be in this hand.
        elsewhere = n_unseen + sum(size - revealed[other].total() for other in hidden if other != seat)
        if any(number > max(0, unseen[species] - elsewhere) for species, number in extra.items()):
            yield Problem(
                f"{ROOT}.hands[{seat}].dinosaurs",
                f"seat {viewer} cannot know {', '.join(extra.elements())}: it has not held this hand in this round",
            )
    surplus = in_box - fields["boxed_unknown"]
    others = n_unseen - in_box + sum(size - revealed[seat].total() for seat in hidden)
    if surplus > 0 and others and len(+unnamed) > 1:
        yield Problem(
            f"{ROOT}.boxed",
            f"seat {viewer} cannot know what its opponent boxed in the first turn of a round; "
            f"boxed_unknown must be at least {in_box}, not {fields['boxed_unknown']}",
        )


def _bag_size(n_seats: int, phase: str, turn: int) -> int:
    """How many dinosaurs are in the bag."""
    gone = n_seats * (n_placed(phase, turn) + hand_size(n_seats, phase, turn)) + n_boxed(n_seats, phase, turn)
    return len(SPECIES) * species_total(n_seats) - gone


def _revealed(fields: dict[str, Any]) -> list[Counter[str]]:
    """By seat the dinosaur that lies open in PLACE."""
    revealed: list[Counter[str]] = [Counter() for _ in fields["zoos"]]
    if fields["phase"] == "PLACE":
        for pick in fields["picks"]:
            if pick["species"] is not None and not revealed[pick["seat"]]:
                revealed[pick["seat"]][pick["species"]] += 1
    return revealed


def _unnamed(fields: dict[str, Any]) -> Counter[str]:
    """The dinosaurs of the game that the view does not name."""
    unnamed = Counter(dict.fromkeys(SPECIES, species_total(len(fields["zoos"]))))
    for zoo in fields["zoos"]:
        for content in filter(None, zoo.values()):
            unnamed.subtract(content.values() if isinstance(content, dict) else content)
    for hand in fields["hands"]:
        unnamed.subtract(hand["dinosaurs"])
    unnamed.subtract(fields["boxed"])
    return unnamed
