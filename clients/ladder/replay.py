"""A stored game played again through the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.game import Rules, chance_seed
from dinoai.clients.ladder.store import StoredGame
from dinoai.engine.errors import DinoaiError
from dinoai.engine.games import apply_move, score
from dinoai.engine.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a game."""

    number: int
    """Its number, from 1; 0 is the set-up."""

    seat: int | None
    """Who played it."""

    move: str
    """The move in notation."""

    state: State
    """The full state after it."""


def replay(rules: Rules, game: StoredGame) -> Iterator[Step]:
    """The set-up and every move of a game. Raises `LadderError` where the rules do not lead to the stored result."""
    state = rules.new_game(game.deal.seed)
    yield Step(0, None, "", state)
    for number, move in enumerate(game.played.moves, start=1):
        seat = state.actor
        try:
            state = apply_move(state, move, seat, seed=chance_seed(game.deal.seed, number))
        except DinoaiError as error:
            raise LadderError(f"game {game.game} does not replay: move {number}, {move}: {error}") from None
        yield Step(number, seat, move, state)
    result = score(state)
    points = tuple(seat.points for seat in result.seats)
    winners = [seat for seat, share in enumerate(game.played.shares) if share > 0]
    if points != game.played.points or (game.played.fault is None and winners != result.winners):
        raise LadderError(
            f"game {game.game} does not replay: {points} points and winners {result.winners} instead of "
            f"{game.played.points} and {winners}"
        )
