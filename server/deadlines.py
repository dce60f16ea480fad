"""When a search must end so that its answer arrives before the caller's deadline."""

from __future__ import annotations

import math
from collections import deque

FIRST_MARGIN = 0.05
"""Seconds kept for the way back before anything has been measured."""

MIN_MARGIN = 0.02
MAX_MARGIN = 0.2
"""The margin stays between these, in seconds."""

MIN_USEFUL_SECONDS = 0.01
"""A search that would have less than this is not worth waiting for."""

_REMEMBERED = 512  # measurements that the margin follows
_ENOUGH = 128  # before so many it does not fall below its first value
_EVERY = 16  # measurements between two changes of it
_SAFETY = 2.0  # the margin, in 99th percentiles of what was measured
_SHARE = 0.04  # of a caller's time, that is kept beside: a long search loses nothing by it, and a late answer all
_MAX_SHARE = 0.2  # seconds


class Margin:
    """The time between the end of a search and the caller's deadline.

    It follows what is measured: how long after its planned end the answer of a search had left. A caller with little
    time is left a useful minimum, or half of still less, so that it gets a short search and not none.
    """

    def __init__(self) -> None:
        self._measured: deque[float] = deque(maxlen=_REMEMBERED)
        self._seconds = FIRST_MARGIN
        self._until_change = _EVERY

    @property
    def seconds(self) -> float:
        """The margin of a call but for the share of its own time."""
        return self._seconds

    def within(self, time_remaining: float) -> float:
        """The margin for a call that has so many seconds left."""
        most = max(time_remaining / 2, time_remaining - MIN_USEFUL_SECONDS)
        return min(self._seconds + min(_MAX_SHARE, _SHARE * time_remaining), most)

    def measured(self, seconds: float) -> None:
        """An answer left so many seconds after the planned end of its search."""
        self._measured.append(max(0.0, seconds))
        self._until_change -= 1
        if not self._until_change:
            self._until_change = _EVERY
            ranked = sorted(self._measured)
            late = ranked[math.ceil(0.99 * len(ranked)) - 1]
            least = MIN_MARGIN if len(ranked) >= _ENOUGH else FIRST_MARGIN
            self._seconds = min(MAX_MARGIN, max(least, _SAFETY * late))
