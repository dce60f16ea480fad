"""Streams of improving answers: which of a search's answers are sent, and how they reach a reader of any speed."""

from __future__ import annotations

import asyncio
import time
from typing import Generic, TypeVar

from dinoai.search import Suggestions
from dinoai.v1 import suggest_pb2

DEFAULT_INTERVAL_MILLIS = 500
MIN_INTERVAL_MILLIS = 50

_Answer = TypeVar("_Answer")


class Analysis:
    """The answers of one search: which are worth sending, and their numbers."""

    def __init__(self, interval_millis: int | None = None) -> None:
        """`interval_millis` is the time between answers whose best move is the same."""
        millis = DEFAULT_INTERVAL_MILLIS if interval_millis is None else interval_millis
        self._interval = max(MIN_INTERVAL_MILLIS, millis) / 1000
        self._sent_at = float("-inf")
        self._best = ""
        self._count = 0

    def due(self, answer: Suggestions) -> bool:
        """Whether an answer is to be sent: the first, one an interval, and each with another best move."""
        now = time.monotonic()
        best = answer.suggestions[0].notation
        if best == self._best and now < self._sent_at + self._interval:
            return False
        self._sent_at, self._best = now, best
        return True

    def message(self, answer: suggest_pb2.SuggestResponse, *, final: bool = False) -> suggest_pb2.AnalyzeResponse:
        """The next message."""
        self._count += 1
        return suggest_pb2.AnalyzeResponse(answer=answer, final=final, sequence=self._count)


class Mailbox(Generic[_Answer]):
    """The newest answer for one reader in the event loop: a newer one replaces one that was not taken."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._changed = asyncio.Event()
        self._newest: _Answer | None = None
        self._closed = False

    def put(self, answer: _Answer) -> None:
        """Leave an answer; from any thread."""
        self._newest = answer
        self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Nothing more will come, and what was not taken is dropped; in the event loop."""
        self._closed = True
        self._changed.set()

    async def take(self) -> _Answer | None:
        """Wait for an answer; `None` when no more will come."""
        while not self._closed:
            await self._changed.wait()
            self._changed.clear()
            answer, self._newest = self._newest, None
            if answer is not None and not self._closed:
                return answer
        return None
