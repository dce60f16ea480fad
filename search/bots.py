"""The bots: names for a way to choose a move. Frozen ones keep their names, so that ladders stay comparable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dinoai.engine.state import State
from dinoai.search.errors import UnknownBotError
from dinoai.search.ismcts import Searcher
from dinoai.search.knowledge import greedy_values


@dataclass(frozen=True, slots=True)
class SearchBot:
    """A bot that searches."""

    exploration: float
    """The constant of UCB1."""

    searcher: type[Searcher] = Searcher
    """What searches."""


@dataclass(frozen=True, slots=True)
class PolicyBot:
    """A bot that chooses without search."""

    probabilities: Callable[[State, int, Sequence[tuple[int, ...]]], list[float]]
    """How likely it plays each of the given moves (as actions) of the seat whose view the state is."""


def _uniform(view: State, seat: int, moves: Sequence[tuple[int, ...]]) -> list[float]:
    return [1.0 / len(moves)] * len(moves)


def _greedy(view: State, seat: int, moves: Sequence[tuple[int, ...]]) -> list[float]:
    values = greedy_values(view, seat, moves)
    best = max(values) - 1e-9
    n_best = sum(value >= best for value in values)
    return [1.0 / n_best if value >= best else 0.0 for value in values]


# A bot that searches each game in its own way is given by game.
_BOTS: dict[str, SearchBot | PolicyBot | dict[str, SearchBot]] = {
    "ismcts": SearchBot(exploration=0.7),
    # The yardstick: uniform playouts, no knowledge (c = 0.7 as in Cowling, Powley and Whitehouse 2012).
    "ismcts-plain": SearchBot(exploration=0.7),
    "greedy": PolicyBot(_greedy),
    "random": PolicyBot(_uniform),
}

BOTS: tuple[str, ...] = tuple(_BOTS)
"""The names of all bots, strongest first."""


def find_bot(name: str, game: str) -> SearchBot | PolicyBot:
    """The bot of that name for a game. Raises `UnknownBotError`."""
    if name not in _BOTS:
        raise UnknownBotError.named(name, BOTS)
    bot = _BOTS[name]
    return bot[game] if isinstance(bot, dict) else bot
