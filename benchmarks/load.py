"""The service under load: throughput, latency, deadlines, cancellation, overload, shutdown and soak, as a table.

    python benchmarks/load.py [SCENARIO ...] [--seconds 60] [--json]

Each scenario starts `dinoai serve` on loopback and calls it from this process, which shares the processors with it, so
that figures are those of both together. `--seconds` is the length of the overload and of the soak. On a machine that
has other work, see how late a mere timer is and how much processor time calls take; the rest is the machine's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from load_client import Connection, ServerProcess, Tally, make_requests, open_loop, percentile, timed

from dinoai.engine import games
from dinoai.search import suggest
from dinoai.v1 import suggest_pb2

Figures = dict[str, Any]


async def one_simulation(seconds: float) -> Figures:
    """Throughput with 32 calls in flight, and latency of one after another."""
    server = ServerProcess()
    requests = cycle(make_requests(max_simulations=1))
    async with server.connected() as connection:
        alone, busy = Tally(), Tally()
        await timed(Tally(), lambda: connection.suggest(next(requests)))
        for _ in range(1000):
            await timed(alone, lambda: connection.suggest(next(requests)))
        start, processor = time.monotonic(), server.processor_seconds()
        end = start + min(10.0, seconds)

        async def caller() -> None:
            while time.monotonic() < end:
                await timed(busy, lambda: connection.suggest(next(requests)))

        await asyncio.gather(*(caller() for _ in range(32)))
        rate = busy.counts["OK"] / (time.monotonic() - start)
        processor = (server.processor_seconds() - processor) / busy.counts["OK"]
    server.stop()
    return {
        "calls a second": round(rate),
        "calls a processor second": round(1 / processor),
        "median ms": alone.millis("OK", 0.5),
        "p99 ms": alone.millis("OK", 0.99),
        "codes": dict(alone.counts + busy.counts),
    }


async def overhead(seconds: float) -> Figures:
    """A Suggest of 10,000 simulations beside the same search in the process, in turn: time, and processor time.

    An empty call is measured alike, each time after a search, which leaves nothing of it in the caches.
    """
    server = ServerProcess()
    figures: Figures = {}
    async with server.connected() as connection:
        requests = make_requests(max_simulations=10_000)
        stub: Any = health_pb2_grpc.HealthStub(connection.channel)
        for request in (requests[0], requests[3]):
            state = games.decode_state(request.state)
            calls, empty_calls, searches = [], [], []
            processor = alone = 0.0
            for _ in range(100):
                before = server.processor_seconds()
                calls.append(await _seconds(connection.suggest, request))
                processor += server.processor_seconds() - before
                start, thread = time.perf_counter(), time.thread_time()
                suggest(state, simulations=10_000, seed=1)
                searches.append(time.perf_counter() - start)
                alone += time.thread_time() - thread
                empty_calls.append(await _seconds(stub.Check, health_pb2.HealthCheckRequest()))
                suggest(state, simulations=10_000, seed=1)
            ratios = [call / search for call, search in zip(calls, searches, strict=True)]
            figures[f"{state.game} %"] = 100 * (statistics.median(ratios) - 1)
            figures[f"{state.game} processor %"] = 100 * (processor / alone - 1)
            ratios = [call / search for call, search in zip(empty_calls, searches, strict=True)]
            figures[f"{state.game} empty call %"] = 100 * statistics.median(ratios)
            figures[f"{state.game} search ms"] = 1000 * statistics.median(searches)
    server.stop()
    return figures


async def _seconds(call: Callable[[Any], Awaitable[Any]], request: Any) -> float:
    start = time.perf_counter()
    await call(request)
    return time.perf_counter() - start


async def deadlines(seconds: float) -> Figures:
    """2,000 calls with deadlines from 50 ms to 2 s, at twice the capacity."""
    server = ServerProcess()
    rng = random.Random(1)
    async with server.connected() as connection:
        threads = (await connection.info()).limits.search_threads
        requests = cycle([request for millis in (10, 30, 100) for request in make_requests(max_millis=millis)])
        rate = 2 * threads / (0.14 / 3)

        async def call() -> Any:
            return await connection.suggest(next(requests), timeout=0.05 * 40 ** rng.random())

        tally = await open_loop(rate, 2000 / rate, call)
    server.stop()
    return {"late": tally.counts["DEADLINE_EXCEEDED"], "codes": dict(tally.counts), "arrivals a second": round(rate)}


async def overshoot(seconds: float) -> Figures:
    """How much longer than `max_millis` searches take, one after another; by the server and at the caller."""
    server = ServerProcess()
    of_server, at_caller = [], []
    async with server.connected() as connection:
        for index in range(300):
            millis = 20 + 10 * (index % 9)
            request = make_requests(max_millis=millis)[index % 6]
            start = time.monotonic()
            answer = await connection.suggest(request)
            at_caller.append(time.monotonic() - start - millis / 1000)
            of_server.append(answer.stats.elapsed_millis - millis)
    server.stop()
    return {
        "median ms": statistics.median(of_server),
        "p99 ms": percentile(of_server, 0.99),
        "p99 at the caller ms": 1000 * percentile(at_caller, 0.99),
    }


async def cancellation(seconds: float) -> Figures:
    """Time from cancelling to free search threads, then 1,000 calls cancelled at random moments."""
    server = ServerProcess()
    rng = random.Random(1)
    request = make_requests(max_millis=60_000)[0]
    times = []
    async with server.connected() as connection, server.connected() as other:

        async def cancel_after(pause: float) -> None:
            call = connection.suggest(request)
            await asyncio.sleep(pause)
            call.cancel()

        async def idle() -> None:
            while (await other.info()).load.search_threads:
                pass

        for _ in range(200):
            call = connection.suggest(request)
            while not (await other.info()).load.search_threads:
                if call.done():
                    raise SystemExit(f"the search ended: {await call.code()} {await call.details()}")
            start = time.monotonic()
            call.cancel()
            await idle()
            times.append(time.monotonic() - start)
        before = server.resources()
        for _ in range(1000):
            await cancel_after(0.02 * rng.random())
        await idle()
        await asyncio.sleep(1.0)
        after = server.resources()
    server.stop()
    changes = {f"{name} before, after": [round(before[name], 1), round(after[name], 1)] for name in before}
    return {"median ms": 1000 * statistics.median(times), "p99 ms": 1000 * percentile(times, 0.99), **changes}


async def overload(seconds: float) -> Figures:
    """Three times the capacity in open loop: searches of 100 ms with deadlines of a second."""
    server = ServerProcess()
    health = Tally()
    async with server.connected() as connection, server.connected() as other:
        requests = cycle(make_requests(max_millis=100))
        threads = (await connection.info()).limits.search_threads
        capacity = await _closed_loop(connection, requests, threads, min(10.0, seconds))
        stub: Any = health_pb2_grpc.HealthStub(other.channel)

        async def check() -> None:
            while True:
                await timed(health, lambda: stub.Check(health_pb2.HealthCheckRequest(), timeout=5.0))
                await asyncio.sleep(0.05)

        checking = asyncio.create_task(check())
        start = time.monotonic()
        tally = await open_loop(3 * capacity, seconds, lambda: connection.suggest(next(requests), timeout=1.0))
        taken = time.monotonic() - start
        checking.cancel()
    server.stop()
    return {
        "capacity a second": capacity,
        "goodput %": 100 * tally.counts["OK"] / taken / capacity,
        "refusal p99 ms": tally.millis("RESOURCE_EXHAUSTED", 0.99),
        "Health.Check p99 ms": health.millis("OK", 0.99),
        "codes": dict(tally.counts),
        "health codes": dict(health.counts),
        "not sent": tally.not_sent,
    }


async def _closed_loop(connection: Connection, requests: Any, callers: int, seconds: float) -> float:
    """Answers a second with so many calls always in flight."""
    tally = Tally()
    start = time.monotonic()
    end = start + seconds

    async def caller() -> None:
        while time.monotonic() < end:
            await timed(tally, lambda: connection.suggest(next(requests)))

    await asyncio.gather(*(caller() for _ in range(callers)))
    return tally.counts["OK"] / (time.monotonic() - start)


async def shutdown(seconds: float) -> Figures:
    """SIGTERM with searches running and waiting, ten times."""
    counts: Tally = Tally()
    statuses = []
    request = make_requests(max_millis=3_000)[0]
    for _ in range(10):
        server = ServerProcess()
        async with server.connected() as connection:
            calls = [asyncio.create_task(timed(counts, lambda: connection.suggest(request))) for _ in range(6)]
            await asyncio.sleep(0.5)
            statuses.append(await asyncio.to_thread(server.stop))
            await asyncio.gather(*calls)
    return {"lost": counts.counts.total() - counts.counts["OK"], "codes": dict(counts.counts), "exits": statuses}


async def idle_connections(seconds: float) -> Figures:
    """1,000 connections that say nothing, while others call."""
    server = ServerProcess()
    host, _, port = server.address.rpartition(":")
    writers = []
    for _ in range(1000):
        _, writer = await asyncio.open_connection(host, int(port))
        writers.append(writer)
    async with server.connected() as connection:
        tally = Tally()
        requests = cycle(make_requests(max_simulations=1))
        for _ in range(100):
            await timed(tally, lambda: connection.suggest(next(requests), timeout=5.0))
    held = server.resources()["files"]
    for writer in writers:
        writer.close()
    await asyncio.sleep(2.0)
    left = server.resources()["files"]
    server.stop()
    return {"codes": dict(tally.counts), "p99 ms": tally.millis("OK", 0.99), "files then, after": [held, left]}


async def soak(seconds: float) -> Figures:
    """Mixed calls, some cancelled, some wrong; memory, threads and files over time."""
    server = ServerProcess()
    rng = random.Random(1)
    searches = make_requests(max_millis=20) + make_requests(max_simulations=500)
    samples = []
    async with server.connected() as connection:

        async def call() -> Any:
            request = rng.choice(searches)
            kind = rng.random()
            if kind < 0.1:
                return await connection.suggest(suggest_pb2.SuggestRequest(state=request.state, bot="nix"), timeout=2.0)
            if kind < 0.2:
                stream = connection.analyze(
                    suggest_pb2.AnalyzeRequest(state=request.state, limits={"max_millis": 100}), timeout=2.0
                )
                async for _ in stream:
                    if kind < 0.15:
                        stream.cancel()
                        break
                return None
            return await connection.suggest(request, timeout=2.0)

        async def sample() -> None:
            while True:
                samples.append(server.resources())
                await asyncio.sleep(seconds / 30)

        sampling = asyncio.create_task(sample())
        tally = await open_loop(60, seconds, call)
        sampling.cancel()
    server.stop()
    steady = samples[len(samples) // 3 :]
    figures: Figures = {"seconds": seconds, "codes": dict(tally.counts)}
    for name in steady[0]:
        values = [each[name] for each in steady]
        slope = statistics.linear_regression(range(len(values)), values).slope * (len(values) - 1)
        figures[f"{name} first, last, trend"] = [round(values[0], 1), round(values[-1], 1), round(slope, 1)]
    return figures


SCENARIOS: dict[str, Callable[[float], Awaitable[Figures]]] = {
    scenario.__name__: scenario
    for scenario in (
        one_simulation,
        overhead,
        deadlines,
        overshoot,
        cancellation,
        overload,
        shutdown,
        idle_connections,
        soak,
    )
}


async def _beside_a_timer(scenario: Awaitable[Figures]) -> Figures:
    """Run a scenario and measure how late this process wakes meanwhile: what the machine alone does to latencies."""
    late = []

    async def watch() -> None:
        while True:
            due = time.monotonic() + 0.005
            await asyncio.sleep(0.005)
            late.append(time.monotonic() - due)

    watching = asyncio.create_task(watch())
    figures = await scenario
    watching.cancel()
    figures["timer late, p99 ms"] = 1000 * percentile(late, 0.99)
    return figures


def main() -> None:
    """Run scenarios and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", choices=[*SCENARIOS, []], metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    grpc.aio.init_grpc_aio()
    for name in given.scenarios or SCENARIOS:
        load_before = os.getloadavg()[0]
        figures = asyncio.run(_beside_a_timer(SCENARIOS[name](given.seconds)))
        figures["load average"] = [round(load_before, 1), round(os.getloadavg()[0], 1)]
        if given.json:
            print(json.dumps({"scenario": name, **figures}), flush=True)
            continue
        print(name, flush=True)
        for label, value in figures.items():
            shown = f"{value:.2f}" if isinstance(value, float) else value
            print(f"  {label:28} {shown}", flush=True)


if __name__ == "__main__":
    main()
