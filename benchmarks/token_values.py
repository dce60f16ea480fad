"""What turning up a token of Jurassic Snack is worth: the same slide, with each token that may lie there.

    python benchmarks/token_values.py self.db --positions 300

From games of ladders, a turn's first slide onto a token that the mover has not looked at. Each token that can still lie
there is turned up in the mover's view and searched. Printed are the mean changes of the chance of winning and of points
ahead against the mean over what may lie there, with two standard errors over deals.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from stored_games import Means, Replayed, replayed

from dinoai.engine.games import apply_move, encode_state, view
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.v1.jurassic_snack_pb2 import Grass

NUMBERS = {"YUMMY": 12, "BIRTH": 3, "RECON": 2, "AIR_TRAVEL": 4, "AIR_RAID": 3, "VOLCANIC_ERUPTION": 2, "SURPRISE": 2}


def candidates(game: Replayed) -> list[int]:
    """The numbers of the moves that eat a token nobody who decides has looked at, with an action to follow."""
    found = []
    for number, step in enumerate(game.steps[1:], start=1):
        before = encode_state(game.steps[number - 1].state).jurassic_snack
        start, _, target = step.move.partition("-")
        looked = before.looked.blue if step.seat == 0 else before.looked.yellow
        if (
            before.actions_left == 2
            and target in before.tokens
            and target not in looked
            and before.rows[int(start[1:]) - 1]["abcdefghijkl".index(start[0])] != "T"
        ):
            found.append(number)
    return found


def main() -> None:
    """Print what tokens are worth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladders", nargs="+", type=Path)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    chances, leads, n = Means(), Means(), 0
    for game in replayed(given.ladders):
        if not (numbers := candidates(game)):
            continue
        number = rng.choice(numbers)
        step, state = game.steps[number], game.steps[number - 1].state
        assert step.seat is not None
        own = view(state, step.seat)
        left = unseen(own)
        values = {}
        for token in left:
            after = apply_move(own, step.move, step.seat, reveals=[token])
            if after.over or after.actor != step.seat:
                break
            answer = suggest(after, simulations=given.simulations, seed=1)
            points = answer.expected_scores
            values[token] = (
                answer.win_probabilities[step.seat],
                points[step.seat] - points[1 - step.seat],
            )
        if len(values) < len(left):
            continue
        n += 1
        total = sum(left.values())
        mean = [sum(left[token] * value[part] for token, value in values.items()) / total for part in (0, 1)]
        for token, (chance, lead) in values.items():
            chances.add(token, game.deal, chance - mean[0])
            leads.add(token, game.deal, lead - mean[1])
        if n == given.positions:
            break
    chances.print(f"Chance of winning, {n} positions")
    leads.print("Points ahead", percent=False)


def unseen(own: State) -> Counter[str]:
    """How many of each token the seat has not seen, by name; what an Eruption took unseen is among them."""
    message = encode_state(own).jurassic_snack
    seen = [*message.eaten.blue, *message.eaten.yellow, *message.tokens.values()]
    seen += [erupted.token for erupted in message.erupted if erupted.HasField("token")]
    return Counter(NUMBERS) - Counter(Grass.Name(token) for token in seen)


if __name__ == "__main__":
    main()
