"""A server as a process: logs, signals and the order of its end."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys

from dinoai.server.app import Server
from dinoai.server.config import ServerConfig
from dinoai.server.logs import configure_logs, log_event
from dinoai.server.supervisor import supervise


class Ending:
    """How a running server ends: drained, or at once when that takes too long."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tasks: list[asyncio.Task[None]] = []

    def drain(self) -> None:
        """Let calls in progress answer; further calls do nothing."""
        if not self._tasks:
            self._tasks.append(asyncio.get_running_loop().create_task(self._server.drain()))

    def stop(self) -> None:
        """End at once."""
        for task in self._tasks:
            task.cancel()
        self._tasks.append(asyncio.get_running_loop().create_task(self._server.stop()))

    def drain_or_stop(self) -> None:
        """Drain; at once when asked again."""
        if self._tasks:
            self.stop()
        else:
            self.drain()

    async def wait(self) -> None:
        """Return when the server has ended."""
        await self._server.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        log_event("stopped")


def serve(config: ServerConfig) -> None:
    """Run a server, or several as workers, until SIGINT or SIGTERM, then drain; a second signal ends it at once.

    The address is told on standard error. Raises `ListenError`, `SelfTestError`,
    `WorkerError` or `InvalidInputError`.
    """
    configure_logs(config.log_format, config.log_level)
    asyncio.run(_serve(config) if config.workers == 1 else supervise(config, announce))


async def _serve(config: ServerConfig) -> None:
    server = Server(config)
    address = await server.start()
    leave_out_of_collections()
    ending = Ending(server)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ending.drain_or_stop)
    announce(address, server.web_address)
    log_event("listening", address=address, tls=bool(config.tls_cert), search_threads=config.search_threads)
    await ending.wait()


def leave_out_of_collections() -> None:
    """Let the garbage collector pass over all that a started server consists of.

    It stays to the end, and to look through it takes some 15 ms in which no call is answered.
    """
    gc.collect()
    gc.freeze()


def announce(address: str, web_address: str) -> None:
    """Tell whoever started this process where the service is."""
    lines = f"dinoai is listening on {address}\n"
    if web_address:
        lines += f"dinoai is listening for browsers on {web_address}\n"
    sys.stderr.write(lines)  # as one, so that no line of the log comes between
    sys.stderr.flush()
