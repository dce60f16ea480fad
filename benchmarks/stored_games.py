"""Games of ladders played again, and shares with errors over deals."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from dinoai.clients.ladder.replay import Step, replay
from dinoai.clients.ladder.store import Store


@dataclass(frozen=True)
class Replayed:
    """A game with every state of it."""

    deal: tuple[str, int]
    """Which deal it was played on, in which file: the unit of errors."""

    steps: list[Step]
    """The set-up and the moves."""

    shares: tuple[float, ...]
    """Of the victory, by seat."""

    points: tuple[int, ...]
    """By seat."""

    kinds: tuple[str, ...]
    """The search of the bot on each seat, such as `ismcts`."""


def replayed(paths: list[Path]) -> Iterator[Replayed]:
    """The games of ladders' files that no fault ended."""
    for path in paths:
        with Store.open(path) as store:
            settings = store.settings()
            kinds = [bot.specification.partition(":")[0] for bot in store.bots()]
            for game in store.games():
                if game.played.fault is None:
                    yield Replayed(
                        (path.name, game.deal.number),
                        list(replay(settings.rules, game)),
                        game.played.shares,
                        game.played.points,
                        tuple(kinds[bot] for bot in game.played.bots),
                    )


class Counts(Protocol):
    """What is counted over games."""

    def add(self, game: Replayed) -> None:
        """Count a game."""

    def print(self) -> None:
        """All tables."""


def count_games(counts: Counts, description: str | None) -> None:
    """Count the games of the ladders that the command line names, and print."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladders", nargs="+", type=Path)
    for game in replayed(parser.parse_args().ladders):
        counts.add(game)
    counts.print()


@dataclass
class Mean:
    """A mean of values that belong to deals."""

    sums: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0.0]))
    """Number and sum of the values of each deal."""

    def add(self, deal: tuple[str, int], value: float) -> None:
        """Count a value."""
        self.sums[deal][0] += 1
        self.sums[deal][1] += value

    @property
    def n(self) -> int:
        """How many values there are."""
        return int(sum(number for number, _ in self.sums.values()))

    def estimate(self) -> tuple[float, float]:
        """The mean, and two standard errors over deals (of a ratio of sums)."""
        numbers, sums = np.array(list(self.sums.values())).T
        mean = sums.sum() / numbers.sum()
        n_deals = len(numbers)
        if n_deals < 2:
            return float(mean), float("inf")
        spread = np.sqrt(((sums - mean * numbers) ** 2).sum() * n_deals / (n_deals - 1)) / numbers.sum()
        return float(mean), float(2 * spread)

    def text(self, factor: float = 1.0, unit: str = "", digits: int = 2) -> str:
        """The mean, its error where there are two deals or more, and the number of values."""
        mean, error = self.estimate()
        spread = f" ± {factor * error:.{digits}f}" if np.isfinite(error) else ""
        return f"{factor * mean:.{digits}f}{spread}{unit} ({self.n})"


class Means:
    """Means by name, in the order of their first values."""

    def __init__(self) -> None:
        self._means: dict[object, Mean] = defaultdict(Mean)

    def add(self, name: object, deal: tuple[str, int], value: float) -> None:
        """Count a value under a name."""
        self._means[name].add(deal, value)

    def print(self, title: str, *, percent: bool = True, in_order: bool = True) -> None:
        """One line a name."""
        print(title)
        names = sorted(self._means) if in_order else list(self._means)  # type: ignore[type-var]
        for name in names:
            mean = self._means[name]
            print(f"  {name}: {mean.text(100, ' %', 1) if percent else mean.text()}")
