"""The HTTP server of the services for browsers, in the event loop of the gRPC server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from dinoai.server.addresses import with_port
from dinoai.server.config import ServerConfig
from dinoai.server.sockets import bound_socket
from dinoai.server.tls import TlsFiles
from dinoai.server.web_connections import LimitedConnection, Listener
from dinoai.server.web_tls import TlsContexts

KEEP_ALIVE_SECONDS = 60
"""How long a connection without calls stays open."""


class _Uvicorn(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the process."""
        yield


class WebServer:
    """Serves an ASGI application."""

    def __init__(self, application: Any, config: ServerConfig, tls_files: TlsFiles | None) -> None:
        """Listen where `config.web` says. Raises `ListenError`, or `InvalidInputError` for files of no use."""
        self._tls = None if tls_files is None else TlsContexts(tls_files)
        shared = (socket.SO_REUSEPORT,) if config.workers > 1 else ()
        self._socket = bound_socket(config.web, socket.SO_REUSEADDR, *shared)
        settings = uvicorn.Config(
            application,
            http=LimitedConnection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            # A header of a caller's own making must not say where it comes from.
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=max(1, round(config.shutdown_seconds)),
        )
        self._server = _Uvicorn(settings)
        self._most = config.max_connections
        scheme = "http" if self._tls is None else "https"
        self.address = f"{scheme}://{with_port(config.web, self._socket.getsockname()[1])}"
        self._serving: asyncio.Task[None] | None = None
        self._listener: Listener | None = None

    async def start(self) -> None:
        """Answer calls from now on."""
        self._serving = asyncio.create_task(self._server.serve([]))
        while not self._server.started and not self._serving.done():
            await asyncio.sleep(0.01)
        if self._serving.done():
            await self._serving
        state = self._server.server_state
        self._listener = Listener(
            self._socket,
            None if self._tls is None else self._tls.first,
            self._most,
            lambda: LimitedConnection(self._server.config, state, {}),
            lambda: len(state.connections),
        )

    async def stop(self, *, at_once: bool = False) -> None:
        """Take no more connections and wait for calls in progress, unless all is to end at once."""
        if self._listener is not None:
            await self._listener.close()
        self._server.should_exit = True
        self._server.force_exit = at_once
        if self._serving is not None:
            await self._serving
        self._socket.close()
