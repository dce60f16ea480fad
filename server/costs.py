"""How long a search is going to take, by what searches of its kind took before."""

from __future__ import annotations

UNKNOWN_RATE = 50_000.0
"""Simulations a second and thread of a search of which none has been seen yet; low, so that too much is expected."""

FIRST_OVERHEAD = 0.002
"""Seconds that every call takes beside its search, before it has been measured."""

_WEIGHT = 0.1  # of the newest search in the moving average
_MAX_OVERHEAD = 0.1  # more is an accident
_MIN_SECONDS = 0.005  # shorter searches tell of their start, not of their rate


class Costs:
    """Rates of searches by kind, for example by game and bot, and what calls take beside them, learnt as they end."""

    def __init__(self) -> None:
        self._rates: dict[str, float] = {}
        self._overhead = FIRST_OVERHEAD

    def seconds(self, kind: str, simulations: int | None, limit: float, threads: int) -> float:
        """How long a search is expected to take that ends after so many simulations or `limit` seconds."""
        if simulations is None:
            return limit + self._overhead
        rate = self._rates.get(kind, UNKNOWN_RATE) * threads
        return min(limit, simulations / rate) + self._overhead

    def learn_overhead(self, seconds: float) -> None:
        """A call has held its threads for so much longer than its search took."""
        self._overhead += _WEIGHT * (min(_MAX_OVERHEAD, max(0.0, seconds)) - self._overhead)

    def learn(self, kind: str, simulations: int, seconds: float, threads: int) -> None:
        """A search has ended that did so many simulations."""
        if seconds >= _MIN_SECONDS and simulations:
            rate = simulations / seconds / threads
            self._rates[kind] = rate + (1 - _WEIGHT) * (self._rates.get(kind, rate) - rate)
