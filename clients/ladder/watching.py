"""A ladder that a person watches: games done, rate, time left and the standings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from dinoai.clients.ladder.standings import Standings

_LINE_SECONDS = 30.0  # between two lines where there is no terminal


class LadderProgress:
    """Progress on a console, for `with`: live on a terminal, elsewhere a line now and then."""

    def __init__(self, console: Console, names: Sequence[str], standings: Standings, n_games: int) -> None:
        """`standings` may hold games of an earlier run; `n_games` are those of the whole ladder."""
        self._console = console
        self._names = names
        self._standings = standings
        self._n_games = n_games
        self._before = standings.n_games
        self._started = self._told = time.monotonic()
        self._bar = Progress(BarColumn(), TextColumn("{task.description}"), console=console)
        self._task = self._bar.add_task("", total=n_games, completed=self._before)
        self._live = (
            Live(get_renderable=self._draw, console=console, transient=True, refresh_per_second=2)
            if console.is_terminal
            else None
        )

    def update(self) -> None:
        """Tell that the standings have changed."""
        if self._live is None and time.monotonic() - self._told >= _LINE_SECONDS:
            self._told = time.monotonic()
            self._console.print(self._figures())

    def _figures(self) -> str:
        done = self._standings.n_games
        rate = (done - self._before) / max(1e-9, time.monotonic() - self._started)
        text = f"{done:,} of {self._n_games:,} games, {rate:.1f} a second"
        return f"{text}, {duration((self._n_games - done) / rate)} left" if rate > 0 else text

    def _draw(self) -> Group:
        self._bar.update(self._task, completed=self._standings.n_games, description=self._figures())
        return Group(self._bar, *([standings_table(self._standings, self._names)] if self._standings.n_deals else []))

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()


def duration(seconds: float) -> str:
    """A length of time for a person."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def standings_table(standings: Standings, names: Sequence[str]) -> Table:
    """For each table its bots with their shares of the victory a seat, points, time a move and faults."""
    table = Table("Table", "Bot", box=None)
    for column in ("Share", "± 95 %", "Points", "ms/move", "Games", "Crash", "Illegal", "Timeout"):
        table.add_column(column, justify="right", no_wrap=True)
    for number, (company, tallies) in enumerate(sorted(standings.tallies.items()), start=1):
        for line, (bot, tally) in enumerate(tallies.items()):
            count = company.count(bot)
            table.add_row(
                str(number) if line == 0 else "",
                f"{count} x {names[bot]}" if len(company) > 2 else names[bot],
                f"{100 * tally.share:.1f} %",
                f"{100 * tally.error:.1f}",
                f"{tally.points / tally.n_seats:.1f}",
                f"{1000 * tally.seconds / max(1, tally.decisions):.2f}",
                f"{tally.n_seats // count:,}" if line == 0 else "",
                *(str(tally.faults.get(fault, 0)) for fault in ("crash", "illegal", "timeout")),
            )
    return table
