"""Connections of the HTTP server that are slow or too many: the server itself has no limits for them."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
"""A connection whose request has not come whole in this time, or twice this time at most, is closed."""

HANDSHAKE_SECONDS = 10.0
"""A connection whose TLS handshake has not come to its end in this time is closed."""

BACKLOG = 2048
"""Connections that may wait to be taken."""

PAUSE_SECONDS = 0.1
"""How long no connection is taken where the system cannot give one, as when there are too many files."""


class Listener:
    """Takes connections from a socket, as many as there may be; handshakes count."""

    def __init__(
        self,
        listening: socket.socket,
        tls: ssl.SSLContext | None,
        most: int,
        serve: Callable[[], asyncio.Protocol],
        n_connections: Callable[[], int],
    ) -> None:
        """`serve` makes what serves a connection; `n_connections` of these are open beside the handshakes."""
        self._socket = listening
        self._tls = tls
        self._most = most
        self._serve = serve
        self._n_connections = n_connections
        self._handshakes: set[asyncio.Task[None]] = set()
        listening.setblocking(False)
        listening.listen(BACKLOG)
        self._taking = asyncio.create_task(self._take())

    async def close(self) -> None:
        """Take no more connections, and end handshakes."""
        tasks = [self._taking, *self._handshakes]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        self._socket.close()

    async def _take(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self._socket)
            except OSError:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            if self._n_connections() + len(self._handshakes) >= self._most:
                connection.close()
                continue
            handshake = asyncio.create_task(self._begin(connection))
            self._handshakes.add(handshake)
            handshake.add_done_callback(self._handshakes.discard)

    async def _begin(self, connection: socket.socket) -> None:
        timeout = None if self._tls is None else HANDSHAKE_SECONDS
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._serve, connection, ssl=self._tls, ssl_handshake_timeout=timeout
            )
        except OSError:  # of TLS too; the connection is closed
            return


class LimitedConnection(H11Protocol):
    """A connection that is closed where a request does not come to its end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(transport)
        self._seen: Any = self
        self._look_again = self.loop.call_later(REQUEST_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has gone."""
        self._look_again.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close the connection where it still waits for the same request as the last time."""
        cycle = self.cycle
        # Between two requests a timer of its own runs, until the first byte of the next.
        waiting = cycle is None or cycle.more_body or (cycle.response_complete and self.timeout_keep_alive_task is None)
        if waiting and self._seen is cycle:
            self.transport.abort()
            return
        self._seen = cycle if waiting else self
        self._look_again = self.loop.call_later(REQUEST_SECONDS, self._look)
