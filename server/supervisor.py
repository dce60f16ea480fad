"""Several server processes on one port, each on its own; one that ends unasked is started again.

The kernel spreads connections over the processes that listen on a port with SO_REUSEPORT.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from typing import Any

from dinoai.engine.errors import DinoaiError, InvalidInputError, Problem
from dinoai.server.addresses import split_address, with_port
from dinoai.server.config import ServerConfig
from dinoai.server.errors import WorkerError
from dinoai.server.logs import log, log_event
from dinoai.server.sockets import bound_socket

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 30.0
"""Seconds before a worker is started again, doubled each time it ends soon."""

SOON = 10.0
"""Seconds within which the end of a worker is soon."""


def reserve(address: str) -> socket.socket:
    """A socket that holds `HOST:PORT` for workers; port 0 takes a free one.

    Raises `ListenError` where it is not free: without asking, SO_REUSEPORT would share it with whom it belongs to.
    """
    with bound_socket(address, socket.SO_REUSEADDR):
        pass
    return bound_socket(address, socket.SO_REUSEPORT)


async def supervise(config: ServerConfig, announce: Callable[[str, str], None]) -> None:
    """Run the workers until SIGINT or SIGTERM, then drain them; a second signal ends them at once.

    `announce` hears the addresses when all of them listen. Raises `ListenError`, `WorkerError` or `InvalidInputError`
    where they cannot start.
    """
    with ExitStack() as held:
        held_addresses: dict[str, Any] = {}
        for name in ("listen", "web"):
            address = getattr(config, name)
            if address:
                port = held.enter_context(reserve(address)).getsockname()[1]
                held_addresses[name] = with_port(address, port)
        supervisor = Supervisor(replace(config, **held_addresses))
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, supervisor.end)
        await supervisor.start()
        announce(held_addresses["listen"], supervisor.web_address)
        log_event("listening", address=held_addresses["listen"], workers=config.workers)
        await supervisor.wait()
    log_event("stopped")


class Worker:
    """One of the processes."""

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self.process: Process
        self.web_address = ""

    async def start(self) -> None:
        """Start the process and wait until it listens. Raises what keeps it from that."""
        # In a session of its own, so that Control-C in a terminal reaches the supervisor alone.
        command = (sys.executable, "-P", "-m", "dinoai.server.worker")
        self.process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asdict(self._config)).encode() + b"\n")
        line = await self.process.stdout.readline()
        if not line:
            raise WorkerError(f"a worker ended with status {await self.process.wait()} before it listened")
        told = json.loads(line)
        if "problems" in told:
            raise InvalidInputError(Problem(path, message) for path, message in told["problems"])
        if "error" in told:
            raise WorkerError(told["error"])
        self.web_address = told["web_address"]

    def drain(self) -> None:
        """Let it answer what it has and end."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self.process.kill()


class Supervisor:
    """Starts the workers, and those again that end unasked."""

    def __init__(self, config: ServerConfig) -> None:
        self._configs = [worker_config(config, index) for index in range(config.workers)]
        self._workers: dict[int, Worker] = {}
        self._keepers: list[asyncio.Task[None]] = []
        self._ending = asyncio.Event()
        self.web_address = ""

    async def start(self) -> None:
        """Start all workers; where one cannot start, end the others and raise why."""
        results = await asyncio.gather(
            *(self._start(index) for index in range(len(self._configs))), return_exceptions=True
        )
        self._keepers = [asyncio.create_task(self._keep(index)) for index in self._workers]
        for result in results:
            if isinstance(result, BaseException):
                self.end()
                await self.wait()
                raise result

    async def wait(self) -> None:
        """Return when all workers have ended."""
        await asyncio.gather(*self._keepers)

    def end(self) -> None:
        """Drain the workers; end them at once when asked again."""
        again = self._ending.is_set()
        self._ending.set()
        for worker in self._workers.values():
            if again:
                worker.kill()
            else:
                worker.drain()

    async def _start(self, index: int) -> None:
        worker = Worker(self._configs[index])
        await worker.start()
        self._workers[index] = worker
        self.web_address = worker.web_address
        log_event("worker started", worker=index, pid=worker.process.pid)
        if self._ending.is_set():
            worker.drain()

    async def _keep(self, index: int) -> None:
        """Wait for the end of a worker and start it again, until the end of all is asked for."""
        pause = FIRST_PAUSE
        while True:
            started = time.monotonic()
            status = await self._workers[index].process.wait()
            if self._ending.is_set():
                return
            log.error("worker %d ended with status %d; it is started again", index, status)
            pause = FIRST_PAUSE if time.monotonic() > started + SOON else min(2 * pause, LONGEST_PAUSE)
            while not await self._restarted(index, pause):
                pause = min(2 * pause, LONGEST_PAUSE)
            if self._ending.is_set() and self._workers[index].process.returncode is not None:
                return

    async def _restarted(self, index: int, pause: float) -> bool:
        """Start a worker after a pause; whether it listens, or none is wanted any more."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), pause)
            return True
        try:
            await self._start(index)
        except DinoaiError as error:
            log.error("worker %d cannot start: %s", index, error)
            return False
        return True


def worker_config(config: ServerConfig, index: int) -> ServerConfig:
    """The settings of one worker: its share of the search threads, and metrics on a port of its own."""
    metrics = config.metrics
    if metrics and (port := split_address(metrics)[1]):
        metrics = with_port(metrics, port + index)
    return replace(config, search_threads=max(1, config.search_threads // config.workers), metrics=metrics)
