"""What plays in a ladder: `NAME[:KEY=VALUE,...]`, or `grpc://HOST:PORT/NAME[:KEY=VALUE,...]` on a server.

Keys are `simulations`, `time` (such as 10ms), `threads`, and every option of the bot; a server checks these itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dinoai.engine.document import shorten
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.search.chooser import Chooser
from dinoai.search.suggest import MAX_SIMULATIONS, MAX_THREADS

SCHEME = "grpc://"

_FORM = "NAME[:KEY=VALUE,...] or grpc://HOST:PORT/NAME[:KEY=VALUE,...]"
_SERVER = re.compile(r"grpc://(?P<address>[^/\s]+:\d{1,5})/(?P<rest>.+)")
_TIME = re.compile(r"(\d+)\s*(ms|s|)")
_MAX_MILLIS = 2**32 - 1


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with its limits and options. Equal bots have equal specifications."""

    name: str
    """The bot's name."""

    server: str | None = None
    """`HOST:PORT` of the server that it plays on; none in the process."""

    simulations: int | None = None
    """Limit of simulations a move."""

    millis: int | None = None
    """Limit of time a move, in milliseconds."""

    threads: int = 1
    """Search threads."""

    options: tuple[tuple[str, str], ...] = ()
    """Options of the bot, by name."""

    def __str__(self) -> str:
        settings = [
            *([f"simulations={self.simulations}"] if self.simulations is not None else []),
            *([f"time={self.millis}ms"] if self.millis is not None else []),
            *([f"threads={self.threads}"] if self.threads != 1 else []),
            *(f"{key}={value}" for key, value in self.options),
        ]
        origin = "" if self.server is None else f"{SCHEME}{self.server}/"
        return f"{origin}{self.name}{':' if settings else ''}{','.join(settings)}"

    @property
    def named(self) -> str:
        """The name with the options, as `find_bot` reads it."""
        return f"{self.name}{':' if self.options else ''}{','.join(f'{key}={value}' for key, value in self.options)}"

    @property
    def seconds(self) -> float | None:
        """The limit of time a move."""
        return None if self.millis is None else self.millis / 1000

    def configuration(self, game: str) -> dict[str, Any]:
        """Every setting by name, the bot's own defaults included where it plays in the process."""
        own = self.chooser(game).options if self.server is None else {}
        limits = {"simulations": self.simulations, "millis": self.millis, "threads": self.threads}
        return {"name": self.name, "server": self.server, **limits, "options": own}

    def chooser(self, game: str) -> Chooser:
        """The bot itself for a game, which must be one in the process. Raises as `Chooser` does."""
        return Chooser(
            self.name,
            game,
            simulations=self.simulations,
            time=self.seconds,
            threads=self.threads,
            options=dict(self.options),
        )


def parse_bot(text: str, game: str) -> BotSpec:
    """The specification of a bot for a game that a text holds.

    Raises `UnknownBotError`, or `InvalidInputError` with every problem found; their paths are keys, and the text is in
    the error's notes.
    """
    text = text.strip()
    rest, server = text, None
    if text.startswith(SCHEME):
        match = _SERVER.fullmatch(text)
        if match is None:
            raise _noted(InvalidInputError.at("", f"a bot is {_FORM}"), text)
        server, rest = match["address"], match["rest"]
    name, _, settings = rest.partition(":")
    if not name or re.search(r"[\s/=,]", name):
        raise _noted(InvalidInputError.at("", f"a bot is {_FORM}"), text)
    problems: list[Problem] = []
    given: dict[str, str] = {}
    for setting in filter(None, settings.split(",")):
        key, separator, value = setting.partition("=")
        key, value = key.strip(), value.strip()
        if not separator or not key or not value:
            problems.append(Problem(shorten(setting), "is not KEY=VALUE"))
        elif key in given:
            problems.append(Problem(key, "is given twice"))
        else:
            given[key] = value
    simulations = _whole(given.pop("simulations", None), "simulations", MAX_SIMULATIONS, problems)
    threads = _whole(given.pop("threads", None), "threads", MAX_THREADS, problems)
    millis = _millis(given.pop("time", None), problems)
    spec = BotSpec(name, server, simulations, millis, threads or 1, tuple(sorted(given.items())))
    try:
        if not problems and server is None:
            spec.chooser(game)
    except InvalidInputError as error:
        problems.extend(error.problems)
    if problems:
        raise _noted(InvalidInputError(problems), text)
    return spec


def labels(specs: Iterable[BotSpec]) -> list[str]:
    """A name for each bot; where one plays against itself the second is told apart as `NAME #2`."""
    seen: dict[BotSpec, int] = {}
    result = []
    for spec in specs:
        seen[spec] = seen.get(spec, 0) + 1
        result.append(str(spec) if seen[spec] == 1 else f"{spec} #{seen[spec]}")
    return result


def _noted(error: InvalidInputError, text: str) -> InvalidInputError:
    error.add_note(f"the bot {shorten(text)}")
    return error


def _whole(text: str | None, key: str, largest: int, problems: list[Problem]) -> int | None:
    if text is None:
        return None
    digits = text.replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and 1 <= int(digits) <= largest):
        problems.append(Problem(key, f"must be a whole number from 1 to {largest}, not {shorten(text)}"))
        return None
    return int(digits)


def _millis(text: str | None, problems: list[Problem]) -> int | None:
    if text is None:
        return None
    match = _TIME.fullmatch(text.lower())
    millis = int(match[1]) * (1 if match[2] == "ms" else 1000) if match and len(match[1]) < 12 else 0
    if not 1 <= millis <= _MAX_MILLIS:
        problems.append(Problem("time", f"must be a length of time such as 10ms or 2s, not {shorten(text)}"))
        return None
    return millis
