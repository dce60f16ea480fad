"""What a second thread gives: simulations a second of one thread, of two, and of two independent processes.

    python benchmarks/threads.py [--rounds 9] [--seconds 0.5]

Measured in turn within each round; a ratio is the median over rounds of the quotient within a round.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

from dinoai.engine.games import new_game
from dinoai.search.bench import SEED, make_searcher

GAMES = {"Jurassic Snack": ("jurassic_snack", {}), "Draftosaurus 2 summer": ("draftosaurus", {"players": 2})}


def search(game: str, stream: int, start: float, seconds: float) -> int:
    """Search the opening from an instant of `time.time` on; returns the simulations done."""
    name, options = GAMES[game]
    searcher = make_searcher(new_game(name, seed=SEED, **options), "ismcts-plain", 10**7, stream=stream)
    time.sleep(max(0.0, start - time.time()))
    searcher.run(10**7, seconds)
    return searcher.simulations


def rate(pool: Executor, game: str, n: int, seconds: float) -> float:
    """Simulations a second of `n` searches side by side."""
    start = time.time() + 0.1
    running = [pool.submit(search, game, stream, start, seconds) for stream in range(n)]
    return sum(future.result() for future in running) / seconds


@contextmanager
def pools() -> Iterator[tuple[Executor, Executor]]:
    """Two threads and two processes, ready to work."""
    context = multiprocessing.get_context("spawn")
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, mp_context=context) as processes:
        list(processes.map(time.sleep, [0.5, 0.5]))
        yield threads, processes


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    with pools() as (threads, processes):
        for game in GAMES:
            rounds = [
                (
                    rate(threads, game, 1, given.seconds),
                    rate(threads, game, 2, given.seconds),
                    rate(processes, game, 2, given.seconds),
                )
                for _ in range(given.rounds)
            ]
            one, two, apart = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{game}: one thread {one:,.0f}, two threads {two:,.0f}, two processes {apart:,.0f} simulations/s")
            print(f"  two threads / one: {statistics.median(b / a for a, b, _ in rounds):.2f}")
            print(f"  two threads / two processes: {statistics.median(b / c for _, b, c in rounds):.2f}")


if __name__ == "__main__":
    main()
