"""Points of a position, part by part, and the result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's points."""

    points: int
    """All points together."""

    breakdown: dict[str, int]
    """Points by pen or by token, zeros included."""

    tie_break: int
    """T-Rexes or eaten tokens: at equal points the seat with fewer wins."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position as it stands."""

    seats: list[SeatScore]
    """One entry a seat."""

    over: bool
    """Whether the game has ended."""

    winners: list[int]
    """The seats that won, ascending; empty while the game goes on."""

    reason: str
    """`no_diplo`, `no_grass` or `stalemate` in Jurassic Snack, otherwise empty."""
