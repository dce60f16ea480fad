"""Draftosaurus: who has something to decide, and the legal notations."""

from __future__ import annotations

from .draftosaurus_board import State, free_places, normalise, places_under_die, players


def seats_to_decide(state: State) -> list[int]:
    """All seats that have a decision now, ascending. A view does not tell who else has chosen already."""
    return deciding(normalise(state))


def deciding(state: State) -> list[int]:
    """`seats_to_decide` of a normal state."""
    return [seat for seat in range(players(state)) if _has_decision(state, seat)]


def _has_decision(state: State, seat: int) -> bool:
    if any(pick["seat"] == seat and "move" in pick for pick in state["picks"]):
        return False  # it has chosen
    if state["phase"] == "QUARANTINE":
        return bool(state["zoos"][seat]["quarantine"])
    return bool(state["phase"] != "FINISHED")


def legal_moves(state: State, seat: int) -> list[str]:
    """All legal notations of a seat, sorted; none if it has nothing to decide. A view serves only its viewer."""
    state = normalise(state)
    if state.get("viewer", seat) != seat:
        raise ValueError("a view tells only the moves of its viewer")
    return sorted(moves_of(state, seat)) if _has_decision(state, seat) else []


def moves_of(state: State, seat: int) -> list[str]:
    """The notations of a seat that has something to decide in a normal state, in no order."""
    phase = state["phase"]
    in_hand = dict.fromkeys(state["hands"][seat]["dinosaurs"])
    if phase == "PICK" and state["options"]["placement"] == "AFTER_REVEAL":  # D4
        return [f"pick {species.lower()}" for species in in_hand]
    if phase == "PICK":
        return placements(state, seat, list(in_hand))
    if phase == "PLACE":
        species = next(pick["species"] for pick in state["picks"] if pick["seat"] == seat)
        return [f"place@{where}" for where in places_under_die(state, seat, species)]
    if phase == "BOX":  # section 6
        return [f"box {species.lower()}" for species in in_hand]
    # Quarantine (section 4): another pen where its rule allows it, or the River; no die.
    species = state["zoos"][seat]["quarantine"][0]
    return [f"relocate@{where}" for where in free_places(state, seat, species) if where != "quarantine"]


def placements(state: State, seat: int, species: list[str]) -> list[str]:
    """Every way to place one of the species at once with choosing it."""
    return [f"{one.lower()}@{where}" for one in species for where in places_under_die(state, seat, one)]
