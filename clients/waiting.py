"""How long a client waits for an answer, for a server to be there, and for a full one to have room."""

from __future__ import annotations

import time

from dinoai.clients.errors import ServerUnreachableError
from dinoai.engine.errors import DinoaiError
from dinoai.server.errors import ServerFullError
from dinoai.v1 import suggest_pb2

SEARCH_TIMEOUT_EXTRA = 10.0
"""Seconds that a search may take beyond its limit of time, for the way and for a busy server."""

SIMULATIONS_TIMEOUT = 3600.0
"""Seconds that a search with a limit of simulations alone may take; a shorter deadline would cut it off."""

UNREACHABLE_PAUSE = 0.1
"""Seconds before a server that cannot be reached is asked again."""


def search_timeout(request: suggest_pb2.SuggestRequest | suggest_pb2.AnalyzeRequest) -> float:
    """The seconds that a search may take unless the caller says otherwise."""
    limits = request.limits
    if limits.HasField("max_millis"):
        return limits.max_millis / 1000 + SEARCH_TIMEOUT_EXTRA
    return SIMULATIONS_TIMEOUT if limits.HasField("max_simulations") else 1.0 + SEARCH_TIMEOUT_EXTRA


class Patience:
    """How often one call is made: again while no server is there, or when a full one says it will have room."""

    def __init__(self, seconds: float, wait: float, timeout: float) -> None:
        """`seconds` may pass in waiting for room, `wait` in waiting for a server, `timeout` in all."""
        now = time.monotonic()
        self._give_up_at = now + min(seconds, timeout)
        self._reached_by = now + min(wait, timeout)
        self._deadline = now + timeout

    @property
    def timeout(self) -> float:
        """The seconds that are left for an answer."""
        return max(0.0, self._deadline - time.monotonic())

    def pause_after(self, error: DinoaiError) -> float:
        """The seconds to wait before the call is made again; raises the error where that is no use."""
        if isinstance(error, ServerUnreachableError) and time.monotonic() + UNREACHABLE_PAUSE <= self._reached_by:
            return UNREACHABLE_PAUSE
        if not isinstance(error, ServerFullError) or time.monotonic() + error.retry_seconds > self._give_up_at:
            raise error
        return error.retry_seconds
