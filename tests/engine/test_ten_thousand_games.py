"""Ten thousand random games of every variant: no invariant is broken, and figures are those of docs/rules.

Moves are uniform over complete moves. In Jurassic Snack the fine-grained actions give just that: each piece of an
effect has as many squares to go to, and a pair of tokens has as many orders as any other.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter

import pytest
from playing import VARIANTS, new_variant

from dinoai.engine import games
from dinoai.engine.draftosaurus.choices import choices, choose, roll, situation
from dinoai.engine.draftosaurus.packing import unpack as unpack_draftosaurus
from dinoai.engine.jurassic_snack.names import TOTALS
from dinoai.engine.jurassic_snack.packing import unpack as unpack_jurassic_snack
from dinoai.engine.jurassic_snack.rules import decision_name
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

N_GAMES = 10_000


def told(state: State, variant: str, seed: int) -> str:
    return f"{variant}, game {seed}, invariant {state.check()}: {bytes(state).hex()}"


def play_jurassic_snack(state: State, dice: random.Random, counts: Counter[str], told_by: tuple[str, int]) -> State:
    """Play to the end, checking every action; adds to `counts` what the figures are about."""
    n_slides = 0
    while not state.over:
        assert state.check() == 0, told(state, *told_by)
        actions = state.actions()
        n = len(actions)
        slides = decision_name(state) == "slide"
        if slides and actions[0] == 184:
            counts["passes"] += 1
        elif slides:
            n_slides += 1
            counts["slides"] += 1
            counts["legal slides"] += n
        elif not state.within_move:
            # No effect ever lacks an empty square, and Eruption takes any two (R6, E5).
            assert "." in "".join(unpack_jurassic_snack(state)["rows"]), told(state, *told_by)
            moves = len(games.legal_moves(state)) if counts["effects"] % 50 == 0 else 1
            counts["most choices"] = max(counts["most choices"], moves)
            counts["effects"] += 1
        state.act(actions[dice.randrange(n)])
    counts["fewest slides"] = min(counts["fewest slides"] or n_slides, n_slides)
    counts["most slides"] = max(counts["most slides"], n_slides)
    return state


def check_end_of_jurassic_snack(end: State) -> None:
    fields = unpack_jurassic_snack(end)
    marks = Counter("".join(fields["rows"]))
    eaten = fields["eaten"]["blue"] + fields["eaten"]["yellow"]
    erupted = [entry["token"] for entry in fields["erupted"]]
    assert Counter([*eaten, *erupted, *fields["tokens"].values()]) == TOTALS
    assert marks["G"] + len(eaten) + len(erupted) == 28
    assert marks["T"] == eaten.count("SURPRISE")
    assert marks["B"] <= 5 and marks["Y"] <= 5
    assert games.parse_state(games.state_json(end)) == end


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_jurassic_snack(variant: str) -> None:
    """The figures are of the 2x2 square with default options."""
    dice = random.Random(1)
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    defaults = {"stalemate_turns": 2, "eruption_last_token": "REMOVE"}
    for seed in range(N_GAMES):
        state = new_variant(variant, seed, **(defaults if variant == "snack-square" else {}))
        end = play_jurassic_snack(state, dice, counts, (variant, seed))
        assert end.check() == 0, told(end, variant, seed)
        check_end_of_jurassic_snack(end)
        reasons[games.score(end).reason] += 1
    print(variant, {reason: f"{n / N_GAMES:.2%}" for reason, n in reasons.items()}, dict(counts))
    print("slides a game", counts["slides"] / N_GAMES, "legal slides", counts["legal slides"] / counts["slides"])
    if variant == "snack-square":
        for reason, share in (("stalemate", 0.870), ("no_diplo", 0.096), ("no_grass", 0.034)):
            error = math.sqrt(share * (1 - share) / N_GAMES)
            assert abs(reasons[reason] / N_GAMES - share) < 0.0005 + 4 * error, reason
        assert abs(counts["slides"] / N_GAMES - 33.0) < 0.05 + 0.6
        assert abs(counts["legal slides"] / counts["slides"] - 11.58) < 0.1
        assert counts["fewest slides"] >= 5 and counts["most slides"] <= 75
        assert counts["passes"] == 0


MEANS = {
    "draft-2-summer": 19.4,
    "draft-3-summer": 18.2,
    "draft-4-summer": 17.3,
    "draft-5-summer": 16.9,
    "draft-2-winter": 19.4,
    "draft-3-winter": 19.0,
    "draft-4-winter": 19.0,
    "draft-5-winter": 19.1,
}
"""Mean points a player, with a random move out of Quarantine."""

MEANS_WITH_BEST_QUARANTINE = {
    "draft-2-winter": 21.6,
    "draft-3-winter": 21.1,
    "draft-4-winter": 21.1,
    "draft-5-winter": 21.2,
}


def best_points(state: State) -> list[int]:
    """Each seat's points with its best move out of Quarantine, which cannot matter to anyone else (section 4)."""
    options = [choices(state, seat) for seat in range(state.n_seats)]
    best = []
    for seat in range(state.n_seats):
        points = []
        for own in options[seat] or [()]:
            after = state.copy()
            for other, moves in enumerate(options):
                if moves:
                    choose(after, other, own if other == seat else moves[0])
            points.append(after.payoff()[1][seat])
        best.append(max(points))
    return best


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("variant", MEANS)
def test_draftosaurus(variant: str) -> None:
    _, fixed = VARIANTS[variant]
    players, highest = fixed["players"], 51 if fixed["side"] == "SUMMER" else 59
    dice, rng = random.Random(2), Rng(2)
    means, best_means = [], []
    defaults = {"prairie_capacity": 6, "boxed_visible": True, "placement": "WITH_PICK"}
    for seed in range(N_GAMES):
        state = new_variant(variant, seed, **defaults)
        best: list[int] | None = None
        while not state.over:
            assert state.check() == 0, told(state, variant, seed)
            seat = state.actor
            legal = choices(state, seat)
            if best is None and situation(state)[1] == "QUARANTINE":
                best = best_points(state)
            for action in dice.choice(legal):
                assert state.check() == 0, told(state, variant, seed)
                state.act(action)
            if state.actor == -1:
                assert state.check() == 0, told(state, variant, seed)
                roll(state, rng)
        assert state.check() == 0, told(state, variant, seed)
        points = state.payoff()[1]
        means.append(statistics.fmean(points))
        best_means.append(statistics.fmean(best or points))
        assert max(best or points) <= highest and max(points) <= highest
        check_end_of_draftosaurus(state, players)
    error = statistics.stdev(means) / math.sqrt(N_GAMES)
    print(variant, statistics.fmean(means), statistics.fmean(best_means), "standard error", error)
    assert abs(statistics.fmean(means) - MEANS[variant]) < 0.05 + 4 * error
    if variant in MEANS_WITH_BEST_QUARANTINE:
        assert abs(statistics.fmean(best_means) - MEANS_WITH_BEST_QUARANTINE[variant]) < 0.05 + 4 * error


def check_end_of_draftosaurus(end: State, players: int) -> None:
    """The bag is empty and every seat has placed 12; reading the state again checks every pen."""
    fields = unpack_draftosaurus(end)
    everything = Counter(fields["boxed"])
    for zoo in fields["zoos"]:
        placed: Counter[str] = Counter()
        for content in zoo.values():
            placed.update(content.values() if isinstance(content, dict) else content)
        assert placed.total() == 12
        assert not zoo.get("quarantine")
        everything += placed
    of_each = {2: 8, 3: 6, 4: 8, 5: 10}[players]
    assert len(everything) == 6 and set(everything.values()) == {of_each}
    assert len(fields["boxed"]) == (24 if players == 2 else 0)
    assert games.parse_state(games.state_json(end)) == end
