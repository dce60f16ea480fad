"""How good win probabilities are as forecasts: one random decision of each game that a bot plays against itself.

    python benchmarks/calibration.py jurassic-snack ismcts --simulations 1000 --games 5000
    python benchmarks/calibration.py draftosaurus ismcts --simulations 1000 --games 5000 --players 4 --side WINTER

The forecast is the deciding seat's share of the victory in the mean of its search. Printed are ten classes of equally
many decisions with the mean forecast and the mean share that was got, the expected calibration error (the mean absolute
difference between the two), its bootstrap interval over games, and the Brier score.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import numpy as np
from numpy.typing import NDArray
from self_play import random_decision

from dinoai.engine.rng import Rng
from dinoai.search.bots import PolicyBot, find_bot
from dinoai.search.chooser import Chooser
from dinoai.search.ismcts import list_sequences
from dinoai.search.searchers import new_searcher

CLASSES = 10
BOOTSTRAPS = 1000


def forecast(
    game: str, bot: str, simulations: int, options: Mapping[str, str | int], number: int
) -> tuple[float, float]:
    """Of one game: the forecast at a random decision, and the share of the victory that its seat got."""
    name, _, given = bot.partition(":")
    settings = dict(option.split("=") for option in given.split(",") if option)
    chooser = Chooser(name, game, simulations=simulations, options=settings)
    searching = find_bot(bot, game)
    assert not isinstance(searching, PolicyBot)
    decision = random_decision(chooser, game, options, number)
    own, seat = decision.own, decision.seat
    moves = [[sequence] for sequence in list_sequences(own.sample(seat, Rng(0)))]
    searcher = new_searcher(searching, own, seat, moves, seed=decision.seed, max_simulations=simulations)
    searcher.run(simulations, float("inf"))
    return searcher.totals()[0][seat] / simulations, decision.share


def calibration_error(forecasts: NDArray[np.float64], shares: NDArray[np.float64]) -> float:
    """Mean absolute difference of mean forecast and mean share over classes of equally many decisions."""
    order = np.argsort(forecasts, kind="stable")
    parts = np.array_split(order, CLASSES)
    return float(sum(len(part) * abs(forecasts[part].mean() - shares[part].mean()) for part in parts) / len(order))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games and print how well they were forecast."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["jurassic-snack", "draftosaurus"])
    parser.add_argument("bot")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--first", type=int, default=1, help="the first game's seed")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--side", default="SUMMER")
    parser.add_argument("--area", default="square")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args(arguments)
    game = given.game.replace("-", "_")
    options: dict[str, str | int] = (
        {"area": given.area} if game == "jurassic_snack" else {"players": given.players, "side": given.side}
    )
    numbers = range(given.first, given.first + given.games)
    with ProcessPoolExecutor(given.processes) as pool:
        rows = pool.map(
            forecast, repeat(game), repeat(given.bot), repeat(given.simulations), repeat(options), numbers, chunksize=20
        )
        forecasts, shares = (np.array(column) for column in zip(*rows, strict=True))
    for part in np.array_split(np.argsort(forecasts, kind="stable"), CLASSES):
        print(f"{forecasts[part].mean():.3f} -> {shares[part].mean():.3f}  ({len(part)} decisions)")
    rng = np.random.default_rng(1)
    again = [rng.integers(0, len(forecasts), len(forecasts)) for _ in range(BOOTSTRAPS)]
    errors = [calibration_error(forecasts[chosen], shares[chosen]) for chosen in again]
    low, high = np.quantile(errors, (0.025, 0.975))
    print(
        f"expected calibration error {calibration_error(forecasts, shares):.4f} [{low:.4f}, {high:.4f}], "
        f"Brier score {np.mean((forecasts - shares) ** 2):.4f}, {len(forecasts)} games"
    )


if __name__ == "__main__":
    main()
