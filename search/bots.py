"""The bots: names for a way to choose a move. Frozen ones keep their names, so that ladders stay comparable.

After the name of a guided bot a colon and options may follow, such as `ismcts:prior=off,leaf=playout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dinoai.engine.document import shorten
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State
from dinoai.search.bandit import BanditSearcher
from dinoai.search.determinized import DeterminizedSearcher
from dinoai.search.errors import UnknownBotError
from dinoai.search.guidance import GuidedBot
from dinoai.search.ismcts import Searcher
from dinoai.search.knowledge import greedy_values
from dinoai.search.options import configured


@dataclass(frozen=True, slots=True)
class SearchBot:
    """A bot that searches without knowledge."""

    exploration: float
    """The constant of UCB1."""

    searcher: type[Searcher] = Searcher
    """What searches."""


@dataclass(frozen=True, slots=True)
class PolicyBot:
    """A bot that chooses without search."""

    probabilities: Callable[[State, int, Sequence[tuple[int, ...]]], list[float]]
    """How likely it plays each of the given moves (as actions) of the seat whose view the state is."""


Bot = SearchBot | GuidedBot | PolicyBot


def _uniform(view: State, seat: int, moves: Sequence[tuple[int, ...]]) -> list[float]:
    return [1.0 / len(moves)] * len(moves)


def _greedy(view: State, seat: int, moves: Sequence[tuple[int, ...]]) -> list[float]:
    values = greedy_values(view, seat, moves)
    best = max(values) - 1e-9
    n_best = sum(value >= best for value in values)
    return [1.0 / n_best if value >= best else 0.0 for value in values]


# A bot that plays each game in its own way is given by game.
_BOTS: dict[str, Bot | dict[str, GuidedBot] | dict[str, SearchBot]] = {
    "ismcts": {
        "jurassic_snack": GuidedBot(leaf="value", exploration=1.2, exact=1_000_000),
        "draftosaurus": GuidedBot(exact=10_000),
    },
    # The yardstick: uniform playouts, no knowledge (c = 0.7 as in Cowling, Powley and Whitehouse 2012).
    "ismcts-plain": SearchBot(exploration=0.7),
    # The other yardstick: perfect information Monte Carlo.
    "pimc": {
        "jurassic_snack": SearchBot(exploration=0.7, searcher=DeterminizedSearcher),
        "draftosaurus": SearchBot(exploration=0.35, searcher=BanditSearcher),
    },
    "greedy": PolicyBot(_greedy),
    "random": PolicyBot(_uniform),
}

BOTS: tuple[str, ...] = tuple(_BOTS)
"""The names of all bots, strongest first."""


def find_bot(text: str, game: str) -> Bot:
    """The bot of that name for a game, with the options that follow it.

    Raises `UnknownBotError`, and `InvalidInputError` at `bot` or at an option.
    """
    name, colon, listed = text.partition(":")
    if name not in _BOTS:
        raise UnknownBotError.named(name, BOTS)
    entry = _BOTS[name]
    bot = entry[game] if isinstance(entry, dict) else entry
    return configured(name, bot, _read_options(listed)) if colon else bot


def bot_name(text: str) -> str:
    """The name of a bot without the options that follow it."""
    return text.partition(":")[0]


def _read_options(listed: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for option in listed.split(","):
        key, equals, value = option.partition("=")
        if not equals:
            raise InvalidInputError.at("bot", f"an option of a bot is written name=value, not {shorten(option)}")
        if key in options:
            raise InvalidInputError.at("bot", f"the option {shorten(key)} is given twice")
        options[key] = value
    return options
