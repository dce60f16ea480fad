"""Random games: invariants at every step, playouts like step-by-step play, the rules' sanity figures."""

import math
import pickle
import random
import statistics
import subprocess
import sys
from typing import Any

import pytest

from dinoai.engine import games
from dinoai.engine.draftosaurus.choices import choices, choose, roll
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

SETTINGS: list[dict[str, Any]] = [
    {"players": players, "side": side, "placement": placement, "boxed_visible": visible, "prairie_capacity": capacity}
    for players in (2, 3, 4, 5)
    for side in ("SUMMER", "WINTER")
    for placement in ("WITH_PICK", "AFTER_REVEAL")
    for visible in ((True, False) if players == 2 else (True,))
    for capacity in ((6, 12) if side == "SUMMER" else (6,))
]
MATCHES: list[dict[str, Any]] = [{"players": players, "match": True} for players in (2, 3, 4, 5)]


def step(state: State, dice: random.Random, rng: Rng) -> None:
    """One random action, or chance."""
    if state.actor == -1:
        state.chance(rng)
    else:
        state.act(dice.choice(state.actions()))


@pytest.mark.parametrize("options", SETTINGS + MATCHES, ids=str)
def test_invariants(options: dict[str, Any]) -> None:
    for seed in range(30):
        dice, rng = random.Random(seed), Rng(seed)
        state = games.new_game("draftosaurus", seed=seed, start=dice.randrange(options["players"]), **options)
        while not state.over:
            assert state.check() == 0, (seed, games.state_json(state))
            if dice.random() < 0.1:
                seat = dice.randrange(state.n_seats)
                world = state.sample(seat, rng)
                assert world.check() == 0, (seed, seat, games.state_json(state))
                assert games.view(state, seat).check() == 0
                end = state.playout(rng)
                assert end.over
                assert end.check() == 0, (seed, games.state_json(end))
            step(state, dice, rng)
        assert state.check() == 0


@pytest.mark.parametrize("options", SETTINGS + MATCHES, ids=str)
def test_round_trips(options: dict[str, Any]) -> None:
    """Every position between moves is written, read and pickled without loss, and its moves too."""
    state = games.new_game("draftosaurus", seed=1, **options)
    dice = random.Random(2)
    while not state.over:
        assert games.parse_state(games.state_json(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
        seats = [seat for seat in range(state.n_seats) if games.legal_moves(state, seat)]
        assert state.actor == seats[0]
        moves = games.legal_moves(state, seats[0])
        assert moves == sorted(moves)
        by_actions = {games.format_move(state, actions) for actions in choices(state, seats[0])}
        assert by_actions == set(moves)
        state = games.apply_move(state, dice.choice(moves), seats[0], seed=dice.randrange(1000))
    assert games.parse_state(games.state_json(state)) == state


def test_pickles_open_in_a_fresh_process() -> None:
    state = games.new_game("draftosaurus", seed=1)
    code = "import pickle, sys; sys.stdout.buffer.write(bytes(pickle.load(sys.stdin.buffer)))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True)
    assert done.stdout == bytes(state)


def samples_of(state: State, n: int) -> tuple[list[list[float]], list[list[float]]]:
    """Features of ends of games: by playout, and by actor, actions, apply and chance in a loop."""
    rng, dice = Rng(1), random.Random(1)
    quick, slow = [], []
    for _ in range(n):
        quick.append(features(state.playout(rng)))
        world = state.copy()
        while not world.over:
            step(world, dice, rng)
        slow.append(features(world))
    return quick, slow


def features(end: State) -> list[float]:
    win, points = end.payoff()
    parts = games.score(end).seats[0]
    return [*win, *points, points[0] ** 2, points[0] * points[1], parts.tie_break, *parts.breakdown.values()]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("side", ["SUMMER", "WINTER"])
@pytest.mark.parametrize("n_steps", [0, 7])
def test_playout_is_random_play(players: int, side: str, n_steps: int) -> None:
    state = games.new_game("draftosaurus", seed=3, players=players, side=side)
    dice, rng = random.Random(4), Rng(4)
    for _ in range(n_steps):
        step(state, dice, rng)
    n = 3000
    quick, slow = samples_of(state, n)
    for a, b in zip(zip(*quick, strict=True), zip(*slow, strict=True), strict=True):
        error = math.sqrt((statistics.pvariance(a) + statistics.pvariance(b)) / n)
        assert abs(statistics.fmean(a) - statistics.fmean(b)) <= 4.5 * error + 1e-12


FIGURES = {
    ("SUMMER", 2): 19.4,
    ("SUMMER", 3): 18.2,
    ("SUMMER", 4): 17.3,
    ("SUMMER", 5): 16.9,
    ("WINTER", 2): 19.4,
    ("WINTER", 3): 19.0,
    ("WINTER", 4): 19.0,
    ("WINTER", 5): 19.1,
}


@pytest.mark.parametrize(("side", "players"), FIGURES)
def test_sanity_figures(side: str, players: int) -> None:
    """Mean points a player, uniform over complete moves, with a random Quarantine move."""
    n = 1500
    dice, rng = random.Random(5), Rng(5)
    points = []
    for seed in range(n):
        state = games.new_game("draftosaurus", seed=seed, players=players, side=side)
        while not state.over:
            for seat in range(players):
                legal = choices(state, seat)
                if legal:
                    choose(state, seat, dice.choice(legal))
                    break
            roll(state, rng)
        points.append(statistics.fmean(state.payoff()[1]))
    error = statistics.stdev(points) / math.sqrt(n)
    assert abs(statistics.fmean(points) - FIGURES[side, players]) < 0.05 + 4 * error


def test_points_are_those_of_the_given_game() -> None:
    """Played on to the end of a match, a state given in game 1 reports game 1's points and the match's winner."""
    state = games.new_game("draftosaurus", seed=6, match=True, players=3)
    dice, rng = random.Random(6), Rng(6)
    while json_side(state) == "SUMMER":
        step(state, dice, rng)
    carried = state.payoff()[1]
    state.chance(rng)
    assert games.parse_state(games.state_json(state)).payoff()[1] == [0, 0, 0]
    end = state.playout(rng)
    assert end.payoff()[1] == carried
    assert end.over


def json_side(state: State) -> str:
    return "WINTER" if '"side": "WINTER"' in games.state_json(state) else "SUMMER"
