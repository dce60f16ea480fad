"""The threads of searches: which of them works, and how they end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from dinoai.server.threads import SearchThreads


def run(threads: SearchThreads, work: Callable[[], Any]) -> asyncio.Future[Any]:
    """The result of a piece of work."""
    result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def done(value: Any, error: BaseException | None) -> None:
        if error is None:
            result.set_result(value)
        else:
            result.set_exception(error)

    threads.run(work, done)
    return result


def play(scenario: Callable[[SearchThreads], Any], most: int = 8) -> Any:
    """Await a scenario with threads that end after it."""

    async def with_threads() -> Any:
        threads = SearchThreads(most)
        try:
            return await scenario(threads)
        finally:
            threads.end()

    return asyncio.run(asyncio.wait_for(with_threads(), 60))


def test_the_thread_that_became_free_last_is_used_next() -> None:
    async def scenario(threads: SearchThreads) -> None:
        release = [threading.Event() for _ in range(3)]

        def waiting(event: threading.Event) -> Callable[[], int]:
            def work() -> int:
                assert event.wait(60)
                return threading.get_ident()

            return work

        running = [run(threads, waiting(event)) for event in release]
        ended = []
        for index in (1, 2, 0):
            release[index].set()
            ended.append(await running[index])
        assert len(set(ended)) == 3
        for _ in range(5):
            assert await run(threads, threading.get_ident) == ended[-1]
        # Two at a time: the last used, and the one that became free before it.
        pause = threading.Event()
        first = run(threads, waiting(pause))
        assert await run(threads, threading.get_ident) == ended[-2]
        pause.set()
        assert await first == ended[-1]

    play(scenario)


def test_an_error_is_told_and_its_thread_goes_on() -> None:
    def fail() -> None:
        raise ValueError("no")

    async def scenario(threads: SearchThreads) -> None:
        thread = await run(threads, threading.get_ident)
        with pytest.raises(ValueError, match="no"):
            await run(threads, fail)
        assert await run(threads, threading.get_ident) == thread

    play(scenario)


def test_work_beyond_the_most_waits_for_a_thread() -> None:
    async def scenario(threads: SearchThreads) -> None:
        begun: list[int] = []
        release = threading.Event()

        def work(number: int) -> Callable[[], int]:
            def body() -> int:
                begun.append(number)
                assert release.wait(60)
                return threading.get_ident()

            return body

        running = [run(threads, work(number)) for number in range(5)]
        while len(begun) < 2:
            await asyncio.sleep(0.001)
        release.set()
        assert len(set(await asyncio.gather(*running))) == 2
        assert sorted(begun[:2]) == [0, 1]
        assert sorted(begun[2:]) == [2, 3, 4]

    play(scenario, most=2)


def test_threads_end_when_they_are_told_or_have_done_their_work() -> None:
    async def scenario() -> list[threading.Thread]:
        threads = SearchThreads(2)
        release = threading.Event()
        busy = run(threads, lambda: (release.wait(60), threading.current_thread())[1])
        idle = await run(threads, threading.current_thread)
        given_up = [run(threads, lambda: release.wait(60)), run(threads, threading.current_thread)]
        threads.end()
        release.set()
        ended = [idle, await busy]
        await given_up[0]
        for thread in ended:
            await asyncio.to_thread(thread.join, 60)
            assert not thread.is_alive()
        assert not given_up[1].done()
        return ended

    assert len(asyncio.run(scenario())) == 2


def test_a_loop_that_is_gone_is_told_nothing() -> None:
    release = threading.Event()

    async def scenario() -> threading.Thread:
        threads = SearchThreads(1)
        begun: asyncio.Future[threading.Thread] = asyncio.get_running_loop().create_future()
        loop = asyncio.get_running_loop()

        def work() -> None:
            loop.call_soon_threadsafe(begun.set_result, threading.current_thread())
            assert release.wait(60)

        threads.run(work, lambda result, error: pytest.fail("the loop is closed"))
        threads.end()
        return await begun

    thread = asyncio.run(scenario())
    release.set()
    thread.join(60)
    assert not thread.is_alive()
