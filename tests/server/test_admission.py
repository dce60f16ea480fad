"""Admission: who runs, who waits, who is refused, and that every thread comes back."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dinoai.server.admission import Admission, CallLimit, Demand, Grant, Priority
from dinoai.server.errors import ServerFullError, ShuttingDownError


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def soon(admission: Admission, **given: Any) -> asyncio.Task[Grant]:
    return asyncio.ensure_future(admission.admit(Demand(**{"threads": 1, "seconds": 0.1, **given})))


def test_calls_without_a_search_are_limited_in_all_and_for_a_client() -> None:
    limit = CallLimit(3, 2)
    with limit.entered("a"), limit.entered("a"):
        with pytest.raises(ServerFullError, match="2 calls of this client"), limit.entered("a"):
            pass
        with limit.entered("b"), pytest.raises(ServerFullError, match="3 calls are"), limit.entered("c"):
            pass
        with limit.entered("c"):
            pass
    with pytest.raises(ZeroDivisionError), limit.entered("a"):
        raise ZeroDivisionError
    assert not limit._calls


def test_threads_are_counted() -> None:
    async def play() -> None:
        admission = Admission(3)
        two = await admission.admit(Demand(2, 1.0))
        one = await admission.admit(Demand(1, 1.0))
        assert admission.busy == 3
        waiting = soon(admission, threads=2)
        await settle()
        assert admission.waiting == 1 and not waiting.done()
        one.release()
        await settle()
        assert not waiting.done()
        two.release()
        two.release()
        assert (await waiting).demand.threads == 2
        assert (admission.busy, admission.waiting) == (2, 0)

    asyncio.run(play())


def test_first_come_first_served_within_a_priority() -> None:
    async def play() -> list[str]:
        admission = Admission(1)
        served: list[str] = []

        async def call(name: str, priority: Priority) -> None:
            grant = await admission.admit(Demand(1, 0.0, priority=priority))
            served.append(name)
            await asyncio.sleep(0)
            grant.release()

        first = await admission.admit(Demand(1, 0.0))
        calls = [("b1", Priority.BATCH), ("i1", Priority.INTERACTIVE), ("b2", Priority.BATCH), ("i2", Priority(0))]
        tasks = []
        for name, priority in calls:
            tasks.append(asyncio.ensure_future(call(name, priority)))
            await settle()
        first.release()
        await asyncio.gather(*tasks)
        return served

    assert asyncio.run(play()) == ["i1", "i2", "b1", "b2"]


def test_many_threads_are_not_starved_by_few() -> None:
    async def play() -> None:
        admission = Admission(2)
        first = await admission.admit(Demand(1, 0.1))
        both = soon(admission, threads=2)
        await settle()
        one = soon(admission)
        await settle()
        assert not one.done()  # although a thread is free
        first.release()
        (await both).release()
        await one

    asyncio.run(play())


@pytest.mark.parametrize(
    ("limits", "demand", "text"),
    [
        ({"max_waiting": 0}, {}, "0 searches wait already"),
        ({"max_calls_per_client": 1}, {"client": "a"}, "1 calls of this client"),
        ({}, {"latest_start": 5.0}, "too late for its deadline"),
        ({"patience": 9.0}, {}, "lets none wait 9 s"),
    ],
)
def test_what_cannot_be_served_is_refused_at_once(limits: dict[str, Any], demand: dict[str, Any], text: str) -> None:
    async def play() -> None:
        admission = Admission(1, **limits)
        grant = await admission.admit(Demand(1, 10.0, client="a"))
        given = dict(demand)
        if "latest_start" in given:
            given["latest_start"] += time.monotonic()
        with pytest.raises(ServerFullError, match=text) as caught:
            await admission.admit(Demand(1, 1.0, **given))
        assert 5.0 < caught.value.retry_seconds <= 10.0
        assert (admission.busy, admission.waiting) == (1, 0)
        grant.release()
        await admission.admit(Demand(1, 1.0, **given))

    asyncio.run(play())


def test_the_estimate_counts_those_ahead() -> None:
    async def play() -> None:
        admission = Admission(2)
        for _ in range(2):
            await admission.admit(Demand(1, 1.0))
        soon(admission, threads=2, seconds=2.0)
        soon(admission, seconds=4.0, priority=Priority.BATCH)
        await settle()
        now = time.monotonic()
        estimates = [
            admission._start_estimate(Demand(threads, 1.0, priority=priority), now) - now
            for threads, priority in ((1, Priority.INTERACTIVE), (1, Priority.BATCH), (2, Priority.BATCH))
        ]
        assert estimates == pytest.approx([3.0, 3.0, 7.0], abs=0.1)

    asyncio.run(play())


def test_a_deadline_is_kept_though_the_estimate_was_wrong() -> None:
    async def play() -> None:
        admission = Admission(1)
        running = await admission.admit(Demand(1, 0.0))  # thought to be over at once
        await asyncio.sleep(0.01)
        late = await admission.admit(Demand(1, 0.0, latest_start=time.monotonic() + 0.05))
        assert admission.busy == 2
        late.release()
        running.release()
        assert admission.busy == 0

    asyncio.run(play())


def test_patience_ends() -> None:
    async def play() -> None:
        admission = Admission(1, patience=0.05)
        await admission.admit(Demand(1, 0.0))
        with pytest.raises(ServerFullError, match="has waited"):
            await admission.admit(Demand(1, 0.0))
        assert (admission.busy, admission.waiting) == (1, 0)

    asyncio.run(play())


def test_a_caller_who_has_gone_leaves_the_queue() -> None:
    async def play() -> None:
        admission = Admission(1, max_calls_per_client=2)
        first = await admission.admit(Demand(1, 0.1, client="a"))
        gone = soon(admission, client="a")
        await settle()
        gone.cancel()
        await settle()
        assert admission.waiting == 0
        # Cancelled in the same moment as it was granted: the thread comes back.
        gone = soon(admission, client="a")
        await settle()
        first.release()
        gone.cancel()
        await settle()
        assert (admission.busy, admission.waiting) == (0, 0)
        await admission.admit(Demand(1, 0.1, client="a"))

    asyncio.run(play())


def test_close_starts_all_that_wait_and_refuses_the_rest() -> None:
    async def play() -> None:
        admission = Admission(1)
        await admission.admit(Demand(1, 0.1))
        waiting = [soon(admission) for _ in range(5)]
        await settle()
        admission.close()
        await asyncio.gather(*waiting)
        with pytest.raises(ShuttingDownError):
            await admission.admit(Demand(1, 0.1))

    asyncio.run(play())


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.booleans()), max_size=40), st.integers(1, 3))
def test_whatever_happens_all_threads_come_back(steps: list[tuple[int, int, bool]], threads: int) -> None:
    async def play() -> None:
        admission = Admission(threads, max_waiting=4, max_calls_per_client=5)
        calls: list[asyncio.Task[Grant]] = []
        for kind, size, flag in steps:
            if kind <= 1:
                client, priority = "ab"[flag], Priority(flag)
                calls.append(soon(admission, threads=min(size, threads), client=client, priority=priority))
            elif calls and kind == 2:
                calls[size % len(calls)].cancel()
            elif calls:
                call = calls[size % len(calls)]
                if call.done() and not call.cancelled() and call.exception() is None:
                    call.result().release()
            if flag:
                await settle()
            assert admission.busy <= threads
            assert admission.waiting <= 4
        await settle()
        for _ in calls:
            for call in calls:
                if call.done() and not call.cancelled() and call.exception() is None:
                    call.result().release()
            await settle()
        assert (admission.busy, admission.waiting) == (0, 0)
        assert not admission._calls and not admission._running

    asyncio.run(play())
