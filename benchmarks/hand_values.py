"""What the roller's freedom, a boxed dinosaur and a hand that is passed on are worth in Draftosaurus.

    python benchmarks/hand_values.py self.db --games 100

One position of each kind from each game of a ladder, searched as it is and changed: on turn 12 with the seat as roller
and with its neighbour as roller; a choice what to box (two players), each species alone; on the second turn of a round
(three to five players) with the hand that was passed to the seat and with those of the others. Two standard errors over
deals.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from stored_games import Means, Replayed, replayed

from dinoai.engine.games import decode_state, encode_state, legal_moves, view
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.v1.draftosaurus_pb2 import Phase


class HandValues:
    """The experiments and what they found."""

    def __init__(self, simulations: int, seed: int) -> None:
        self.simulations = simulations
        self.rng = random.Random(seed)
        self.found = Means()

    def add(self, game: Replayed) -> None:
        """One position of each kind of a game."""
        choices = [step.state for step in game.steps if not step.state.over]
        seat = self.rng.randrange(len(game.shares))
        decisions = [(state, encode_state(state).draftosaurus) for state in choices if state.actor == seat]
        picks = {message.turn: state for state, message in decisions if message.phase == Phase.PICK}
        self.roller(picks[12], seat, game.deal)
        if len(game.shares) == 2:
            boxings = [
                (state, message.turn)
                for state, message in decisions
                if message.phase == Phase.BOX and len(legal_moves(view(state, seat))) > 1
            ]
            self.boxing(*self.rng.choice(boxings), seat, game.deal)
        else:
            self.passed(picks[self.rng.choice((2, 8))], seat, game.deal)

    def value(self, state: State, seat: int, move: str | None = None) -> tuple[float, float]:
        """The seat's chance of winning and its lead over the best opponent in expected points."""
        allowed = [] if move is None else [move]
        answer = suggest(view(state, seat), simulations=self.simulations, seed=1, allow_moves=allowed)
        points = list(answer.expected_scores)
        own = points.pop(seat)
        return answer.win_probabilities[seat], own - max(points)

    def roller(self, state: State, seat: int, deal: tuple[str, int]) -> None:
        """The same last turn as roller and not."""
        values = []
        for roller in (seat, (seat + 1) % state.n_seats):
            message = encode_state(state)
            message.draftosaurus.roller = roller
            values.append(self.value(decode_state(message), seat))
        self._compare("free on turn 12 instead of bound", deal, *values)

    def boxing(self, state: State, turn: int, seat: int, deal: tuple[str, int]) -> None:
        """The best dinosaur to box against the others."""
        values = sorted(self.value(state, seat, move) for move in legal_moves(view(state, seat)))
        self._compare(f"best boxing instead of the others' mean, turns {'1-6' if turn <= 6 else '7-12'}", deal,
                      values[-1], tuple(np.mean(values[:-1], axis=0)))  # fmt: skip
        self._compare(f"best boxing instead of the worst, turns {'1-6' if turn <= 6 else '7-12'}", deal,
                      values[-1], values[0])  # fmt: skip

    def passed(self, state: State, seat: int, deal: tuple[str, int]) -> None:
        """The hand that was passed to the seat against those that were passed to the others."""
        values = []
        for other in range(state.n_seats):
            message = encode_state(state)
            del message.draftosaurus.picks[:]  # others may have chosen already, from hands they now do not have
            hands = message.draftosaurus.hands
            mine, theirs = list(hands[seat].dinosaurs), list(hands[other].dinosaurs)
            hands[seat].dinosaurs[:], hands[other].dinosaurs[:] = theirs, mine
            values.append(self.value(decode_state(message), seat))
        values.sort()
        self._compare("best of the hands passed on instead of their mean", deal, values[-1],
                      tuple(np.mean(values, axis=0)))  # fmt: skip
        self._compare("best of the hands passed on instead of the worst", deal, values[-1], values[0])

    def _compare(self, name: str, deal: tuple[str, int], one: tuple[float, ...], other: tuple[float, ...]) -> None:
        self.found.add((name, "chance of winning"), deal, one[0] - other[0])
        self.found.add((name, "points ahead"), deal, one[1] - other[1])


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladder", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    experiments = HandValues(given.simulations, given.seed)
    for number, game in enumerate(replayed([given.ladder])):
        if number == given.games:
            break
        experiments.add(game)
    experiments.found.print(str(given.ladder), percent=False)


if __name__ == "__main__":
    main()
