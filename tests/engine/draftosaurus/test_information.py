"""Views, sampled worlds and information sets: nothing leaks, nothing is lost, every arrangement is equally likely."""

import itertools
import math
import random
from collections import Counter
from typing import Any

import pytest

from dinoai.engine import games
from dinoai.engine.draftosaurus.choices import choices, choose, roll
from dinoai.engine.draftosaurus.packing import pack, unpack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "boxed_visible": False},
    {"players": 2, "side": "WINTER", "placement": "AFTER_REVEAL"},
    {"players": 2, "side": "WINTER", "boxed_visible": False, "placement": "AFTER_REVEAL"},
    {"players": 3, "placement": "AFTER_REVEAL"},
    {"players": 4, "side": "WINTER"},
    {"players": 5, "match": True},
]


def positions(options: dict[str, Any], seed: int, n_games: int = 1) -> list[State]:
    """The full states of random games, choices made in a random order of seats."""
    result = []
    for game in range(seed, seed + n_games):
        dice, rng = random.Random(game), Rng(game)
        state = games.new_game("draftosaurus", seed=game, **options)
        while not state.over:
            result.append(state.copy())
            seat = dice.choice([seat for seat in range(state.n_seats) if choices(state, seat)])
            choose(state, seat, dice.choice(choices(state, seat)))
            roll(state, rng)
        result.append(state)
    return result


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_worlds_project_back(options: dict[str, Any]) -> None:
    """1,000 worlds sampled from each of several views have exactly that view, and its information set."""
    dice, rng = random.Random(1), Rng(1)
    for state in dice.sample(positions(options, 1), 8):
        seat = dice.randrange(state.n_seats)
        view = games.view(state, seat)
        assert games.parse_state(games.state_json(view)) == view
        assert games.view(view, seat) == view
        for _ in range(1000):
            full = games.complete(view, rng)
            assert full.check() == 0
            assert full.viewer is None
            assert games.view(full, seat) == view, games.state_json(view)
            world = state.sample(seat, rng)
            assert world.check() == 0
            assert world.infoset(seat) == view.infoset(seat) == state.infoset(seat)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_sampling_seat_decides_first(options: dict[str, Any]) -> None:
    for state in positions(options, 2):
        for seat in range(state.n_seats):
            world = state.sample(seat, Rng(0))
            if choices(state, seat):
                assert world.actor == seat == games.view(state, seat).actor


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_views_know_what_passing_tells(options: dict[str, Any]) -> None:
    for state in positions(options, 3):
        fields = unpack(state)
        n = state.n_seats
        played = (fields["turn"] - 1) % (3 if n == 2 else 6)
        for seat in range(n):
            view = unpack(games.view(state, seat))
            for other, hand in enumerate(view["hands"]):
                known = (other - seat) % n <= played or not fields["hands"][other]["dinosaurs"]
                if known:
                    assert hand == fields["hands"][other]
                else:
                    assert len(hand["dinosaurs"]) == (fields["phase"] == "PLACE")
            for pick in view["picks"]:
                assert pick["seat"] == seat or (fields["phase"] == "PLACE" and pick["move"] is None)


def test_unrevealed_choices_do_not_enter() -> None:
    """A seat's information set is the same whatever others have chosen before it."""
    for options in OPTIONS:
        for state in positions(options, 4)[:40]:
            for seat in range(state.n_seats):
                before = state.infoset(seat)
                for other in range(state.n_seats):
                    legal = choices(state, other) if other != seat else []
                    still_open = any(choices(state, third) for third in range(state.n_seats) if third != other)
                    if legal and still_open:
                        chosen = state.copy()
                        choose(chosen, other, legal[-1])
                        assert chosen.infoset(seat) == before
                        assert chosen.infoset(other) != state.infoset(other)


def test_own_species_enters_before_its_place() -> None:
    state = games.new_game("draftosaurus", seed=1, players=3)
    keys = {state.infoset(0)}
    for action in state.actions():
        half = state.copy()
        half.act(action)
        assert half.within_move
        assert half.infoset(1) == state.infoset(1)
        keys.add(half.infoset(0))
    assert len(keys) == 1 + len(state.actions())


def test_order_counts_only_where_rules_make_it_count() -> None:
    base = unpack(positions({"players": 2, "side": "WINTER"}, 5)[0])
    base.update(turn=4, roller=1)
    base["boxed"] = ["TRICERATOPS"] * 3 + ["STEGOSAURUS"] * 3

    def key(zoo: dict[str, Any]) -> int:
        fields = {**base, "zoos": [{"river": ["SPINOSAURUS"] * 3}, zoo]}
        fields["hands"] = [{"dinosaurs": ["BRACHIOSAURUS"] * 6, "unknown": 0}] * 2
        return int(pack(fields).infoset(0))

    a, b, c = "T_REX", "TRICERATOPS", "SPINOSAURUS"
    assert key({"river": [a, a, b]}) == key({"river": [b, a, a]})
    assert key({"lovers_bridge_left": [a, b], "river": [a]}) == key({"lovers_bridge_left": [b, a], "river": [a]})
    assert key({"well_ordered_wood": [a, b], "river": [a]}) != key({"well_ordered_wood": [b, a], "river": [a]})
    # The same next species and the same dinosaurs in the zoo, but another pair alternates.
    assert key({"well_ordered_wood": [a, b], "river": [c]}) != key({"well_ordered_wood": [a, c], "river": [b]})
    assert key({"pyramid": {0: a, 2: a}, "river": [b]}) != key({"pyramid": {0: a, 1: b}, "river": [a]})


def test_sampling_is_uniform() -> None:
    """Hidden boxing, last round: the opponent's hand and three boxed dinosaurs are drawn from nine unseen ones."""
    state = next(
        state
        for state in positions({"players": 2, "boxed_visible": False}, 7)
        if unpack(state)["turn"] == 10 and unpack(state)["phase"] == "PICK"
    )
    view = games.view(state, 0)
    fields = unpack(state)
    opponent_boxed = fields["boxed"][1::2][0::3]
    unseen = sorted(fields["hands"][1]["dinosaurs"] + opponent_boxed)
    assert len(unseen) == 9
    wanted: Counter[tuple[str, ...]] = Counter()
    for held in itertools.combinations(range(9), 6):
        rest = [unseen[index] for index in range(9) if index not in held]
        for order in itertools.permutations(rest):
            wanted[(*sorted(unseen[index] for index in held), *order)] += 1
    n, rng = 40000, Rng(8)
    got: Counter[tuple[str, ...]] = Counter()
    for _ in range(n):
        world = unpack(games.complete(view, rng))
        got[(*sorted(world["hands"][1]["dinosaurs"]), *world["boxed"][1::2][0::3])] += 1
    assert got.keys() <= wanted.keys()
    total = sum(wanted.values())
    chi2 = sum((got[world] - n * weight / total) ** 2 / (n * weight / total) for world, weight in wanted.items())
    freedom = len(wanted) - 1
    assert chi2 < freedom + 5 * math.sqrt(2 * freedom)


def test_views_that_know_more_or_less() -> None:
    """A view may hold the last unknown hand, or forget one that it could know; worlds keep what is known."""
    late = next(s for s in positions({"players": 2}, 9) if unpack(s)["turn"] == 10 and unpack(s)["phase"] == "PICK")
    fields = unpack(games.view(late, 0))
    assert fields["hands"][1]["unknown"] == 6
    more = pack({**fields, "hands": unpack(late)["hands"]})
    assert games.parse_state(games.state_json(more)) == more
    assert unpack(games.complete(more, Rng(1))) == {**unpack(late), "picks": fields["picks"]}
    middle = next(s for s in positions({"players": 3}, 9) if unpack(s)["turn"] == 3 and not unpack(s)["picks"])
    fields = unpack(games.view(middle, 0))
    kept = fields["hands"][1]["dinosaurs"][:1]
    less = pack({**fields, "hands": [fields["hands"][0], {"dinosaurs": kept, "unknown": 3}, fields["hands"][2]]})
    assert less.check() == 0
    assert games.parse_state(games.state_json(less)) == less
    rng = Rng(2)
    seen = set()
    for _ in range(200):
        world = games.complete(less, rng)
        assert world.check() == 0
        assert kept[0] in unpack(world)["hands"][1]["dinosaurs"]
        seen.add(tuple(unpack(world)["hands"][1]["dinosaurs"]))
    assert len(seen) > 1
