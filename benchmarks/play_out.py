"""What moves of a position are worth when a bot plays the game to its end, for every seat, from worlds of the view.

    python benchmarks/play_out.py examples/positions/jurassic_snack/last_diplo.json f2-b2 c6-e6 --games 400

The same worlds, dice and tokens follow each move. Printed are the share of the victory with two standard errors, the
mean points, and beside them what one search of the move alone says.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dinoai.engine.games import apply_move, complete, parse_state, play_actions, score, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.search.chooser import Chooser


def play_out(position: State, seat: int, move: str, chooser: Chooser, number: int) -> tuple[float, int]:
    """The seat's share of the victory and its points, in one world of its view."""
    state = apply_move(complete(position, Rng(number)), move, seat, seed=number)
    moves = 0
    while not state.over:
        moves += 1
        actions = chooser.choose(view(state, state.actor), state.actor, seed=number * 1_000_003 + moves)
        play_actions(state, actions, Rng(number, moves))
    return state.payoff()[0][seat], score(state).seats[seat].points


def mean(values: NDArray[np.float64]) -> str:
    """The mean and two standard errors."""
    return f"{values.mean():.3f} ± {2 * values.std(ddof=1) / len(values) ** 0.5:.3f}"


def main() -> None:
    """Play the moves out and print what they got."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("position", type=Path, help="a view")
    parser.add_argument("moves", nargs="+")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=300, help="of the bot that plays")
    given = parser.parse_args()
    position = parse_state(given.position.read_bytes())
    seat = position.viewer
    if seat is None:
        parser.error("the position must be a view")
    chooser = Chooser("ismcts", position.game, simulations=given.simulations)
    for move in given.moves:
        play = partial(play_out, position, seat, move, chooser)
        shares, points = np.array([play(number) for number in range(1, given.games + 1)]).T
        searched = suggest(position, simulations=20_000, seed=1, allow_moves=[move]).suggestions[0]
        print(
            f"{move}: {mean(shares)}, {points.mean():.1f} points ({given.games} games); "
            f"searched {searched.win_probability:.3f}, {searched.expected_score:.1f} points",
            flush=True,
        )


if __name__ == "__main__":
    main()
