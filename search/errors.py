"""Errors of the search."""

from __future__ import annotations

from collections.abc import Iterable

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import DinoaiError


class UnknownBotError(DinoaiError):
    """There is no bot of that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        known = tuple(known)
        self.name = name
        super().__init__(f"there is no bot {shorten(name)}{did_you_mean(name, known)}; the bots are {', '.join(known)}")


class OutOfTimeError(DinoaiError):
    """The time was up before a single simulation was done."""
