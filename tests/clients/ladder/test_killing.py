"""A ladder that is killed at any moment goes on without losing or doubling a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from ladders import create, games_of, play_here, run_and_kill, settings_of

from dinoai.clients.ladder.running import tasks
from dinoai.clients.ladder.store import Store


def kill_often(folder: Path, n_kills: int, seed: int) -> None:
    """Kill a ladder that often, with new ladders where one is done, and compare each with an unbroken run."""
    rng = random.Random(seed)
    kills = 0
    number = 0
    while kills < n_kills:
        number += 1
        settings = settings_of(
            "jurassic_snack", ["ismcts-plain:simulations=100", "ismcts-plain:simulations=50", "greedy"],
            deals=50, seed=number,
        )  # fmt: skip
        broken, whole = folder / f"broken-{number}.db", folder / f"whole-{number}.db"
        create(broken, settings).close()
        while kills < n_kills and list(tasks(settings, stored_deals(broken))):
            kills += run_and_kill(rng.uniform(0.3, 2.5), "resume", str(broken)) is None
        run_and_kill(600, "resume", str(broken))
        play_here(whole, settings)
        assert games_of(broken) == games_of(whole), (seed, number)


def stored_deals(path: Path) -> frozenset[int]:
    """The deals in the store, each with all its games."""
    with Store.open(path) as store:
        games: dict[int, list[int]] = {}
        for game in store.games():
            games.setdefault(game.deal.number, []).append(game.played.rotation)
        assert store.done() == games.keys()
        assert all(rotations == [0, 1] for rotations in games.values())
        return store.done()


def test_four_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 4, 1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 50, 2)
