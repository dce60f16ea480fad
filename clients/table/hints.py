"""Searches for people at a table: a hint, and a bot's move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import click

from dinoai.clients.arguments import Duration
from dinoai.clients.output import make_console
from dinoai.clients.report import suggestion_report
from dinoai.clients.searching import SearchProgress, watch
from dinoai.clients.table.terminal import Terminal
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State
from dinoai.search import StopFlag, Suggestions, suggest
from dinoai.search.suggest import DEFAULT_SECONDS
from dinoai.server.codec import suggest_response

N_HINTS = 5
"""So many moves a hint ranks."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may take."""

    seconds: float | None = None
    """Seconds; `None` for no such limit."""

    simulations: int | None = None
    """Simulations; `None` for no such limit. With neither limit a search takes a second."""

    threads: int = 1
    """Search threads."""


def search(
    view: State, seat: int, limits: Limits, seed: int | None, bot: str = "ismcts", *, stoppable: bool = False
) -> Suggestions:
    """Rank the moves of a seat from its own view, with progress on standard error.

    An interrupt ends the search with what it has where it is `stoppable`, and is raised otherwise. Raises
    `NothingToDecideError`.
    """
    seconds = DEFAULT_SECONDS if limits.seconds is None and limits.simulations is None else limits.seconds
    progress, stop = SearchProgress(seconds, limits.simulations), StopFlag()
    task = partial(
        suggest,
        view,
        seat,
        time=seconds,
        simulations=limits.simulations,
        threads=limits.threads,
        seed=seed,
        bot=bot,
        stop=stop,
        progress=progress.report,
    )
    interrupt = stop if stoppable else partial(stop.set, "CANCELLED")
    return watch(task, interrupt, progress, make_console(stderr=True))


def read_limits(text: str, limits: Limits) -> Limits:
    """The limits that stand behind `hint`: a length of time, or those given. Raises `InvalidInputError`."""
    if not text:
        return limits
    try:
        return Limits(Duration().convert(text, None, None), None, limits.threads)
    except click.BadParameter as error:
        raise InvalidInputError.at("", error.message) from None


def give_hint(terminal: Terminal, view: State, seat: int, limits: Limits, seed: int | None) -> None:
    """Rank the seat's moves and show the best."""
    answer = search(view, seat, limits, seed, stoppable=True)
    response = suggest_response(view.game, answer)
    del response.suggestions[N_HINTS:]
    terminal.say("", *suggestion_report(view.game, response))
