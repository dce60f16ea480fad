"""What the load tool is made of: a server as a process of its own, calls that arrive in open loop, and their tally."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc.aio

from dinoai.engine import games
from dinoai.v1 import info_pb2, suggest_pb2
from dinoai.v1.info_pb2_grpc import InfoServiceStub
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

MAX_IN_FLIGHT = 5000
"""Calls in flight at a time; arrivals beyond it are counted as not sent, so that the tool itself is bounded."""


class ServerProcess:
    """`dinoai serve` on a free port."""

    def __init__(self, *flags: str) -> None:
        command = [sys.executable, "-m", "dinoai.clients.command_line", "serve", "--listen", "127.0.0.1:0"]
        command += ["--log-level", "warning", "--max-calls-per-client", "100000", *flags]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        if "listening" not in line:
            raise SystemExit(line + self.process.stderr.read())
        self.address = line.split()[-1]

    def stop(self) -> int:
        """Send SIGTERM and wait; returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def resources(self) -> dict[str, float]:
        """Memory in MiB, threads and open files of the process."""
        folder = Path(f"/proc/{self.process.pid}")
        lines = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        return {
            "memory_mib": int(lines["VmRSS"].split()[0]) / 1024,
            "threads": int(lines["Threads"]),
            "files": len(os.listdir(folder / "fd")),
        }

    def processor_seconds(self) -> float:
        """Processor time of the process so far, which other processes of the machine hardly change."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        """A connection of its own."""
        options = (("grpc.use_local_subchannel_pool", 1),)
        async with grpc.aio.insecure_channel(self.address, options=options) as channel:
            yield Connection(channel)


class Connection:
    """Calls on one channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.suggest: Any = SuggestServiceStub(channel).Suggest
        self.analyze: Any = SuggestServiceStub(channel).Analyze
        self._info: Any = InfoServiceStub(channel).GetServerInfo

    async def info(self) -> info_pb2.GetServerInfoResponse:
        """Limits and load of the server."""
        return await self._info(info_pb2.GetServerInfoRequest())


def make_requests(**limits: int) -> list[suggest_pb2.SuggestRequest]:
    """A few positions of both games with these limits."""
    options: list[tuple[str, dict[str, Any]]] = [("jurassic_snack", {}), ("draftosaurus", {"players": 2})]
    return [
        suggest_pb2.SuggestRequest(
            state=games.encode_state(games.view(games.new_game(game, seed=seed, **given), 0)), seed=1, limits=limits
        )
        for game, given in options
        for seed in range(3)
    ]


@dataclass
class Tally:
    """How calls went: latencies in seconds by status."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    not_sent: int = 0

    def add(self, code: str, seconds: float) -> None:
        """A call has ended."""
        self.seconds.setdefault(code, []).append(seconds)

    @property
    def counts(self) -> Counter[str]:
        """Calls by status."""
        return Counter({code: len(values) for code, values in self.seconds.items()})

    def millis(self, code: str, share: float) -> float:
        """The latency in milliseconds that this share of the calls of a status did not exceed."""
        return percentile(self.seconds.get(code, []), share) * 1000


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all does not exceed; nan for none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else float("nan")


async def timed(tally: Tally, call: Callable[[], Awaitable[Any]]) -> Any:
    """Make a call and note how it went; returns the answer or `None`."""
    start = time.monotonic()
    try:
        answer = await call()
    except grpc.aio.AioRpcError as error:
        tally.add(error.code().name, time.monotonic() - start)
        return None
    tally.add("OK", time.monotonic() - start)
    return answer


async def open_loop(rate: float, seconds: float, call: Callable[[], Awaitable[Any]], seed: int = 1) -> Tally:
    """Make calls at Poisson arrivals whatever becomes of earlier ones, so that a slow server is not spared."""
    rng = random.Random(seed)
    tally = Tally()
    running: set[asyncio.Task[Any]] = set()
    start = due = time.monotonic()
    while (due := due + rng.expovariate(rate)) < start + seconds:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        if len(running) >= MAX_IN_FLIGHT:
            tally.not_sent += 1
            continue
        task = asyncio.create_task(timed(tally, call))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return tally
