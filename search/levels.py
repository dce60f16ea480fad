"""Levels of play for people: weaker than the full strength by less search and by a choice among the good moves.

A level searches little and then plays, not the most visited move, but one drawn with probabilities proportional to
visits ** (1 / temperature), as self-play draws its openings (Silver et al. 2017, Mastering the game of Go without human
knowledge, p. 354). What the priors and the search find bad has hardly a visit, so that its errors are those of somebody
who sees less and weighs less finely; a move that is worse than the best by more than the level's loss is not played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from dinoai.engine.rng import Rng
from dinoai.search.guidance import FULL_LEVEL, GuidedBot

_STREAM = 2**32  # of the seed; those of the search threads are below


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """How a level of play is weaker."""

    simulations: int | None
    """So many at most; `None` for no bound but the limits of the request."""

    temperature: float
    """Above 0; the higher, the more alike are all moves that have visits."""

    loss: float
    """What a move may be worse than the most visited one: the share of the victory of two players, less of more."""


LEVELS: dict[str, tuple[Level, ...]] = {
    "jurassic_snack": (
        Level(200, 100.0, 0.4),
        Level(100, 100.0, 0.36),
        Level(100, 5.0, 0.3),
        Level(100, 2.05, 0.3),
        Level(100, 1.22, 0.3),
        Level(100, 0.78, 0.3),
        Level(100, 0.48, 0.3),
        Level(150, 0.25, 0.3),
        Level(600, 0.1, 0.3),
    ),
    "draftosaurus": (
        Level(100, 100.0, 0.3),
        Level(100, 4.2, 0.3),
        Level(100, 2.2, 0.3),
        Level(100, 1.3, 0.3),
        Level(100, 1.0, 0.3),
        Level(100, 0.75, 0.3),
        Level(100, 0.48, 0.3),
        Level(120, 0.32, 0.3),
        Level(250, 0.22, 0.3),
    ),
}
"""The levels of each game from 1 on; the last, `FULL_LEVEL`, is the bot as it is."""


def find_level(number: int, game: str) -> Level | None:
    """A level of a game by its number; `None` for full strength, and where there is no such level."""
    return LEVELS[game][number - 1] if game in LEVELS and 1 <= number < FULL_LEVEL else None


def level_of(bot: object, game: str) -> Level | None:
    """How much weaker than it could a bot plays; `None` for as well as it can."""
    if not isinstance(bot, GuidedBot) or not bot.draws:
        return None
    return find_level(bot.level, game) or Level(None, bot.temperature, bot.loss)


def at_level(bot: str, level: int | None) -> str:
    """The text that names a bot at a level; without one as it is."""
    return bot if level is None else f"{bot}{',' if ':' in bot else ':'}level={level}"


def bounded(simulations: int | None, level: Level | None) -> int | None:
    """The limit of simulations of a search at a level."""
    limits = [simulations, None if level is None else level.simulations]
    return min((limit for limit in limits if limit is not None), default=None)


def draw_move(level: Level, statistics: Sequence[tuple[float, ...]], n_seats: int, seed: int) -> int:
    """The index of the move that is played; of each move its visits and the sum of the share of the victory.

    A move that never won, such as a proven loss, is drawn only where there is no other.
    """
    won = any(row[1] > 0 for row in statistics)
    drawable = [row[0] > 0 and (row[1] > 0 or not won) for row in statistics]
    visits, wins = max((row[0], row[1]) for row, may in zip(statistics, drawable, strict=True) if may)
    least = wins / visits - level.loss * 2 / n_seats
    weights = [
        (row[0] / visits) ** (1 / level.temperature) if may and row[1] / row[0] >= least else 0.0
        for row, may in zip(statistics, drawable, strict=True)
    ]
    total = sum(weights)
    return draw_choice([weight / total for weight in weights], seed, _STREAM)


def draw_choice(probabilities: Sequence[float], seed: int, stream: int = 0) -> int:
    """An index drawn with these probabilities."""
    at = Rng(seed, stream).bits() / 2**64
    for index, probability in enumerate(probabilities):
        at -= probability
        if at < 0:
            return index
    return max(range(len(probabilities)), key=probabilities.__getitem__)
