"""What decides games of Draftosaurus: counts over the games of ladders of one side and number of players.

    dinoai ladder run self.db draftosaurus ismcts:simulations=1000 ismcts:simulations=1001 --deals 200 --seed 912
    python benchmarks/deciding_draftosaurus.py self.db

Shares are in percent with two standard errors over deals, and how many cases they come from.
"""

from __future__ import annotations

from itertools import pairwise

from stored_games import Means, Replayed, count_games

from dinoai.engine.games import encode_state, score

QUARANTINE = ("pyramid", "well_ordered_wood", "lovers_bridge", "lookout", "river")
BEST = 10
"""One zoo in so many is among the best."""


class Deciding:
    """The counts."""

    def __init__(self) -> None:
        self.pens, self.games, self.seats = Means(), Means(), Means()
        self.first, self.paid, self.quarantine, self.best = Means(), Means(), Means(), Means()
        self.zoos: list[tuple[int, tuple[str, int], dict[str, int]]] = []

    def add(self, game: Replayed) -> None:
        """Count a game."""
        deal, end = game.deal, score(game.steps[-1].state)
        points = sorted(game.points, reverse=True)
        self.games.add("within two points", deal, points[0] - points[1] <= 2)
        self.games.add("level on points", deal, points[0] == points[1])
        self.games.add("decided by T-Rexes", deal, points[0] == points[1] and max(game.shares) == 1)
        roller = encode_state(game.steps[0].state).draftosaurus.roller
        n = len(game.shares)
        self.seats.add("rolls on turn 1", deal, game.shares[roller])
        self.seats.add("rolls on turn 12", deal, game.shares[(roller + 11) % n])
        placed = self._placements(game)
        for seat, of in enumerate(end.seats):
            self.games.add("T-Rexes of a winner" if seat in end.winners else "T-Rexes of a loser", deal, of.tie_break)
            for pen, value in {**of.breakdown, "all": of.points}.items():
                self.pens.add((pen, "winner" if seat in end.winners else "loser"), deal, value)
            self.zoos.append((of.points, deal, {pen: len(turns) for pen, turns in placed[seat].items()}))
            for pen, turns in placed[seat].items():
                self.first.add(pen, deal, turns[0])
            for pen in ("king_of_the_jungle", "solitary_island", "lookout"):
                if pen in placed[seat]:
                    when = 3 * ((placed[seat][pen][0] - 1) // 3)
                    self.paid.add((pen, f"turns {when + 1:2}-{when + 3:2}"), deal, of.breakdown[pen])

    def _placements(self, game: Replayed) -> list[dict[str, list[int]]]:
        """The turns in which each seat placed in each pen."""
        placed: list[dict[str, list[int]]] = [{} for _ in game.shares]
        turns = [0] * len(game.shares)
        for _, step in pairwise(game.steps):
            species, _, pen = step.move.partition("@")
            assert step.seat is not None
            if species == "relocate":
                for other in QUARANTINE:
                    self.quarantine.add(other, game.deal, pen.startswith(other))
            elif pen:
                turns[step.seat] += 1
                placed[step.seat].setdefault(pen.partition(".")[0], []).append(turns[step.seat])
        return placed

    def print(self) -> None:
        """All tables."""
        self.games.print("Games", in_order=False, percent=False)
        self.seats.print("Who does it wins")
        self.pens.print("Points", percent=False)
        self.first.print("Turn of the first dinosaur, where there is one", percent=False)
        self.paid.print("Points by when it was filled", percent=False)
        self.quarantine.print("Where the dinosaurs in Quarantine go")
        self.zoos.sort(key=lambda zoo: -zoo[0])
        best = self.zoos[: len(self.zoos) // BEST]
        pens = sorted({pen for _, _, zoo in self.zoos for pen in zoo})
        for zoos, name in ((best, "best"), (self.zoos, "all")):
            for points, deal, zoo in zoos:
                self.best.add(("points", name), deal, points)
                for pen in pens:
                    self.best.add((pen, name), deal, zoo.get(pen, 0))
        self.best.print(f"Dinosaurs a pen, the best zoo in {BEST} (by points) and all", percent=False)


if __name__ == "__main__":
    count_games(Deciding(), __doc__)
