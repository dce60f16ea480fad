"""Speed side by side with OpenSpiel's C++ (`pip install open_spiel`), interleaved in one run and reported as ratios.

    python benchmarks/openspiel.py [--rounds 9] [--seconds 0.3]

Machines drift, so every round measures each rate once, one after another, and a ratio is the median over rounds of the
quotient within a round. OpenSpiel's playouts are uniform and run in C++ (a one-simulation MCTS bot whose evaluator does
many rollouts); its ISMCTS uses one rollout a leaf, as ours does.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from dinoai.engine.games import new_game, view
from dinoai.engine.rng import Rng
from dinoai.search.bench import SEED, make_searcher

Rate = Callable[[float], float]
"""Runs for about so many seconds and returns the number of playouts or simulations a second."""


def per_second(run: Callable[[int], None], batch: int) -> Rate:
    """A rate that repeats batches of work."""

    def rate(seconds: float) -> float:
        done, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            run(batch)
            done += batch
        return done / (time.perf_counter() - started)

    return rate


def openspiel_state(game: str) -> pyspiel.State:
    """The first decision of a game among several actions."""
    state = pyspiel.load_game(game).new_initial_state()
    chance = random.Random(1)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def openspiel_playouts(game: str) -> Rate:
    """Uniform playouts from the first decision."""
    state, loaded = openspiel_state(game), pyspiel.load_game(game)

    def run(n: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(loaded, evaluator, 1.4, 1, 100, False, 1, False).step(state)

    return per_second(run, 2000)


def openspiel_ismcts(game: str) -> Rate:
    """Information-set search from the first decision."""
    state = openspiel_state(game)

    def run(n: int) -> None:
        policy = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, n, -1, policy, False, True).step(state)

    return per_second(run, 5000)


def our_playouts(game: str, **options: object) -> Rate:
    """Uniform playouts from the opening."""
    state = new_game(game, seed=SEED, **options)
    world, rng = view(state, state.actor).sample(state.actor, Rng(SEED)), Rng(SEED)
    return per_second(lambda n: world.playouts(n, rng) and None, 20_000)


def our_ismcts(game: str, **options: object) -> Rate:
    """Search of the opening by `ismcts-plain`."""
    state = new_game(game, seed=SEED, **options)
    return per_second(lambda n: make_searcher(state, "ismcts-plain", n).run(n, float("inf")) and None, 20_000)


def main() -> None:
    """Measure and print all rates and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    given = parser.parse_args()
    rates: dict[str, Rate] = {
        "OpenSpiel breakthrough 6x6 playouts": openspiel_playouts("breakthrough(rows=6,columns=6)"),
        "OpenSpiel hearts playouts": openspiel_playouts("hearts"),
        "OpenSpiel hearts ISMCTS": openspiel_ismcts("hearts"),
        "OpenSpiel euchre ISMCTS": openspiel_ismcts("euchre"),
        "Jurassic Snack playouts": our_playouts("jurassic_snack"),
        "Jurassic Snack ismcts-plain": our_ismcts("jurassic_snack"),
        **{
            f"Draftosaurus {players} {side.lower()} {kind}": rate("draftosaurus", players=players, side=side)
            for players in (2, 3, 4, 5)
            for side in ("SUMMER", "WINTER")
            for kind, rate in (("playouts", our_playouts), ("ismcts-plain", our_ismcts))
        },
    }
    measured: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(given.rounds):
        for name, rate in rates.items():
            measured[name].append(rate(given.seconds))
    for name, values in measured.items():
        print(f"{name:40} {statistics.median(values):12,.0f} a second (best {max(values):12,.0f})")
    for ours, theirs in (
        ("Jurassic Snack playouts", "OpenSpiel breakthrough 6x6 playouts"),
        ("Draftosaurus 2 summer playouts", "OpenSpiel hearts playouts"),
        ("Jurassic Snack ismcts-plain", "OpenSpiel hearts ISMCTS"),
        ("Draftosaurus 2 summer ismcts-plain", "OpenSpiel hearts ISMCTS"),
        ("Jurassic Snack ismcts-plain", "Jurassic Snack playouts"),
        ("Draftosaurus 2 summer ismcts-plain", "Draftosaurus 2 summer playouts"),
    ):
        ratios = sorted(a / b for a, b in zip(measured[ours], measured[theirs], strict=True))
        print(f"{ours} / {theirs}: {statistics.median(ratios):.2f} [{ratios[0]:.2f}, {ratios[-1]:.2f}]")


if __name__ == "__main__":
    main()
