"""Errors of the search."""

from __future__ import annotations

from collections.abc import Iterable

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import DinoaiError


class UnknownBotError(DinoaiError):
    """There is no bot of that name."""

    @classmethod
    def named(cls, name: str, known: Iterable[str]) -> UnknownBotError:
        """The error for a name, with the bots that there are."""
        known = tuple(known)
        return cls(f"there is no bot {shorten(name)}{did_you_mean(name, known)}; the bots are {', '.join(known)}")


class OutOfMemoryError(DinoaiError):
    """The memory for a search cannot be had."""


class OutOfTimeError(DinoaiError):
    """The time was up before a single simulation was done."""
