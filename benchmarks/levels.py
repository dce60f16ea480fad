"""What the moves of each level of play cost, by a search of 2,000 simulations a move.

    python benchmarks/levels.py jurassic-snack --positions 300
    python benchmarks/levels.py draftosaurus --positions 300 --players 4

Positions are one random decision, among several moves, of each of so many games of level 5 against itself. Printed are,
for every level, `greedy` and `random`, the mean of the share of the victory that the move costs against the best one,
and how often it costs more than 0.05, 0.1 and 0.25.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import numpy as np
from self_play import random_decision

from dinoai.search import suggest
from dinoai.search.chooser import Chooser
from dinoai.search.guidance import FULL_LEVEL

BOUNDS = (0.05, 0.1, 0.25)
SIMULATIONS = 2000
PLAYERS: dict[str, str] = {
    **{f"level {level}": f"ismcts:level={level}" for level in range(1, FULL_LEVEL + 1)},
    "greedy": "greedy",
    "random": "random",
}


def costs(game: str, options: Mapping[str, str | int], number: int) -> list[float]:
    """What each player's move costs in one position."""
    decision = random_decision(Chooser("ismcts", game, options={"level": "5"}), game, options, number)
    own, seat = decision.own, decision.seat
    moves = [suggestion.notation for suggestion in suggest(own, seat, bot="random").suggestions]
    values = {
        move: suggest(own, seat, allow_moves=[move], simulations=SIMULATIONS, seed=number).win_probabilities[seat]
        for move in moves
    }
    best = max(values.values())
    limit = {"level 10": SIMULATIONS}
    played = [
        suggest(own, seat, bot=bot, simulations=limit.get(name), seed=number, top=1).suggestions[0].notation
        for name, bot in PLAYERS.items()
    ]
    return [best - values[move] for move in played]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["jurassic-snack", "draftosaurus"])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--side", default="SUMMER")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args(arguments)
    game = given.game.replace("-", "_")
    options: dict[str, str | int] = (
        {"area": "square"} if game == "jurassic_snack" else {"players": given.players, "side": given.side}
    )
    with ProcessPoolExecutor(given.processes) as pool:
        table = np.array(list(pool.map(costs, repeat(game), repeat(options), range(1, given.positions + 1))))
    print(f"| plays | mean cost | {' | '.join(f'above {bound:g}' for bound in BOUNDS)} |")
    print("|---|---|---|---|---|")
    for name, column in zip(PLAYERS, table.T, strict=True):
        shares = " | ".join(f"{100 * np.mean(column > bound):.1f} %" for bound in BOUNDS)
        print(f"| {name} | {column.mean():.3f} ± {2 * column.std() / len(column) ** 0.5:.3f} | {shares} |")


if __name__ == "__main__":
    main()
