"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One move and what the search found out about it."""

    notation: str
    """The move as a string."""

    win_probability: float
    """The asking seat's chance of winning with it, 0 to 1; a victory shared by k seats counts 1/k."""

    win_probability_low: float
    """Lower end of the 95 % interval of `win_probability`: sampling error only."""

    win_probability_high: float
    """Upper end of that interval."""

    expected_score: float
    """The asking seat's expected final points."""

    expected_margin: float
    """Expected final points less those of the best opponent."""

    visits: int
    """Simulations that began with the move; none where the ending was solved."""

    share: float
    """The move's share of all visits, 0 to 1; where none are made, how likely it is to be played."""

    principal_variation: tuple[str, ...]
    """The line that starts with the move, in notation, as far as the search is sure enough."""


@dataclass(frozen=True, slots=True)
class SearchStats:
    """What the search did."""

    simulations: int
    """Simulations done, all threads together."""

    elapsed_millis: float
    """Wall-clock time in milliseconds."""

    nodes: int
    """Information sets in memory."""

    max_depth: int
    """Most edges that a simulation followed: actions, or complete moves where edges are these."""

    stop_reason: str
    """`SIMULATIONS`, `TIME`, `DEADLINE`, `CANCELLED`, `SOLVED`, `MEMORY` or `SHUTDOWN`; empty while the search runs."""


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What gave the answer."""

    version: str
    """The version of dinoai."""

    bot: str
    """The bot that answered."""

    calibration: str
    """Which fit the probabilities come from; `none` if they are raw."""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The ranked moves of one position."""

    seat: int
    """The seat they are for."""

    suggestions: list[Suggestion]
    """Best first."""

    win_probabilities: list[float]
    """One a seat, sum 1."""

    expected_scores: list[float]
    """One a seat."""

    stats: SearchStats
    """What the search did."""

    engine: EngineInfo
    """What gave the answer."""
