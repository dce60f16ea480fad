"""How a bot's search is guided by knowledge of the game: a set of options, each with a name and a value."""

from __future__ import annotations

from dataclasses import dataclass

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import InvalidInputError, Problem

FULL_LEVEL = 10
"""The level of play of a bot as good as it can."""

_WORDS = {
    "selection": ("puct", "ucb"),
    "leaf": ("value", "playout", "mix"),
    "playout": ("informed", "uniform"),
}
_RANGES = {
    "exploration": (0, 100),
    "reduction": (0, 10),
    "backup": (0, 1),
    "mix": (0, 1),
    "exact": (0, 10**12),
    "level": (1, FULL_LEVEL),
    "temperature": (0, 100),
    "loss": (0, 1),
}


@dataclass(frozen=True, slots=True)
class GuidedBot:
    """A bot whose search is guided. Raises `InvalidInputError` at the options that have no such value."""

    prior: bool = True
    """Whether the game's knowledge says what to try first; without it all actions are alike."""

    selection: str = "puct"
    """`puct`, or `ucb`: UCB1 without priors, every action once before any other twice."""

    exploration: float = 1.0
    """The constant of the selection, 0 to 100."""

    reduction: float = 0.2
    """First-play urgency: how far below the mean of its position an untried action starts, 0 to 10."""

    backup: float = 0.0
    """How much of what a simulation adds above a position is the mean of the action most visited there, 0 to 1; the
    rest is its own result. With three and more seats it is all its own."""

    leaf: str = "playout"
    """What a new position is judged by: `value` (the evaluation), `playout`, or `mix` of both."""

    mix: float = 0.5
    """The weight of the playout in a mix, 0 to 1."""

    playout: str = "informed"
    """`informed`: playouts by the game's knowledge; `uniform`: any legal action."""

    reward: bool = True
    """Whether the game's knowledge says what a seat tries to get the most of; without it the share of the victory."""

    proofs: bool = True
    """Whether results that hold whatever is hidden and drawn are proven in the tree, where the game's knowledge tells
    what is hidden; with the selection `puct`."""

    exact: int = 0
    """In how many positions at most the exact values of the moves are looked for before the search; 0: not at all."""

    level: int = FULL_LEVEL
    """The level of play, 1 to 10: the weaker ones are those of `dinoai.search.levels`."""

    temperature: float = 0.0
    """The move played is drawn by visits ** (1 / temperature), 0 to 100; 0: the most visited one, always."""

    loss: float = 1.0
    """With a temperature: how much of the victory a drawn move may cost, 0 to 1."""

    @property
    def draws(self) -> bool:
        """Whether the move it plays is drawn, and need not be the best it found."""
        return self.level < FULL_LEVEL or self.temperature > 0

    def __post_init__(self) -> None:
        problems = []
        for name, words in _WORDS.items():
            word = getattr(self, name)
            if word not in words:
                told = f"must be {' or '.join(words)}, not {shorten(word)}{did_you_mean(word, words)}"
                problems.append(Problem(name, told))
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                problems.append(Problem(name, f"must be from {low} to {high:g}, not {getattr(self, name):g}"))
        if problems:
            raise InvalidInputError(problems)
