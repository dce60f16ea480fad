"""Deals played by the workers of a Dask cluster; needs `dask.distributed`, which comes with `dinoai[cluster]`."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, Self

from dinoai.clients.errors import LadderError, ServerUnreachableError
from dinoai.clients.ladder.workers import MAX_DEATHS, Finished, Task, play_deal
from dinoai.search.suggest import engine_version

try:
    from distributed import KilledWorker, as_completed

    from dinoai.clients.scheduler import connect
except ModuleNotFoundError as error:
    raise LadderError(f"a cluster needs {error.name}; `pip install 'dinoai[cluster]'` brings it") from None

_COUNT_SECONDS = 2.0  # between two counts of the workers, which may come and go
_DEALS_A_THREAD = 4  # so that no worker waits for the next deal


def play_same(task: Task, version: str) -> Finished:
    """On a worker: play a deal. Raises `LadderError` where another version of dinoai is installed there."""
    if engine_version() != version:
        raise LadderError(f"a worker of the cluster has dinoai {engine_version()}, this is {version}")
    return play_deal(task)


class ClusterWorkers:
    """The workers of a cluster, for `with`. A deal whose worker dies or loses its connection is played by another."""

    def __init__(self, scheduler: str) -> None:
        """`scheduler` is the address of the cluster's scheduler. Raises as `connect` does."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is of use is raised
        self._client = connect(scheduler)
        self._scheduler = scheduler
        self._counted = 0.0
        self._n_threads = 0

    def play(self, tasks: Iterator[Task]) -> Generator[list[Finished]]:
        """As `Workers`; a task of the cluster is a deal.

        Raises `LadderError` when workers die again and again or run another version of dinoai, and
        `ServerUnreachableError` when the scheduler is lost.
        """
        running: dict[Any, Task] = {}
        completed = as_completed(loop=self._client.loop)
        version = engine_version()
        deaths = 0

        def submit(task: Task) -> None:
            # Not pure, or the cluster might answer with what it still holds of an earlier run.
            future = self._client.submit(play_same, task, version, pure=False)
            running[future] = task
            completed.add(future)

        while True:
            for task in islice(tasks, max(0, self._room() - len(running))):
                submit(task)
            if not running:
                return
            future = next(completed)
            task = running.pop(future)
            try:
                finished: Finished = future.result()
            except KilledWorker:
                # So the cluster says after several deaths, which may have had other causes than this deal.
                deaths += 1
                if deaths == MAX_DEATHS:
                    text = f"workers of the cluster die again and again, last over deal {task.deal.number}"
                    raise LadderError(text) from None
                submit(task)
                continue
            deaths = 0
            yield [finished]

    def _room(self) -> int:
        """How many deals may be handed out to the workers that there are now."""
        if self._client.status != "running":
            raise ServerUnreachableError(f"the scheduler at {self._scheduler} was lost")
        if time.monotonic() - self._counted >= _COUNT_SECONDS:
            self._counted = time.monotonic()
            self._n_threads = sum(self._client.nthreads().values())
        return _DEALS_A_THREAD * max(1, self._n_threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
