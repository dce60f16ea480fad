"""A search that a person watches: progress on the terminal, and an interrupt that keeps the best so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillRunning
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from dinoai.search import StopFlag

SHOW_AFTER_SECONDS = 1.0
"""Searches shorter than this show no progress."""

_POLL_SECONDS = 0.1

_Result = TypeVar("_Result")


class SearchProgress:
    """How far a search is, told by its thread and read by the one that draws."""

    def __init__(self, seconds: float | None, simulations: int | None) -> None:
        """`seconds` and `simulations` are the limits of the search."""
        self._seconds = seconds
        self._simulations = simulations
        self._done = 0

    def report(self, simulations: int, elapsed_seconds: float) -> None:
        """What the search calls now and then."""
        self._done = simulations

    @property
    def simulations(self) -> int:
        """Simulations done so far."""
        return self._done

    def share(self, elapsed: float) -> float:
        """How much of the search is done after so many seconds, 0 to 1, by the limit that is nearer."""
        by_time = elapsed / self._seconds if self._seconds else 0.0
        by_simulations = self._done / self._simulations if self._simulations else 0.0
        return min(1.0, max(by_time, by_simulations))


def watch(
    search: Callable[[], _Result],
    interrupt: StopFlag | Callable[[], None],
    progress: SearchProgress,
    console: Console,
) -> _Result:
    """Run a search in a thread of its own and draw its progress on `console` if that is a terminal.

    An interrupt sets the flag `interrupt`, and the answer is what the search has by then. Where it is a function that
    function must end the search; there is no answer then, and the interrupt is raised.
    """
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(search)
        try:
            return _wait(future, progress, console)
        except BaseException as error:
            if future.done():
                raise
            if not isinstance(interrupt, StopFlag):
                interrupt()
                raise
            interrupt.set("CANCELLED")
            # An interrupt that meets a lock in the middle of a wait arrives as the lock's RuntimeError.
            if not isinstance(error, KeyboardInterrupt) and not isinstance(error.__context__, KeyboardInterrupt):
                raise
            return future.result()


def _wait(future: Future[_Result], progress: SearchProgress, console: Console) -> _Result:
    started = time.monotonic()
    patience = SHOW_AFTER_SECONDS if console.is_terminal else None
    try:
        return future.result(patience)
    except StillRunning:
        if future.done():
            raise
    figures = TextColumn("{task.fields[simulations]:,} simulations, {task.fields[seconds]:.0f} s")
    with Progress(TextColumn("searching"), BarColumn(), figures, console=console, transient=True) as bar:
        task = bar.add_task("search", total=1.0, simulations=0, seconds=0.0)
        while True:
            seconds = time.monotonic() - started
            bar.update(task, completed=progress.share(seconds), simulations=progress.simulations, seconds=seconds)
            try:
                return future.result(_POLL_SECONDS)
            except StillRunning:
                if future.done():
                    raise
