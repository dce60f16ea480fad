"""Games that a bot plays against itself, recorded for learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dinoai.clients.training.files import whole_file
from dinoai.engine.games import new_game, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.bots import PolicyBot, find_bot
from dinoai.search.ismcts import list_sequences
from dinoai.search.searchers import new_searcher

MAX_RANDOM_ACTIONS = 24
"""Games begin with up to so many random actions, so that many kinds of positions are met."""

VARIED_DECISIONS = 12
"""So many decisions are drawn by their visits before the most visited move is played."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How games are played."""

    game: str
    bot: str
    simulations: int
    seed: int


@dataclass(slots=True)
class Decisions:
    """Recorded decisions. An action list belongs to each: `starts[i]` to `starts[i + 1]`."""

    states: NDArray[np.uint8]
    """The packed full states, one after the other."""

    seats: NDArray[np.uint8]
    """Who decided."""

    games: NDArray[np.uint32]
    """Of which game."""

    starts: NDArray[np.uint32]
    """Where the actions of each begin, and in the end their number."""

    actions: NDArray[np.uint16]
    """Legal actions."""

    visits: NDArray[np.uint32]
    """How often the search began with each."""

    values: NDArray[np.float32]
    """The deciding seat's share of the victory in the mean of its search."""

    wins: NDArray[np.float32]
    """The share that the deciding seat got."""

    points: NDArray[np.int16]
    """All seats' final points, a line for each decision."""

    def save(self, path: Path) -> None:
        """Write to a file that appears whole or not at all."""
        with whole_file(path) as file:
            np.savez_compressed(file, **{name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def load(cls, path: Path) -> Decisions:
        """Read what `save` wrote."""
        with np.load(path) as arrays:
            return cls(**{name: arrays[name] for name in cls.__dataclass_fields__})


class _Recorder:
    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {name: [] for name in Decisions.__dataclass_fields__}
        self.columns["starts"].append(0)

    def add(self, state: State, game: int, visits: Mapping[int, int], value: float) -> None:
        columns = self.columns
        columns["states"].append(np.frombuffer(bytes(state), np.uint8))
        columns["seats"].append(state.actor)
        columns["games"].append(game)
        columns["actions"].extend(visits)
        columns["visits"].extend(visits.values())
        columns["starts"].append(len(columns["actions"]))
        columns["values"].append(value)

    def finish_game(self, end: State) -> None:
        wins, points = end.payoff()
        done = len(self.columns["wins"])
        for seat in self.columns["seats"][done:]:
            self.columns["wins"].append(wins[seat])
            self.columns["points"].append(points)

    def decisions(self, n_seats: int) -> Decisions:
        columns = self.columns
        return Decisions(
            states=np.concatenate(columns["states"]) if columns["states"] else np.zeros(0, np.uint8),
            seats=np.array(columns["seats"], np.uint8),
            games=np.array(columns["games"], np.uint32),
            starts=np.array(columns["starts"], np.uint32),
            actions=np.array(columns["actions"], np.uint16),
            visits=np.array(columns["visits"], np.uint32),
            values=np.array(columns["values"], np.float32),
            wins=np.array(columns["wins"], np.float32),
            points=np.array(columns["points"], np.int16).reshape(-1, n_seats),
        )


def play_games(recipe: Recipe, games: range, options: Mapping[str, Any]) -> Decisions:
    """Play the games of these numbers, set up with `options`; each depends on the recipe and its number alone."""
    recorder = _Recorder()
    n_seats = 0
    for number in games:
        state = new_game(recipe.game, seed=recipe.seed + number, **options)
        n_seats = state.n_seats
        _play_game(recipe, state, number, recorder)
    return recorder.decisions(n_seats)


def _play_game(recipe: Recipe, state: State, number: int, recorder: _Recorder) -> None:
    bot = find_bot(recipe.bot, recipe.game)
    assert not isinstance(bot, PolicyBot)
    rng = Rng(recipe.seed, number)
    n_random = rng.below(MAX_RANDOM_ACTIONS + 1)
    n_decisions = 0
    while not state.over:
        if state.actor < 0:
            state.chance(rng)
            continue
        seat = state.actor
        if n_random > 0:
            actions = state.actions()
            state.act(actions[rng.below(len(actions))])
            n_random -= not state.over and not state.within_move
            continue
        own = view(state, seat)
        sequences = list_sequences(own.sample(seat, rng))
        if len(sequences) == 1:
            for action in sequences[0]:
                state.act(action)
            continue
        searcher = new_searcher(
            bot, own, seat, [[sequence] for sequence in sequences], seed=recipe.seed + number, stream=n_decisions,
            max_simulations=recipe.simulations, max_bytes=2**22,
        )  # fmt: skip
        searcher.run(recipe.simulations, float("inf"))
        statistics = searcher.statistics()
        best = max(range(len(sequences)), key=lambda index: statistics[index][0])
        chosen = _draw([row[0] for row in statistics], rng) if n_decisions < VARIED_DECISIONS else best
        value = searcher.totals()[0][seat] / recipe.simulations
        _record(state, number, sequences, [row[0] for row in statistics], chosen, value, recorder)
        for action in sequences[chosen]:
            state.act(action)
        n_decisions += 1
    recorder.finish_game(state)


def _draw(visits: list[int], rng: Rng) -> int:
    at = rng.below(sum(visits))
    for index, n in enumerate(visits):
        at -= n
        if at < 0:
            return index
    raise AssertionError("the visits do not add up")


def _record(
    state: State,
    number: int,
    sequences: list[tuple[int, ...]],
    visits: list[int],
    chosen: int,
    value: float,
    recorder: _Recorder,
) -> None:
    """The decision on the first action, and on the second of the move that is played if it was searched well enough."""
    first: dict[int, int] = {}
    second: dict[int, int] = {}
    for sequence, n in zip(sequences, visits, strict=True):
        first[sequence[0]] = first.get(sequence[0], 0) + n
        if len(sequence) == 2 and sequence[0] == sequences[chosen][0]:
            second[sequence[1]] = n
    recorder.add(state, number, first, value)
    if sum(second.values()) >= 32:
        world = state.copy()
        world.act(sequences[chosen][0])
        recorder.add(world, number, second, value)
