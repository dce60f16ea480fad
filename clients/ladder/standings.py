"""The standings of a ladder while it runs: for each table the share of the victory, paired by deal."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dinoai.clients.ladder.game import PlayedGame

_TWO_SIDED = 1.959964


@dataclass(slots=True)
class Tally:
    """What one bot has got at the tables of one company."""

    shares: list[float] = field(default_factory=list)
    """Its share of the victory a seat, mean over the games of each deal."""

    points: float = 0.0
    """Sum over its seats."""

    n_seats: int = 0
    """Seats that it has played."""

    seconds: float = 0.0
    """Time spent thinking."""

    decisions: int = 0
    """Moves played."""

    faults: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Games lost by a fault, by its kind."""

    @property
    def share(self) -> float:
        """The mean share of the victory a seat."""
        return sum(self.shares) / len(self.shares)

    @property
    def error(self) -> float:
        """Half the width of its 95 % interval, by the spread between deals; 0 where there is but one deal."""
        n, mean = len(self.shares), self.share
        if n < 2:
            return 0.0
        return _TWO_SIDED * math.sqrt(sum((share - mean) ** 2 for share in self.shares) / (n - 1) / n)


class Standings:
    """Tallies by company, the bots of a table whatever their order, and bot."""

    def __init__(self) -> None:
        self.tallies: dict[tuple[int, ...], dict[int, Tally]] = {}
        self.n_games = 0
        self.n_deals = 0

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Add all games of one deal."""
        company = tuple(sorted(games[0].bots))
        tallies = self.tallies.setdefault(company, {bot: Tally() for bot in sorted(set(company))})
        self.n_games += len(games)
        self.n_deals += 1
        for bot, tally in tallies.items():
            seats = [(game, seat) for game in games for seat, who in enumerate(game.bots) if who == bot]
            tally.shares.append(sum(game.shares[seat] for game, seat in seats) / len(seats))
            tally.n_seats += len(seats)
            for game, seat in seats:
                tally.points += game.points[seat]
                tally.seconds += game.seconds[seat]
                tally.decisions += game.decisions[seat]
                if game.fault is not None and game.faulty_seat == seat:
                    tally.faults[game.fault] += 1

    @classmethod
    def of(cls, games: Iterable[tuple[int, PlayedGame]]) -> Standings:
        """The standings of games with the numbers of their deals, deal by deal."""
        result = cls()
        deal: list[PlayedGame] = []
        current: int | None = None
        for number, game in games:
            if deal and number != current:
                result.add(deal)
                deal = []
            current = number
            deal.append(game)
        if deal:
            result.add(deal)
        return result
