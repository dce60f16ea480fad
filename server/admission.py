"""Which searches run, wait or are refused.

Capacity is counted in search threads. A call that finds too few of them free waits in a bounded queue, first come first
served within its priority. One that cannot be served in time is refused at once and told when to come back.
"""

from __future__ import annotations

import asyncio
import bisect
import heapq
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count

from dinoai.server.errors import ServerFullError, ShuttingDownError

MAX_RETRY_SECONDS = 60.0
"""No caller is told to wait longer."""

MIN_RETRY_SECONDS = 0.05
"""No caller is told to come back sooner."""

OVERDUE_SECONDS = 0.005
"""How much longer a search is thought to take that has taken longer than it should."""


class Priority(IntEnum):
    """Which of the waiting calls comes first."""

    INTERACTIVE = 0
    """Somebody waits for the answer."""

    BATCH = 1
    """Nobody does: it comes after all that somebody waits for."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a call needs."""

    threads: int
    """Search threads, at most all that there are."""

    seconds: float
    """How long it is expected to search once it has started."""

    latest_start: float | None = None
    """The instant of `time.monotonic` from which on it could not answer in time; `None` where it has no deadline."""

    client: str = ""
    """Who asks."""

    priority: Priority = Priority.INTERACTIVE
    """Whom it may overtake in the queue."""


class Grant:
    """Search threads that a call holds."""

    def __init__(self, admission: Admission, demand: Demand) -> None:
        self._admission = admission
        self.demand = demand
        self.expected_end = 0.0
        self.released = False

    def ending(self) -> None:
        """The search was told to stop, so that its threads come back soon."""
        self.expected_end = 0.0

    def release(self) -> None:
        """Give them back; further calls do nothing."""
        if not self.released:
            self.released = True
            self._admission.give_back(self)


class CallLimit:
    """How many calls without a search may be in progress, in all and of a client."""

    def __init__(self, most: int, most_of_client: int) -> None:
        self._most = most
        self._most_of_client = most_of_client
        self._calls: Counter[str] = Counter()

    @contextmanager
    def entered(self, client: str) -> Iterator[None]:
        """Count a call while it lasts. Raises `ServerFullError` where there are as many as there may be."""
        if self._calls[client] >= self._most_of_client:
            raise ServerFullError(
                f"{self._most_of_client} calls of this client are in progress, the most that the server allows"
            )
        if self._calls.total() >= self._most:
            raise ServerFullError(f"{self._most} calls are in progress, the most that the server allows")
        self._calls[client] += 1
        try:
            yield
        finally:
            self._calls[client] -= 1
            if not self._calls[client]:
                del self._calls[client]


@dataclass(order=True, slots=True)
class _Waiter:
    priority: int
    order: int
    grant: Grant = field(compare=False)
    granted: asyncio.Future[None] = field(compare=False)


class Admission:
    """The search threads of a server and the queue before them, for one event loop."""

    def __init__(
        self, threads: int, *, max_waiting: int = 256, max_calls_per_client: int = 128, patience: float = 10.0
    ) -> None:
        """`patience` is how many seconds a call without a deadline waits at most."""
        self.threads = threads
        self.max_waiting = max_waiting
        self.max_calls_per_client = max_calls_per_client
        self._patience = patience
        self._free = threads
        self._running: set[Grant] = set()
        self._waiting: list[_Waiter] = []
        self._order = count()
        self._calls: Counter[str] = Counter()
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """How many search threads are held; more than there are when a wait would have broken a deadline."""
        return self.threads - self._free

    async def admit(self, demand: Demand) -> Grant:
        """Wait for the search threads of a call, which must release them in the end.

        A call that was let into the queue and whose turn does not come in time gets them nevertheless when its deadline
        demands it, so that it still answers; without a deadline it is then refused.
        Raises `ServerFullError` or `ShuttingDownError`.
        """
        now = time.monotonic()
        self._refuse(demand, now)
        grant = Grant(self, demand)
        self._calls[demand.client] += 1
        if not self._waiting and demand.threads <= self._free:
            self._start(grant)
            return grant
        loop = asyncio.get_running_loop()
        waiter = _Waiter(demand.priority, next(self._order), grant, loop.create_future())
        bisect.insort(self._waiting, waiter)
        # Between an estimate made now and the start, another call can have been quicker than was expected.
        latest = demand.latest_start if demand.latest_start is not None else now + self._patience
        timer = loop.call_later(max(0.0, latest - now), self._last_call, waiter)
        try:
            await waiter.granted
        except BaseException:  # the caller has gone, or it is too late
            if grant in self._running:
                grant.release()
            else:
                self._waiting.remove(waiter)
                self._forget(demand.client)
                self._advance()
            raise
        finally:
            timer.cancel()
        return grant

    def give_back(self, grant: Grant) -> None:
        """Take back the threads of a grant."""
        self._running.discard(grant)
        self._free += grant.demand.threads
        self._forget(grant.demand.client)
        self._advance()

    def close(self) -> None:
        """Refuse new calls from now on and start all that wait, which are to answer at once."""
        self.closed = True
        for waiter in self._waiting[:]:
            self._grant(waiter)

    def _refuse(self, demand: Demand, now: float) -> None:
        if self.closed:
            raise ShuttingDownError("the server is shutting down")
        if self._calls[demand.client] >= self.max_calls_per_client:
            raise ServerFullError(
                f"{self.max_calls_per_client} calls of this client are in progress, the most that the server allows",
                self._retry_after(self._start_estimate(demand, now) - now),
            )
        if not self._waiting and demand.threads <= self._free:
            return
        start = self._start_estimate(demand, now)
        latest = demand.latest_start if demand.latest_start is not None else now + self._patience
        if len(self._waiting) >= self.max_waiting:
            raise ServerFullError(f"{len(self._waiting)} searches wait already", self._retry_after(start - now))
        if start > latest:
            text = f"the search would start in {start - now:.1f} s, too late for its deadline"
            if demand.latest_start is None:
                text = f"the search would start in {start - now:.1f} s; the server lets none wait {self._patience:g} s"
            raise ServerFullError(text, self._retry_after(start - now))

    @staticmethod
    def _retry_after(seconds: float) -> float:
        return min(MAX_RETRY_SECONDS, max(MIN_RETRY_SECONDS, seconds))

    def _start_estimate(self, demand: Demand, now: float) -> float:
        """The instant at which a call that came now would start, if all others took what is expected of them."""
        ends = [now] * max(0, self._free)
        for grant in self._running:
            end = grant.expected_end if grant.expected_end > now else now + OVERDUE_SECONDS
            ends.extend([end] * grant.demand.threads)
        ends = heapq.nlargest(self.threads, ends)
        heapq.heapify(ends)
        for waiter in self._waiting:
            if waiter.priority > demand.priority:
                break
            start = self._take(ends, waiter.grant.demand.threads)
            for _ in range(waiter.grant.demand.threads):
                heapq.heappush(ends, start + waiter.grant.demand.seconds)
        return self._take(ends, demand.threads)

    @staticmethod
    def _take(ends: list[float], threads: int) -> float:
        return max(heapq.heappop(ends) for _ in range(threads))

    def _start(self, grant: Grant) -> None:
        self._free -= grant.demand.threads
        grant.expected_end = time.monotonic() + grant.demand.seconds
        self._running.add(grant)

    def _grant(self, waiter: _Waiter) -> None:
        if not waiter.granted.done():
            self._waiting.remove(waiter)
            self._start(waiter.grant)
            waiter.granted.set_result(None)

    def _advance(self) -> None:
        """Start those whose turn it is. The first is never overtaken, or one that needs many threads would starve."""
        for waiter in self._waiting[:]:
            if waiter.granted.done():  # its caller has gone
                continue
            if waiter.grant.demand.threads > self._free:
                break
            self._grant(waiter)

    def _last_call(self, waiter: _Waiter) -> None:
        if waiter.grant.demand.latest_start is not None:
            self._grant(waiter)
        elif not waiter.granted.done():
            text = f"the search has waited {self._patience:g} s, the longest that the server allows"
            waiter.granted.set_exception(ServerFullError(text, self._retry_after(0.0)))

    def _forget(self, client: str) -> None:
        self._calls[client] -= 1
        if not self._calls[client]:
            del self._calls[client]
