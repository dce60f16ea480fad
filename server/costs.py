"""How long a search is going to take, by what searches of its kind took before."""

from __future__ import annotations

UNKNOWN_RATE = 50_000.0
"""Simulations a second and thread of a search of which none has been seen yet; low, so that too much is expected."""

OVERHEAD_SECONDS = 0.002
"""What every call takes beside its search."""

_WEIGHT = 0.1  # of the newest search in the moving average
_MIN_SECONDS = 0.005  # shorter searches tell of their start, not of their rate


class Costs:
    """Rates of searches by kind, for example by game and bot, learnt as they end."""

    def __init__(self) -> None:
        self._rates: dict[str, float] = {}

    def seconds(self, kind: str, simulations: int | None, limit: float, threads: int) -> float:
        """How long a search is expected to take that ends after so many simulations or `limit` seconds."""
        if simulations is None:
            return limit + OVERHEAD_SECONDS
        rate = self._rates.get(kind, UNKNOWN_RATE) * threads
        return min(limit, simulations / rate) + OVERHEAD_SECONDS

    def learn(self, kind: str, simulations: int, seconds: float, threads: int) -> None:
        """A search has ended that did so many simulations."""
        if seconds >= _MIN_SECONDS and simulations:
            rate = simulations / seconds / threads
            self._rates[kind] = rate + (1 - _WEIGHT) * (self._rates.get(kind, rate) - rate)
