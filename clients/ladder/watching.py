"""A ladder that a person watches: games done, rate, time left and the ratings so far."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from dinoai.clients.ladder.ratings import rate
from dinoai.clients.ladder.records import Bot, GameResult
from dinoai.clients.ladder.tables import ratings_table

_LINE_SECONDS = 30.0  # between two lines where there is no terminal
_REST = 50.0  # so many times as long as a table took to reckon passes before the next


class LadderProgress:
    """Progress on a console, for `with`: live on a terminal, elsewhere a line now and then."""

    def __init__(
        self, console: Console, bots: Sequence[Bot], results: Sequence[GameResult], n_games: int, anchor: int
    ) -> None:
        """`results` are the games so far, to which the caller adds; `n_games` are those of the whole ladder."""
        self._console = console
        self._bots = bots
        self._results = results
        self._n_games = n_games
        self._anchor = anchor
        self._before = len(results)
        self._started = self._told = time.monotonic()
        self._table: Table | None = None
        self._next_table = 0.0
        self._bar = Progress(BarColumn(), TextColumn("{task.description}"), console=console)
        self._task = self._bar.add_task("", total=n_games, completed=self._before)
        self._live = Live(get_renderable=self._draw, console=console, transient=True, refresh_per_second=2)

    def update(self) -> None:
        """Tell that there are more results."""
        if not self._console.is_terminal and time.monotonic() - self._told >= _LINE_SECONDS:
            self._told = time.monotonic()
            self._console.print(self._figures())

    def _figures(self) -> str:
        done = len(self._results)
        rate = (done - self._before) / max(1e-9, time.monotonic() - self._started)
        text = f"{done:,} of {self._n_games:,} games, {rate:.1f} a second"
        return f"{text}, {duration((self._n_games - done) / rate)} left" if rate > 0 else text

    def _draw(self) -> Group:
        self._bar.update(self._task, completed=len(self._results), description=self._figures())
        now = time.monotonic()
        if len(self._results) > self._before and now >= self._next_table:
            results = list(self._results)
            self._table = ratings_table(self._bots, results, rate(results, len(self._bots), self._anchor))
            self._next_table = time.monotonic() + _REST * (time.monotonic() - now)
        return Group(self._bar) if self._table is None else Group(self._bar, self._table)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()


def duration(seconds: float) -> str:
    """A length of time for a person."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"
