"""Connections of the HTTP server that are slow or too many: the server itself has no limits for them."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
"""A connection whose request has not come whole in this time, or twice this time at most, is closed."""


class LimitedConnection(H11Protocol):
    """A connection that is closed where there are too many, and where a request does not come to its end.

    There may be as many as `limit_concurrency` of the configuration, less one.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(transport)
        self._seen: Any = self
        self._look_again = self.loop.call_later(REQUEST_SECONDS, self._look)
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency:
            transport.close()

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
