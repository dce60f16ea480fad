"""One game of a ladder, and the deal that it is played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from dinoai.clients.ladder.players import Player, describe_fault, fault_of
from dinoai.engine.games import format_move, new_game, play_actions, score, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

_BOTS_STREAM = 2**32  # streams of a deal's seed: below for chance, from here on for the bots' decisions
_STREAMS_A_GAME = 2**16


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played."""

    game: str
    """The game by its name in the schema."""

    options: dict[str, Any] = field(default_factory=dict)
    """Options of `dinoai.engine.games.new_game`."""

    def new_game(self, seed: int) -> State:
        """A full state of a fresh game. Raises `InvalidInputError` for options that the game does not have."""
        return new_game(self.game, seed=seed, **self.options)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has been played, seat by seat where values are tuples."""

    rotation: int
    """By how many seats the bots have moved on from their order at the table."""

    bots: tuple[int, ...]
    """The bots, by index."""

    shares: tuple[float, ...]
    """Shares of the victory, sum 1."""

    points: tuple[int, ...]
    """Final points, or as they stood when a fault ended the game."""

    moves: tuple[str, ...]
    """Complete moves in notation, in the order in which the seats were asked."""

    seconds: tuple[float, ...]
    """Wall-clock time spent thinking."""

    longest: tuple[float, ...]
    """The longest thought, in seconds."""

    decisions: tuple[int, ...]
    """How many moves were played."""

    fault: str | None = None
    """`crash`, `illegal` or `timeout` where that ended the game."""

    faulty_seat: int | None = None
    """The seat that lost by it."""

    message: str = ""
    """What went wrong."""


def chance_seed(deal_seed: int, n_moves: int) -> int:
    """What chance is drawn from after so many moves of a game, as a seed of 32 bits, which `dinoai apply` takes.

    Dice and deals come after equally many moves whatever is played, so they are the same in all games of a deal.
    """
    return Rng(deal_seed, n_moves).bits() >> 32


def decision_seed(deal_seed: int, rotation: int, n_moves: int) -> int:
    """The seed of a bot's decision; games of one deal have seeds of their own."""
    return Rng(deal_seed, _BOTS_STREAM + _STREAMS_A_GAME * rotation + n_moves).bits() >> 32


def play_game(
    rules: Rules,
    deal_seed: int,
    rotation: int,
    seated: Sequence[tuple[int, Player, float]],
) -> PlayedGame:
    """Play a game to its end; a bot that crashes, moves illegally or exceeds its time loses at once.

    `seated` tells for each seat the bot's index, its player, and the seconds that a move may take. Every bot is given
    its seat's view and nothing else. Raises `ServerUnreachableError`.
    """
    state = rules.new_game(deal_seed)
    n_seats = state.n_seats
    seconds, longest, decisions = [0.0] * n_seats, [0.0] * n_seats, [0] * n_seats
    moves: list[str] = []
    fault: tuple[str, int, str] | None = None
    while not state.over and fault is None:
        seat = state.actor
        _, player, patience = seated[seat]
        own = view(state, seat)
        seed = decision_seed(deal_seed, rotation, len(moves))
        actions: tuple[int, ...] = ()
        started = perf_counter()
        try:
            actions = player.choose(own, seat, seed, patience)
        except Exception as error:  # whatever a bot does wrong is its loss
            fault = fault_of(error), seat, describe_fault(error)
        taken = perf_counter() - started
        seconds[seat] += taken
        longest[seat] = max(longest[seat], taken)
        decisions[seat] += 1
        if fault is None and taken > patience:
            fault = "timeout", seat, f"the move took {taken:.3f} seconds"
        if fault is None:
            try:
                notation = format_move(state, actions)
                play_actions(state, actions, Rng(chance_seed(deal_seed, len(moves) + 1)))
                moves.append(notation)
            except (ValueError, IndexError):
                fault = "illegal", seat, f"the actions {actions} are no legal move"
    shares, points = _result(state, fault and fault[1])
    return PlayedGame(
        rotation,
        tuple(bot for bot, _, _ in seated),
        shares,
        points,
        tuple(moves),
        tuple(seconds),
        tuple(longest),
        tuple(decisions),
        *(fault or ()),
    )


def _result(state: State, faulty_seat: int | None) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Shares of the victory and points; after a fault the other seats share the victory."""
    points = tuple(seat.points for seat in score(state).seats)
    if faulty_seat is None:
        return tuple(state.payoff()[0]), points
    share = 1 / (state.n_seats - 1)
    return tuple(0.0 if seat == faulty_seat else share for seat in range(state.n_seats)), points
