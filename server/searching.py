"""How a search is run for a call: admission, its thread, its deadline, its end, and what is learnt from it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from dinoai.search import StopFlag
from dinoai.search.bots import bot_name
from dinoai.search.levels import bounded, find_level
from dinoai.search.suggest import DEFAULT_BOT, DEFAULT_SECONDS
from dinoai.server.admission import Admission, Demand, Grant
from dinoai.server.calls import CallRecord
from dinoai.server.costs import Costs
from dinoai.server.deadlines import MIN_USEFUL_SECONDS, Margin
from dinoai.server.service import Call, SearchRequest
from dinoai.server.threads import SearchThreads
from dinoai.v1 import suggest_pb2

_Result = TypeVar("_Result")


class RunningSearch(Generic[_Result]):
    """A search in its thread, for the event loop that waits for its answer."""

    def __init__(self, call: Call, grant: Grant, started: float) -> None:
        """`started` is the instant at which it got its threads."""
        self.call = call
        self.started = started
        self._grant = grant
        self._result: asyncio.Future[_Result] = asyncio.get_running_loop().create_future()

    def begin(self, threads: SearchThreads, work: Callable[[], _Result], ended: Callable[[], None]) -> None:
        """Start the work; `ended` is called in the event loop when its thread is free again."""

        def finish(result: _Result | None, error: BaseException | None) -> None:
            # The threads are held until here: for a caller who has gone this is a moment after the call.
            self._grant.release()
            ended()
            if not self._result.done():
                if error is None:
                    self._result.set_result(cast(_Result, result))
                else:
                    self._result.set_exception(error)

        threads.run(work, finish)

    def cancel(self) -> None:
        """End the search; nobody wants its answer."""
        self.call.stop.set("CANCELLED")
        self._grant.ending()
        self._result.cancel()

    async def answer(self) -> _Result:
        """Wait for the answer; a caller who goes meanwhile ends the search."""
        try:
            return await self._result
        except asyncio.CancelledError:
            self.cancel()
            raise


class Searches:
    """All searches of a server."""

    def __init__(
        self, admission: Admission, threads: SearchThreads, *, max_seconds: float, max_megabytes: int | None = None
    ) -> None:
        """`max_seconds` and `max_megabytes` bound each search, whatever its request says."""
        self.admission = admission
        self.margin = Margin()
        self._threads = threads
        self._costs = Costs()
        self._max_seconds = max_seconds
        self._max_megabytes = max_megabytes
        self._stops: set[StopFlag] = set()

    def stop_all(self) -> None:
        """Make every search answer now with what it has, and refuse new ones."""
        for stop in self._stops:
            stop.set("SHUTDOWN")
        self.admission.close()

    async def begin(
        self,
        request: SearchRequest,
        record: CallRecord,
        time_remaining: float | None,
        search: Callable[[Call], _Result],
        ended: Callable[[], None] = lambda: None,
    ) -> RunningSearch[_Result]:
        """Start a search as soon as there are threads for it, so that it answers within `time_remaining` seconds."""
        record.game = request.state.WhichOneof("game") or ""
        deadline = end = None
        if time_remaining is not None:
            deadline = time.monotonic() + time_remaining
            end = deadline - self.margin.within(time_remaining)
        grant = await self.admission.admit(self._demand(request, record, end))
        started = time.monotonic()
        record.queue_seconds = record.seconds
        call = Call(
            deadline=end,
            answer_by=deadline,
            max_seconds=self._max_seconds,
            max_threads=self.admission.threads,
            max_megabytes=self._max_megabytes,
        )
        if self.admission.closed:  # it was let in to answer at once
            call.stop.set("SHUTDOWN")
        self._stops.add(call.stop)

        def over() -> None:
            self._stops.discard(call.stop)
            now = time.monotonic()
            if deadline is not None and end is not None and now > deadline:
                self.margin.measured(now - end)
            ended()

        running: RunningSearch[_Result] = RunningSearch(call, grant, started)
        running.begin(self._threads, lambda: search(call), over)
        return running

    def learn(
        self,
        request: SearchRequest,
        answer: suggest_pb2.SuggestResponse,
        record: CallRecord,
        running: RunningSearch[Any],
    ) -> Callable[[object], None]:
        """Note how a search went; returns what is to be called when its answer has left."""
        stats, limits = answer.stats, request.limits
        seconds = stats.elapsed_millis / 1000
        self._costs.learn(_kind(request), stats.simulations, seconds, max(1, limits.threads))
        self._costs.learn_overhead(time.monotonic() - running.started - seconds)
        record.bot, record.level, record.simulations = bot_name(answer.engine.bot), request.level, stats.simulations
        record.stop_reason = suggest_pb2.SearchStats.StopReason.Name(stats.stop_reason)
        if record.stop_reason == "TIME" and limits.HasField("max_millis"):
            record.overshoot_seconds = max(0.0, seconds - min(limits.max_millis / 1000, self._max_seconds))
        planned_end = time.monotonic()
        if record.stop_reason == "DEADLINE" and running.call.deadline is not None:
            planned_end = running.call.deadline

        def left(context: object) -> None:
            self.margin.measured(time.monotonic() - planned_end)

        return left

    def _demand(self, request: SearchRequest, record: CallRecord, end: float | None) -> Demand:
        limits = request.limits
        threads = min(max(1, limits.threads), self.admission.threads)
        simulations = limits.max_simulations if limits.HasField("max_simulations") else None
        simulations = bounded(simulations, find_level(request.level, request.state.WhichOneof("game") or ""))
        limit = self._max_seconds
        if limits.HasField("max_millis"):
            limit = min(limit, limits.max_millis / 1000)
        elif simulations is None:
            limit = DEFAULT_SECONDS
        if end is not None:
            limit = min(limit, max(0.0, end - time.monotonic()))
        seconds = self._costs.seconds(_kind(request), simulations, limit, threads)
        latest = None if end is None else end - MIN_USEFUL_SECONDS
        return Demand(threads, seconds, latest, record.client, record.priority)


def _kind(request: SearchRequest) -> str:
    return f"{request.state.WhichOneof('game')} {bot_name(request.bot or DEFAULT_BOT)}"
