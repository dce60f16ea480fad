"""A server as a process: logs, signals and the order of its end."""

from __future__ import annotations

import asyncio
import signal
import sys

from dinoai.server.app import Server
from dinoai.server.config import ServerConfig
from dinoai.server.logs import configure_logs, log_event


def serve(config: ServerConfig) -> None:
    """Run a server until SIGINT or SIGTERM, then drain it; a second signal ends it at once.

    The address is told on standard error. Raises `ListenError`, `SelfTestError` or `InvalidInputError`.
    """
    configure_logs(config.log_format, config.log_level)
    asyncio.run(_serve(config))


async def _serve(config: ServerConfig) -> None:
    server = Server(config)
    address = await server.start()
    loop = asyncio.get_running_loop()
    ending: list[asyncio.Task[None]] = []

    def on_signal() -> None:
        if len(ending) > 1:
            return
        if ending:
            ending[0].cancel()
        ending.append(loop.create_task(server.stop() if ending else server.drain()))

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)
    print(f"dinoai is listening on {address}", file=sys.stderr, flush=True)
    log_event("listening", address=address, tls=bool(config.tls_cert), search_threads=config.search_threads)
    await server.wait()
    await asyncio.gather(*ending, return_exceptions=True)
    log_event("stopped")
