"""The server: both services, health checking and reflection, from start to clean shutdown."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from dinoai.engine.errors import DinoaiError
from dinoai.server.handlers import RunningCalls, service_handler
from dinoai.server.service import RulesService, SuggestService
from dinoai.v1 import rules_pb2, suggest_pb2

DEFAULT_ADDRESS = "127.0.0.1:50051"

SERVICES = (
    suggest_pb2.DESCRIPTOR.services_by_name["SuggestService"],
    rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
)

RULES_THREADS = 2
"""Threads for calls that take no search, so that they never wait for one."""

SHUTDOWN_SECONDS = 5.0
"""How long calls in progress may still take after the signal; searches are told to answer at once."""

OPTIONS = (
    # Without it a second server on the same port would silently take half of the calls.
    ("grpc.so_reuseport", 0),
    # Above the limit of our own, whose answer says more.
    ("grpc.max_receive_message_length", 4 * 1024 * 1024),
)


class ListenError(DinoaiError):
    """The server cannot listen on the address."""


class Server:
    """A server of the dinoai services; use it within a running event loop.

    `search_threads` bounds how many searches run at a time, by default twice as many as there are processors: a search
    that shares a processor still answers before its deadline, one that waits for another may not.
    """

    def __init__(self, search_threads: int | None = None) -> None:
        self._running = RunningCalls()
        self._searches = ThreadPoolExecutor(search_threads or 2 * (os.cpu_count() or 1), "search")
        self._rules = ThreadPoolExecutor(RULES_THREADS, "rules")
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(options=OPTIONS)
        implementations = ((SuggestService(), self._searches), (RulesService(), self._rules))
        self._server.add_generic_rpc_handlers(
            tuple(
                service_handler(service, implementation, executor, self._running)
                for service, (implementation, executor) in zip(SERVICES, implementations, strict=True)
            )
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        names = [*(service.full_name for service in SERVICES), health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection(names, self._server)

    async def start(self, address: str = DEFAULT_ADDRESS) -> str:
        """Listen on `HOST:PORT`, where port 0 takes a free one; returns the address. Raises `ListenError`."""
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError:
            port = 0
        if not port:
            raise ListenError(f"cannot listen on {address}; it must be a free HOST:PORT of this machine")
        await self._server.start()
        for name in ("", *(service.full_name for service in SERVICES)):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return f"{address.rpartition(':')[0]}:{port}"

    async def stop(self, grace: float | None = SHUTDOWN_SECONDS) -> None:
        """Refuse new calls, let those in progress answer with what they have, and end after `grace` seconds at most."""
        await self._health.enter_graceful_shutdown()
        stopping = asyncio.ensure_future(self._server.stop(grace))
        self._running.stop_all()
        await stopping
        self._searches.shutdown(wait=False, cancel_futures=True)
        self._rules.shutdown(wait=False, cancel_futures=True)

    async def wait(self) -> None:
        """Return when the server has stopped."""
        await self._server.wait_for_termination()


def serve(address: str = DEFAULT_ADDRESS, search_threads: int | None = None) -> None:
    """Run a server until SIGINT or SIGTERM; a second signal ends it at once. Raises `ListenError`."""
    asyncio.run(_serve(address, search_threads))


async def _serve(address: str, search_threads: int | None) -> None:
    server = Server(search_threads)
    bound = await server.start(address)
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def on_signal() -> None:
        tasks.append(loop.create_task(server.stop(None if tasks else SHUTDOWN_SECONDS)))

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)
    print(f"dinoai is listening on {bound}", file=sys.stderr, flush=True)
    await server.wait()
    await asyncio.gather(*tasks)
