"""Tune options of a bot by playing it against itself: simultaneous perturbation stochastic approximation (Spall 1992).

    python benchmarks/tuning.py jurassic-snack ismcts:simulations=1000 exploration=1.2:0.3 reduction=0.2:0.1

Each option is given with its start and a step that should be worth a few Elo. In every round all options are moved by
one step at once, each up or down at random, and the bot of these values plays the bot of the opposite ones on paired
deals, by the ladder's own functions; the options then go the way of the winner. Gains and steps fall as Spall advises
(1998, IEEE Trans. Aerosp. Electron. Syst. 34, 817-823). Printed are the values on the way and the mean of the last
half, which is to be confirmed by a ladder of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dinoai.clients.ladder.bots import parse_bot
from dinoai.clients.ladder.game import Rules
from dinoai.clients.ladder.running import tasks
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.workers import LocalWorkers

Vector = NDArray[np.float64]

Match = Callable[[int, Vector, Vector], float]
"""The share of the victory that the first values get against the second in the round of that number."""


def tune(match: Match, n_values: int, rounds: int, gain: float, seed: int) -> list[Vector]:
    """The values after each round, in steps from the start.

    `gain` is how many steps a value goes at first when one side wins everything.
    """
    rng = np.random.default_rng(seed)
    values = np.zeros(n_values)
    path = []
    for number in range(rounds):
        width = (number + 1) ** -0.101
        falling = ((number + 1) / (0.1 * rounds) + 1) ** -0.602
        signs = rng.choice([-1.0, 1.0], n_values)
        share = match(number, values + width * signs, values - width * signs)
        values = values + gain * falling * (2 * share - 1) / width * signs
        path.append(values)
    return path


def play(workers: LocalWorkers, rules: Rules, bots: Sequence[str], deals: int, seed: int) -> float:
    """The share of the victory that the first of two bots gets over so many deals."""
    specs = tuple(parse_bot(bot, rules.game) for bot in bots)
    settings = Settings(rules, specs, deals, seed)
    shares = [
        game.shares[game.bots.index(0)]
        for finished in workers.play(tasks(settings, frozenset()))
        for deal in finished
        for game in deal.games
    ]
    return float(np.mean(shares))


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["jurassic-snack", "draftosaurus"])
    parser.add_argument("bot", help="with its limits and the options that stay as they are")
    parser.add_argument("options", nargs="+", metavar="NAME=START:STEP")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--deals", type=int, default=10, help="of a round, each played from both seats")
    parser.add_argument("--gain", type=float, default=1.0, help="steps that an option goes at first for a clean sweep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; as many as there are cores")
    given = parser.parse_args(arguments)
    names = [option.partition("=")[0] for option in given.options]
    numbers = [[float(part) for part in option.partition("=")[2].split(":")] for option in given.options]
    starts, steps = np.array(numbers).T
    rules = Rules(given.game.replace("-", "_"))

    def bot(values: Vector) -> str:
        told = zip(names, np.maximum(0.0, starts + steps * values), strict=True)
        settings = ",".join(f"{name}={value:.4g}" for name, value in told)
        return f"{given.bot}{',' if ':' in given.bot else ':'}{settings}"

    with LocalWorkers(given.workers) as workers:

        def match(number: int, one: Vector, other: Vector) -> float:
            if number % max(1, given.rounds // 20) == 0:
                print(f"{number * given.deals * 2:6d} games: {bot((one + other) / 2)}", flush=True)
            return play(workers, rules, (bot(one), bot(other)), given.deals, given.seed * 2**20 + number * given.deals)

        path = tune(match, len(names), given.rounds, given.gain, given.seed)
    print(f"mean of the last half: {bot(np.mean(path[len(path) // 2 :], axis=0))}")


if __name__ == "__main__":
    main()
