"""Games of a ladder: paired deals, replay through the rules, and what is held against a bot."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playing import VARIANTS

from dinoai.clients.errors import ServerUnreachableError
from dinoai.clients.ladder.bots import BotSpec, parse_bot
from dinoai.clients.ladder.game import PlayedGame, Rules, chance_seed, decision_seed, play_game
from dinoai.clients.ladder.players import Player, make_player
from dinoai.clients.ladder.schedule import Deal, Table
from dinoai.clients.ladder.workers import Task, play_deal
from dinoai.engine.games import apply_move, legal_moves, score
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.ismcts import list_sequences

RANDOM = make_player(BotSpec("random"), "draftosaurus")


def variant_rules(variant: str, **options: Any) -> Rules:
    game, fixed = VARIANTS[variant]
    return Rules(game, {**fixed, **options})


def play(rules: Rules, seed: int, players: list[Player], patience: float = 60.0) -> PlayedGame:
    return play_game(rules, seed, 0, [(index, player, patience) for index, player in enumerate(players)])


def through_the_rules(rules: Rules, seed: int, moves: tuple[str, ...]) -> list[State]:
    """All states of a game, move by move as the public functions play it."""
    states = [rules.new_game(seed)]
    for number, move in enumerate(moves, start=1):
        state = states[-1]
        seat = next(seat for seat in range(state.n_seats) if legal_moves(state, seat))
        states.append(apply_move(state, move, seat, seed=chance_seed(seed, number)))
    return states


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((variant, {}) for variant in VARIANTS),
    ("snack-random", {"stalemate_turns": 4, "eruption_last_token": "LOOK"}),
    ("draft-2-summer", {"boxed_visible": False, "match": True}),
    ("draft-3-winter", {"placement": "AFTER_REVEAL", "start": 2}),
    ("draft-4-summer", {"match": True, "prairie_capacity": 12}),
]


@pytest.mark.parametrize(("variant", "options"), OPTIONS)
def test_games_replay_through_the_rules_to_the_same_result(variant: str, options: dict[str, Any]) -> None:
    rules = variant_rules(variant, **options)
    bots = (parse_bot("ismcts-plain:simulations=10", rules.game), parse_bot("random", rules.game))
    n_seats = rules.new_game(1).n_seats
    for seed in range(3):
        seated = tuple(Table((0, *[1] * (n_seats - 1))).seated(seed))
        finished = play_deal(Task(Deal(0, 0, seed), rules, seated, tuple(enumerate(bots)), 60.0))
        assert [game.bots for game in finished.games] == list(seated)
        for game in finished.games:
            end = through_the_rules(rules, seed, game.moves)[-1]
            result = score(end)
            assert end.over
            winners = tuple(seat for seat, share in enumerate(game.shares) if share > 0)
            assert winners == tuple(result.winners)
            assert game.shares == tuple(end.payoff()[0])
            assert game.points == tuple(seat.points for seat in result.seats)


class RepeatingPlayer:
    """Plays at random, by a seed of its own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: State, seat: int, seed: int, patience: float) -> tuple[int, ...]:
        assert view.viewer == seat
        return self._random.choice(list_sequences(view.sample(seat, Rng(0))))


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("draft")])
def test_dice_and_deals_are_the_same_whatever_is_played(variant: str) -> None:
    """And so is which dinosaurs are dealt altogether; who holds them differs as hands are passed."""
    rules = variant_rules(variant)
    for seed in range(5):
        seen = []
        for other in range(2):
            players: list[Player] = [RepeatingPlayer(10 * other + seat) for seat in range(rules.options["players"])]
            states = through_the_rules(rules, seed, play(rules, seed, players).moves)
            from dinoai.engine.draftosaurus.packing import unpack

            turns = {(state := unpack(position))["turn"]: state for position in reversed(states[:-1])}
            seen.append(
                (
                    [turns[turn]["die"] for turn in range(1, 13)],
                    [hand["dinosaurs"] for turn in (1, 7) for hand in turns[turn]["hands"]],
                )
            )
        assert seen[0] == seen[1], seed


def test_seeds_of_a_deal_differ() -> None:
    seeds = [decision_seed(5, rotation, n_moves) for rotation in range(5) for n_moves in range(300)]
    assert len(set(seeds)) == len(seeds)
    assert decision_seed(5, 0, 0) != decision_seed(6, 0, 0)


class FaultyPlayer:
    """Plays at random until it does something wrong at its third move."""

    def __init__(self, what: Exception | tuple[int, ...] | float) -> None:
        self._what = what
        self._n_moves = 0

    def choose(self, view: State, seat: int, seed: int, patience: float) -> tuple[int, ...]:
        self._n_moves += 1
        if self._n_moves == 3:
            if isinstance(self._what, Exception):
                raise self._what
            if isinstance(self._what, tuple):
                return self._what
        return RANDOM.choose(view, seat, seed, patience)


@pytest.mark.parametrize("variant", ["snack-square", "draft-2-summer", "draft-4-winter", "draft-5-summer"])
@pytest.mark.parametrize(
    ("what", "fault"),
    [
        (RuntimeError("gone"), "crash"),
        (MemoryError(), "crash"),
        ((), "illegal"),
        ((65535,), "illegal"),
        ((0, 0, 0), "illegal"),
    ],
)
def test_a_fault_loses_the_game(variant: str, what: Any, fault: str) -> None:
    rules = variant_rules(variant)
    n_seats = rules.new_game(1).n_seats
    players: list[Player] = [RANDOM] * n_seats
    players[1] = FaultyPlayer(what)
    game = play(rules, 3, players)
    assert (game.fault, game.faulty_seat) == (fault, 1)
    assert game.message
    assert game.shares[1] == 0
    assert sum(game.shares) == pytest.approx(1)
    assert game.decisions[1] == 3


def test_a_move_that_takes_too_long_loses_the_game() -> None:
    slow = make_player(parse_bot("ismcts-plain:simulations=100_000_000", "jurassic_snack"), "jurassic_snack")
    game = play(variant_rules("snack-square"), 3, [slow, RANDOM], patience=0.01)
    assert (game.fault, game.faulty_seat, game.shares) == ("timeout", 0, (0.0, 1.0))


def test_a_server_that_is_gone_ends_the_ladder_and_not_the_game() -> None:
    with pytest.raises(ServerUnreachableError):
        play(variant_rules("snack-square"), 3, [FaultyPlayer(ServerUnreachableError("gone")), RANDOM])
