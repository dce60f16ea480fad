"""What a game's training consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dinoai.clients.training.selfplay import Decisions

Report = Callable[[str], None]
"""Called with a line that tells how far it is."""


@dataclass(frozen=True, slots=True)
class Generation:
    """Games by the last weights, and what is learned from them."""

    games: int
    """How many are played."""

    bot: str
    """The bot that plays them, with its options."""

    simulations: int
    """A decision."""

    learn_from: int = 1
    """From how many of the last generations it is learned, this one included."""

    trust: float = 0.0
    """The share of the search's value in the target; the rest is the outcome."""

    epochs: int = 4
    """Passes over the decisions for the evaluation."""

    policy_epochs: int = 2
    """The same for the prior."""

    sharpness: float = 1.0
    """By how much the logit of the victory is multiplied in the end: games of learning are played with less care."""


@dataclass(slots=True)
class Losses:
    """Mean losses on games kept apart, by epoch."""

    value: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    policy: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Course:
    """A game's training."""

    game: str
    """Its name."""

    plan: tuple[Generation, ...]
    """The generations in their order."""

    options: Callable[[int], Mapping[str, Any]]
    """The options of the games of a batch, by its number."""

    use: Callable[[bytes], None]
    """Makes the search of this process use weights."""

    fit: Callable[[Generation, Sequence[Decisions], int, Report], tuple[bytes, Losses]]
    """The weights that a generation learns from decisions, with a seed; and their losses."""
