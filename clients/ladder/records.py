"""The plain data that statistics and reports read: bots, and results of games grouped by deal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Fault(StrEnum):
    """Why a bot lost a game that it did not finish."""

    CRASH = "crash"
    ILLEGAL = "illegal"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot of a ladder. Games name it by its index in the ladder's list of bots."""

    name: str
    """Unique in the ladder, such as `ismcts:simulations=1000`."""

    kind: str = ""
    """The name of the search, such as `ismcts`; bots that differ only in budget have the same one."""

    simulations: int | None = None
    """Simulations a decision; none where something else limits it."""

    seconds: float | None = None
    """Time a decision in seconds; none where something else limits it."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Everything else that is set: threads, weights, the address of a server."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. Raises `ValueError` if its parts do not fit together."""

    deal: int
    """Which deal was played: the same set-up, tokens, draws and die rolls. The unit of the statistics."""

    rotation: int
    """Which rotation of the seats was played, from 0."""

    bots: tuple[int, ...]
    """The index of the bot on each seat; a bot may sit on several."""

    shares: tuple[float, ...]
    """The part of the win each seat has, 0 to 1, in sum 1; shared wins are divided equally."""

    points: tuple[int, ...]
    """The final points of each seat; without meaning after a fault."""

    fault: Fault | None = None
    """Why the game ended before its end, if it did."""

    faulty_seat: int | None = None
    """Whose fault it was; this seat's share is 0."""

    def __post_init__(self) -> None:
        seats = len(self.bots)
        if seats < 2 or len(self.shares) != seats or len(self.points) != seats:
            raise ValueError(f"bots, shares and points must have an entry for each of two or more seats: {self}")
        if min(self.shares) < 0 or not math.isclose(math.fsum(self.shares), 1, abs_tol=1e-9):
            raise ValueError(f"shares must not be negative and must sum to 1: {self}")
        if (self.fault is None) != (self.faulty_seat is None):
            raise ValueError(f"a fault and the seat at fault go together: {self}")
        if self.faulty_seat is not None and self.shares[self.faulty_seat] != 0:
            raise ValueError(f"the seat at fault must lose: {self}")


def by_deal(results: Iterable[GameResult]) -> dict[int, list[GameResult]]:
    """The games of each deal, in order of deals."""
    groups: dict[int, list[GameResult]] = {}
    for result in results:
        groups.setdefault(result.deal, []).append(result)
    return dict(sorted(groups.items()))
