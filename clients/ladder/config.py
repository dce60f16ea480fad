"""A ladder described by plain values, as a TOML file or the command line gives them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.bots import BotSpec, parse_bot
from dinoai.clients.ladder.game import Rules
from dinoai.clients.ladder.schedule import SEATINGS, SYSTEMS
from dinoai.clients.ladder.settings import Settings
from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.engine.games import GAMES, draw_seed

MAX_DEALS = 2**24
"""Most deals a table."""

MAX_SEED = 2**32 - 1
"""Seeds are 32-bit numbers, so that they can be told and given again."""


def _is_whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: isinstance(value, str) and value in GAMES, f"one of {', '.join(GAMES)}"),
    "bots": (
        lambda value: isinstance(value, list) and len(value) > 1 and all(isinstance(bot, str) for bot in value),
        "a list of at least two bots",
    ),
    "deals": (_is_whole(1, MAX_DEALS), f"a whole number from 1 to {MAX_DEALS}"),
    "seed": (_is_whole(0, MAX_SEED), f"a whole number from 0 to {MAX_SEED}"),
    "system": (lambda value: value in SYSTEMS, f"one of {', '.join(SYSTEMS)}"),
    "seating": (lambda value: value in SEATINGS, f"one of {', '.join(SEATINGS)}"),
    "patience": (
        lambda value: type(value) in (int, float) and 0 < value <= 86_400,
        "a number of seconds above 0 and up to 86400",
    ),
    "options": (lambda value: isinstance(value, dict), "a table"),
}
_REQUIRED = ("game", "bots")


def read_config(path: Path) -> dict[str, Any]:
    """The values in a TOML file. Raises `LadderError` where it cannot be read."""
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise LadderError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LadderError(f"{path} is no TOML: {error}") from None


def make_settings(given: Mapping[str, Any]) -> Settings:
    """The ladder that values describe; without a seed one is drawn.

    Raises `InvalidInputError` with every problem found, or `UnknownBotError`.
    """
    problems = [
        Problem(name, f"is unknown{did_you_mean(name, _FIELDS)}; there are {', '.join(_FIELDS)}")
        for name in given
        if name not in _FIELDS
    ]
    problems.extend(Problem(name, "is required") for name in _REQUIRED if name not in given)
    for name, (fits, wanted) in _FIELDS.items():
        if name in given and not fits(given[name]):
            problems.append(Problem(name, f"must be {wanted}, not {_shown(given[name])}"))
    if problems:
        raise InvalidInputError(problems)
    values = dict(given)
    rules = Rules(values.pop("game"), values.pop("options", {}))
    rules.new_game(0)
    bots = _bots(values.pop("bots"), rules.game)
    return Settings(rules, bots, values.pop("deals", 100), values.pop("seed", draw_seed()), **values)


def _bots(texts: list[str], game: str) -> tuple[BotSpec, ...]:
    return tuple(parse_bot(text, game) for text in texts)


def _shown(value: Any) -> str:
    try:
        # A list is shown by what is in it, since that is what may be too little.
        return repr(value)[:60] if isinstance(value, list) else shorten(value)
    except TypeError:
        return repr(value)[:60]
