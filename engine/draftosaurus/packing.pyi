from typing import Any

from dinoai.engine.state import State

def pack(fields: dict[str, Any]) -> State:
    """The packed state of valid fields."""

def unpack(packed: State) -> dict[str, Any]:
    """The fields of a state; lists whose order says nothing are sorted."""

def pack_zoos(side: str, zoos: list[dict[str, Any]], prairie_capacity: int = 6) -> State:
    """Bare zoos for scoring alone, as if the game were over; they need be neither complete nor legal."""

def legal_place_names(
    side: str, zoo: dict[str, Any], species: str, die: str | None, prairie_capacity: int = 6
) -> list[str]:
    """The places that a legal zoo offers to a species under a die face, or free of the die."""
