"""The threads in which searches run."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class SearchThreads:
    """Does pieces of work for an event loop, each in a thread.

    The thread that became free last takes the next piece, as what it uses is still in the processor's caches; threads
    that take turns make a call slower the idler a server is. They are started when they are needed and stay.
    """

    def __init__(self, most: int) -> None:
        """Work beyond `most` pieces at a time waits until a thread is free."""
        self._most = most
        self._lock = Lock()
        self._idle: list[_Tasks] = []
        self._waiting: deque[_Task] = deque()
        self._n_threads = 0
        self._ended = False

    def run(self, work: Callable[[], _Result], done: Callable[[_Result | None, BaseException | None], None]) -> None:
        """Do the work in a thread; `done` is told in the running event loop what it has returned or raised."""
        task = _Task(work, done, asyncio.get_running_loop())
        with self._lock:
            if self._idle:
                tasks = self._idle.pop()
            elif self._n_threads < self._most:
                self._n_threads += 1
                tasks = SimpleQueue()
                Thread(target=self._serve, args=(tasks,), name=f"search-{self._n_threads}").start()
            else:
                self._waiting.append(task)
                return
        tasks.put(task)

    def end(self) -> None:
        """Let the threads end, those at work when they have done it; work that waits for one is given up."""
        with self._lock:
            self._ended = True
            self._waiting.clear()
            for tasks in self._idle:
                tasks.put(None)

    def _serve(self, tasks: _Tasks) -> None:
        while (task := tasks.get()) is not None:
            tell = task.do()
            del task  # so that an idle thread keeps nothing of a call
            self._free(tasks)  # before the event loop hears of it, so that the next call is given this thread
            tell()
            del tell

    def _free(self, tasks: _Tasks) -> None:
        with self._lock:
            if self._waiting:
                tasks.put(self._waiting.popleft())
            elif self._ended:
                tasks.put(None)
            else:
                self._idle.append(tasks)


@dataclass(frozen=True, slots=True)
class _Task:
    """A piece of work and who is told of it."""

    work: Callable[[], Any]
    done: Callable[[Any, BaseException | None], None]
    loop: asyncio.AbstractEventLoop

    def do(self) -> Callable[[], None]:
        """Do it; returns what tells of it."""
        try:
            result = self.work()
        except BaseException as error:  # whoever waits is to hear of it, whatever it is
            return partial(self._tell, None, error)
        return partial(self._tell, result, None)

    def _tell(self, result: Any, error: BaseException | None) -> None:
        with suppress(RuntimeError):  # the event loop has been closed: nobody waits any more
            self.loop.call_soon_threadsafe(self.done, result, error)


_Tasks = SimpleQueue[_Task | None]
"""What a thread is given to do; `None` ends it."""
