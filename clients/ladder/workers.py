"""Processes of this machine that play deals."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import resource_tracker
from typing import Protocol, Self

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.bots import BotSpec
from dinoai.clients.ladder.game import PlayedGame, Rules, play_game
from dinoai.clients.ladder.players import make_player
from dinoai.clients.ladder.schedule import Deal

MAX_DEATHS = 3
"""So many times in a row, no deal finished between, workers may die before the ladder stops."""

_BATCHES_A_WORKER = 2  # one that is played, one that waits
_BATCH_SECONDS = 0.25
_MAX_BATCH = 100


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be played and all that is needed for it."""

    deal: Deal
    """The deal."""

    rules: Rules
    """The game."""

    seated: tuple[tuple[int, ...], ...]
    """The bots by seat of each game, by index."""

    bots: tuple[tuple[int, BotSpec], ...]
    """The bots that play in it, by index."""

    patience: float
    """Seconds that a move may take beyond a bot's own limit of time."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that has been played."""

    deal: Deal
    """The deal."""

    games: tuple[PlayedGame, ...]
    """Its games in the order of their rotations."""


def play_deal(task: Task) -> Finished:
    """Play all games of a deal. Raises `ServerUnreachableError`."""
    bots = dict(task.bots)
    games = []
    for rotation, seats in enumerate(task.seated):
        seated = [
            (bot, make_player(bots[bot], task.rules.game), task.patience + (bots[bot].seconds or 0.0)) for bot in seats
        ]
        games.append(play_game(task.rules, task.deal.seed, rotation, seated))
    return Finished(task.deal, tuple(games))


def play_deals(batch: Sequence[Task]) -> list[Finished]:
    """Play several deals. Raises `ServerUnreachableError`."""
    return [play_deal(task) for task in batch]


class Workers(Protocol):
    """What plays deals, for `with`; leaving it ends what is still being played."""

    def play(self, tasks: Iterator[Task]) -> Generator[list[Finished]]:
        """The deals as they are finished, in any order; tasks are taken as workers are free."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LocalWorkers:
    """Worker processes; a deal whose worker dies is played again.

    Short deals are handed out several at a time, so that handing them out costs next to nothing.
    """

    def __init__(self, n_workers: int | None = None) -> None:
        """As many processes as given, or as there are cores."""
        self.n_workers = n_workers or _n_cores()
        self._pool: ProcessPoolExecutor | None = None

    def play(self, tasks: Iterator[Task]) -> Generator[list[Finished]]:
        """As `Workers`. Raises `LadderError` when workers die again and again."""
        running: dict[Future[list[Finished]], list[Task]] = {}
        again: list[Task] = []
        deaths = 0
        size = 1
        while True:
            while len(running) < self.n_workers * _BATCHES_A_WORKER and (batch := list(islice(tasks, size))):
                try:
                    running[self._submit(batch)] = batch
                except BrokenProcessPool:
                    again.extend(batch)
                    break
            if not running and not again:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:  # at once where none is running
                batch = running.pop(future)
                try:
                    finished = future.result()
                except BrokenProcessPool:
                    again.extend(batch)
                    continue
                deaths = 0
                size = _batch_size(finished)
                yield finished
            if again:
                # The death of one worker ends the pool with all that it was playing.
                again = sorted([*again, *chain.from_iterable(running.values())], key=lambda task: task.deal.number)
                running.clear()
                self._end()
                deaths += 1
                if deaths == MAX_DEATHS:
                    numbers = ", ".join(str(task.deal.number) for task in again)
                    raise LadderError(f"worker processes died {deaths} times in a row; they were at deals {numbers}")
                tasks = chain(again, tasks)
                again, size = [], 1

    def _submit(self, batch: list[Task]) -> Future[list[Finished]]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.n_workers, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent
            )
        with _interrupts_held():  # a worker may be started here
            return self._pool.submit(play_deals, batch)

    def _end(self) -> None:
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            answers = self._pool._result_queue
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            # A worker may end in the middle of an answer. With this end of its pipe closed too, the rest is not waited
            # for until the end of time, and of this process.
            answers._writer.close()  # type: ignore[attr-defined]
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


def _n_cores() -> int:
    """The cores that this process may use, or all where the system does not tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _batch_size(finished: Sequence[Finished]) -> int:
    """How many deals like these fill a batch."""
    seconds = sum(sum(game.seconds) for deal in finished for game in deal.games) / len(finished)
    return max(1, min(_MAX_BATCH, int(_BATCH_SECONDS / max(seconds, 1e-6))))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back; processes started meanwhile do so for good and leave them to this one.

    An interrupt of a terminal reaches all its processes, one that is just being started too, so that ignoring it once
    the process runs would be too late.
    """
    resource_tracker.ensure_running()  # it is started with the first worker, and lets interrupts through then
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """In a worker: end when the process that started it has ended, however that was."""
    parent = multiprocessing.parent_process()

    def wait_for_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait_for_parent, daemon=True).start()
