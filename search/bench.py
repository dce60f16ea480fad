"""`dinoai bench`: speed on fixed positions, and a signature that changes when, and only when, the search does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dinoai.engine.games import new_game, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.bots import PolicyBot, find_bot
from dinoai.search.ismcts import Searcher
from dinoai.search.position import find_position
from dinoai.search.searchers import new_searcher

SEED = 20181219
_MASK = 2**64 - 1

# Game, options, and how many random actions are played before the position is taken.
_POSITIONS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("jurassic_snack", {}, 0),
    ("jurassic_snack", {}, 40),
    ("jurassic_snack", {}, 57),
    ("jurassic_snack", {"area": "random"}, 20),
    ("draftosaurus", {"players": 2, "side": "SUMMER"}, 0),
    ("draftosaurus", {"players": 2, "side": "WINTER"}, 0),
    ("draftosaurus", {"players": 2, "side": "SUMMER"}, 60),
    ("draftosaurus", {"players": 3, "side": "SUMMER"}, 0),
    ("draftosaurus", {"players": 3, "side": "WINTER"}, 0),
    ("draftosaurus", {"players": 4, "side": "SUMMER"}, 0),
    ("draftosaurus", {"players": 4, "side": "WINTER"}, 0),
    ("draftosaurus", {"players": 5, "side": "SUMMER"}, 0),
    ("draftosaurus", {"players": 5, "side": "WINTER"}, 0),
)


@dataclass(frozen=True, slots=True)
class BenchRow:
    """Figures of one position, on one thread."""

    position: str
    """What is measured."""

    playouts_per_second: float
    """Uniformly random games played to the end from the position."""

    simulations_per_second: float
    """Simulations of the bot's search."""

    nodes: int
    """Information sets in the tree at the end."""

    signature: int
    """64-bit digest of the visits of all nodes."""


@dataclass(frozen=True, slots=True)
class BenchReport:
    """All positions, and the signature of them together."""

    rows: list[BenchRow]
    """One a position."""

    signature: int
    """64-bit digest of the rows' signatures."""


def run_bench(
    *, game: str | None = None, bot: str = "ismcts-plain", simulations: int = 10_000, playouts: int = 20_000
) -> BenchReport:
    """Measure the fixed positions of one game, or of both.

    The signature depends on the bot and the number of simulations alone. Raises `UnknownBotError`, and `ValueError` for
    a bot that does not search.
    """
    rows = [_measure(name, position, bot, simulations, playouts) for name, position in _positions(game)]
    signature = len(rows)
    for row in rows:
        signature = (signature * 0x9E3779B97F4A7C15 + row.signature) & _MASK
    return BenchReport(rows, signature)


def _positions(game: str | None) -> Iterator[tuple[str, State]]:
    for name, options, n_actions in _POSITIONS:
        if game in (None, name):
            rng = Rng(SEED, n_actions)
            state = new_game(name, seed=SEED, **options)
            for _ in range(n_actions):
                _random_action(state, rng)
            while state.actor < 0 or state.within_move:
                _random_action(state, rng)
            words = [name, *map(str, options.values()), *([f"after {n_actions} actions"] if n_actions else [])]
            yield " ".join(words).lower(), state


def _random_action(state: State, rng: Rng) -> None:
    if state.actor < 0:
        state.chance(rng)
    else:
        actions = state.actions()
        state.act(actions[rng.below(len(actions))])


def make_searcher(state: State, bot: str, simulations: int, *, stream: int = 0) -> Searcher:
    """A search of the state for the seat that is to decide, by the fixed seed. Raises as `run_bench` does."""
    search_bot = find_bot(bot, state.game)
    if isinstance(search_bot, PolicyBot):
        raise ValueError(f"the bot {bot} does not search")
    seat = state.actor
    position = find_position(view(state, seat), seat)
    return new_searcher(
        search_bot,
        position.view,
        seat,
        list(position.moves.values()),
        seed=SEED,
        stream=stream,
        max_simulations=simulations,
    )


def _measure(name: str, state: State, bot: str, simulations: int, playouts: int) -> BenchRow:
    world = view(state, state.actor).sample(state.actor, Rng(SEED))
    started = time.perf_counter()
    world.playouts(playouts, Rng(SEED))
    playout_seconds = time.perf_counter() - started
    searcher = make_searcher(state, bot, simulations)
    started = time.perf_counter()
    searcher.run(simulations, float("inf"))
    search_seconds = time.perf_counter() - started
    return BenchRow(name, playouts / playout_seconds, simulations / search_seconds, searcher.nodes, searcher.digest())
