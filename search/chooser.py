"""A bot that plays: asked for a move it gives the actions, without ranking, intervals or lines.

It plays what `suggest` puts first for the same view, bot, limits and seed, at a fraction of the cost around a short
search.
"""

from __future__ import annotations

import time as clock
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from dinoai.engine.errors import InvalidInputError
from dinoai.engine.games import format_move
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.bots import PolicyBot, find_bot
from dinoai.search.errors import OutOfTimeError
from dinoai.search.ismcts import Searcher, StopFlag, list_sequences
from dinoai.search.levels import Level, bounded, draw_choice, draw_move, level_of
from dinoai.search.options import configured, options_of
from dinoai.search.position import find_position
from dinoai.search.searchers import SearchingBot, join_statistics
from dinoai.search.solving import quality, solve
from dinoai.search.suggest import make_searchers

MAX_MEGABYTES = 256
"""The memory of a search, all threads together."""


class Chooser:
    """A bot for a game, with its limits.

    A bot that searches needs `simulations` or `time`, in seconds, or both; one that does not takes neither. `options`
    are those of the bot by name. Raises `UnknownBotError`, and `InvalidInputError` at `simulations`, `time`, `threads`
    or the option.
    """

    def __init__(
        self,
        bot: str,
        game: str,
        *,
        simulations: int | None = None,
        time: float | None = None,
        threads: int = 1,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._bot = configured(bot, find_bot(bot, game), options or {})
        self._level = level_of(self._bot, game)
        self._simulations = bounded(simulations, self._level)
        if not isinstance(self._bot, PolicyBot) and self._simulations is None and time is None:
            raise InvalidInputError.at("simulations", f"{bot} searches, so it needs a limit: simulations or time")
        if isinstance(self._bot, PolicyBot) and (simulations is not None or time is not None or threads != 1):
            limit = "simulations" if simulations is not None else "time" if time is not None else "threads"
            raise InvalidInputError.at(limit, f"{bot} does not search, so it takes no {limit}")
        self._time = float("inf") if time is None else time
        self._threads = threads

    @property
    def options(self) -> dict[str, Any]:
        """All options of the bot by name, defaults included."""
        return options_of(self._bot)

    def choose(self, view: State, seat: int, seed: int, patience: float = float("inf")) -> tuple[int, ...]:
        """The actions of the move that the bot plays for the seat whose view it is given, which must be to decide.

        Raises `OutOfTimeError` when its limits would let it think for longer than `patience` seconds.
        """
        sequences = list_sequences(view.sample(seat, Rng(0)))
        if len(sequences) == 1:
            return sequences[0]
        if isinstance(self._bot, PolicyBot):
            position = find_position(view, seat)
            first = [alternatives[0] for alternatives in position.moves.values()]
            return first[draw_choice(self._bot.probabilities(view, seat, first), seed)]
        # A move is drawn from the order that `suggest` has them in.
        moves = list(find_position(view, seat).moves.values()) if self._level else _alternatives(sequences)
        return moves[0][0] if len(moves) == 1 else self._search(self._bot, view, seat, moves, seed, patience)

    def _search(
        self,
        bot: SearchingBot,
        view: State,
        seat: int,
        moves: list[list[tuple[int, ...]]],
        seed: int,
        patience: float,
    ) -> tuple[int, ...]:
        searchers, quotas = make_searchers(
            view, seat, moves, bot, self._simulations, self._threads, seed, StopFlag(), MAX_MEGABYTES
        )
        seconds = min(self._time, patience)
        values = solve(bot, searchers[0], self._simulations, seconds, MAX_MEGABYTES)
        if values is not None:
            return _best(view, seat, moves, [quality(value, seat) for value in values])
        started = clock.monotonic()
        searchers[0].simulate_once()
        if len(searchers) == 1:
            endings = [searchers[0].run(quotas[0], seconds)]
        else:
            with ThreadPoolExecutor(len(searchers)) as pool:
                left = max(0.0, seconds - (clock.monotonic() - started))
                endings = list(pool.map(lambda searcher, quota: searcher.run(quota, left), searchers, quotas))
        if patience < self._time and "TIME" in endings:
            raise OutOfTimeError(f"the search was not done after {patience:g} seconds")
        return _found(view, seat, moves, searchers, self._level, seed)


def _alternatives(sequences: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """The action sequences of each move: two that are one another's reverse are the same move."""
    seconds = {sequence[1] for sequence in sequences if len(sequence) == 2}
    if not any(sequence[0] in seconds for sequence in sequences):
        return [[sequence] for sequence in sequences]
    index: dict[tuple[int, ...], int] = {}
    moves: list[list[tuple[int, ...]]] = []
    for sequence in sequences:
        other = index.get(sequence[::-1])
        if other is None or len(sequence) == 1:
            index[sequence] = len(moves)
            moves.append([sequence])
        else:
            moves[other].append(sequence)
    return moves


def _found(
    view: State,
    seat: int,
    moves: list[list[tuple[int, ...]]],
    searchers: list[Searcher],
    level: Level | None,
    seed: int,
) -> tuple[int, ...]:
    """The move that is drawn at a level, else one that is proven to win, that with the most visits, then the highest
    mean reward, then the first notation, as `suggest` ranks."""
    statistics, proofs = join_statistics(searchers)
    figures = [row[:2] for row in statistics]
    if level is not None:
        return moves[draw_move(level, figures, view.n_seats, seed)][0]
    return _best(view, seat, moves, [(proof, *figure) for proof, figure in zip(proofs, figures, strict=True)])


def _best(
    view: State, seat: int, moves: list[list[tuple[int, ...]]], figures: Sequence[tuple[float, ...]]
) -> tuple[int, ...]:
    """The move of the highest figures, among equals the first by notation."""
    best = max(figures)
    tied = [moves[index][0] for index, figure in enumerate(figures) if figure == best]
    if len(tied) == 1:
        return tied[0]
    world = view.sample(seat, Rng(0))
    return min(tied, key=lambda sequence: format_move(world, sequence))
