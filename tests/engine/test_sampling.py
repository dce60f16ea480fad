"""Sampled worlds: each that a view allows as often as any other, none besides, and the truth as often as it should be.

`complete` and `State.sample` must draw uniformly among all arrangements of what a seat has not seen (R12; Draftosaurus:
the unseen dinosaurs), checked where all of them can be listed.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from chi_squared import chi_squared_p, upper_gamma
from playing import VARIANTS, new_variant, random_play, random_positions

from dinoai.engine.draftosaurus import choices as table
from dinoai.engine.draftosaurus.names import SPECIES
from dinoai.engine.games import complete, new_game, parse_state, state_json, view
from dinoai.engine.jurassic_snack.packing import bag
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

from .worlds import worlds

Fields = dict[str, Any]
MOST_WORLDS = 3000
ENOUGH = 12
"""Draws for each world."""


def fields_of(state: State) -> Fields:
    fields: Fields = json.loads(state_json(state, None))[state.game]
    return fields


# Views with few worlds


def unknown_records(fields: Fields) -> list[list[str]]:
    """Who has looked at the erupted tokens that the viewer does not know."""
    return [record.get("looked_by", []) for record in fields["erupted"] if "token" not in record]


def seen_by_opponent(fields: Fields) -> int:
    """Tokens on the board that only the opponent has looked at."""
    own, other = ("blue", "yellow") if fields["viewer"] == "BLUE" else ("yellow", "blue")
    return len(set(fields["looked"][other]) - set(fields["looked"][own]))


def n_unknown_hands(fields: Fields) -> int:
    return sum(hand["unknown"] > 0 for hand in fields["hands"])


CASES: dict[str, tuple[str, Fields, Callable[[Fields], bool]]] = {
    "nothing looked at": ("snack-square", {}, lambda f: not f["tokens"] and not f["erupted"]),
    "own looks": ("snack-square", {}, lambda f: len(f["tokens"]) >= 2),
    "the opponent's looks": ("snack-square", {}, lambda f: seen_by_opponent(f) >= 2),
    "both have looked": ("snack-random", {}, lambda f: bool(f["tokens"]) and seen_by_opponent(f) >= 1),
    "erupted, nobody knows": ("snack-random", {}, lambda f: len(unknown_records(f)) >= 2),
    "erupted, the opponent knows": ("snack-square", {}, lambda f: any(unknown_records(f))),
    "erupted, the viewer knows": ("snack-square", {}, lambda f: any("token" in r for r in f["erupted"])),
    "four erupted": ("snack-random", {}, lambda f: len(f["erupted"]) == 4),
    "an effect is pending": ("snack-random", {}, lambda f: "pending" in f and seen_by_opponent(f) >= 1),
    "between two looks": ("snack-square", {}, lambda f: bool(f["looks_made"])),
    "two hands unknown": ("draft-3-summer", {}, lambda f: n_unknown_hands(f) == 2),
    "one hand unknown, bag not empty": ("draft-3-winter", {}, lambda f: n_unknown_hands(f) == 1 and f["turn"] < 6),
    "four players": ("draft-4-summer", {}, lambda f: n_unknown_hands(f) >= 2 and f["turn"] > 6),
    "five players": ("draft-5-winter", {}, lambda f: n_unknown_hands(f) >= 2 and f["turn"] > 6),
    "revealed out of an unknown hand": (
        "draft-4-winter",
        {"placement": "AFTER_REVEAL"},
        lambda f: f["phase"] == "PLACE" and n_unknown_hands(f) >= 1,
    ),
    "hidden boxing, last round": (
        "draft-2-summer",
        {"boxed_visible": False},
        lambda f: f["boxed_unknown"] == 3 and n_unknown_hands(f) == 1,
    ),
    "hidden boxing, hands known": (
        "draft-2-winter",
        {"boxed_visible": False},
        lambda f: f["boxed_unknown"] >= 2 and n_unknown_hands(f) == 0,
    ),
    "hidden boxing, four unknown": ("draft-2-winter", {"boxed_visible": False}, lambda f: f["boxed_unknown"] == 4),
    "visible boxing": ("draft-2-winter", {"boxed_visible": True}, lambda f: n_unknown_hands(f) == 1),
}
"""A variant, its options, and what the view should be like."""


def find_view(variant: str, options: Fields, wanted: Callable[[Fields], bool]) -> tuple[State, Counter[State]]:
    """The first view of random games that is as wanted and has few worlds, with them."""
    rng = random.Random(variant)
    for seed in itertools.count():
        for state, _, _ in random_play(new_variant(variant, seed, **options), rng):
            if is_large(state):
                continue
            seat = rng.randrange(state.n_seats)
            seen = view(state, seat)
            if wanted(fields_of(seen)) and few_worlds(seen):
                return seen, worlds(seen)
    raise AssertionError


def is_large(state: State) -> bool:
    """Whether a state has so many hidden tokens that its views have many worlds."""
    return state.game == "jurassic_snack" and state_json(state, None).count("G") > 40


def few_worlds(seen: State) -> bool:
    """Whether there are between 2 and `MOST_WORLDS` worlds, by a count that is quick and never too small."""
    if seen.game == "jurassic_snack":
        left = bag(seen)
        n = math.factorial(sum(left.values()))
        for count in left.values():
            n //= math.factorial(count)
    else:
        fields = fields_of(seen)
        unseen, n = sum(table.unseen(seen)), 1
        kinds = sum(count > 0 for count in table.unseen(seen))
        for hand in fields["hands"]:
            if hand["unknown"] and hand["unknown"] < unseen:
                n *= math.comb(hand["unknown"] + kinds - 1, kinds - 1)
            unseen -= hand["unknown"]
        n *= kinds ** fields["boxed_unknown"]
    return 1 < n <= 4 * MOST_WORLDS


def assert_uniform(seen: State, allowed: Counter[State], seed: int) -> None:
    """Both ways to draw a world pass the chi-squared test; sampled tokens that are not dealt yet are dealt last."""
    assert 1 < len(allowed) <= 4 * MOST_WORLDS
    rng, n = Rng(seed), max(3000, ENOUGH * len(allowed))
    seat = seen.viewer
    assert seat is not None
    for sampled_first in (False, True):
        drawn = (complete(seen.sample(seat, rng) if sampled_first else seen, rng) for _ in range(n))
        found = Counter(map(as_written, drawn))
        p = chi_squared_p(found, allowed)
        assert p > 0.001, f"p = {p:.2g} over {len(allowed)} worlds of {state_json(seen, None)}"


def as_written(world: State) -> State:
    """A full state as its document makes it; a sampled one also says who decides first and who knows which hand."""
    if world.game == "jurassic_snack":
        return world
    found = WRITTEN.get(world)
    if found is None:
        found = WRITTEN[world] = parse_state(state_json(world, None))
    return found


WRITTEN: dict[State, State] = {}


def test_the_chi_squared_test_knows_its_table() -> None:
    for degrees, statistic, p in ((1, 3.841, 0.05), (2, 9.210, 0.01), (10, 18.307, 0.05), (100, 149.449, 0.001)):
        assert upper_gamma(degrees / 2, statistic / 2) == pytest.approx(p, rel=0.01)
    rng = random.Random(1)
    die = dict.fromkeys(range(6), 1)
    assert chi_squared_p(Counter(rng.randrange(6) for _ in range(6000)), die) > 0.001
    assert chi_squared_p(Counter(min(rng.randrange(6), rng.randrange(20)) for _ in range(6000)), die) < 0.001


@pytest.mark.parametrize("name", CASES)
def test_all_worlds_are_equally_likely(name: str) -> None:
    seen, allowed = find_view(*CASES[name])
    assert_uniform(seen, allowed, 1)


def test_all_worlds_of_a_partly_known_hand_are_equally_likely() -> None:
    """A view given as input may hold less than the seat could know."""
    state = new_game("draftosaurus", seed=3, players=3, side="WINTER")
    rng = random.Random(3)
    middle = next(s for s, _, _ in random_play(state, rng) if fields_of(s)["turn"] == 4 and not fields_of(s)["picks"])
    body = fields_of(view(middle, 0))
    hand = body["hands"][1]
    body["hands"][1] = {"dinosaurs": hand["dinosaurs"][:1], "unknown": len(hand["dinosaurs"]) - 1}
    seen = parse_state(json.dumps({"draftosaurus": body}))
    assert_uniform(seen, worlds(seen), 2)


# Worlds project back


def assert_project_back(n_views: int, n_samples: int) -> None:
    rng = Rng(4)
    for variant in VARIANTS:
        for number, (state, _) in enumerate(random_positions(variant, 5, n_views // len(VARIANTS))):
            seat = number % state.n_seats
            seen = view(state, seat)
            for source in (seen, state):
                for _ in range(n_samples // 2):
                    world = source.sample(seat, rng)
                    assert view(world, seat) == seen, (variant, state_json(state, None), bytes(world).hex())
            for _ in range(max(1, n_samples // 20)):
                assert view(complete(seen, rng), seat) == seen, (variant, state_json(state, None))
            assert world.check() == 0


def test_worlds_project_back() -> None:
    assert_project_back(200, 20)


@pytest.mark.slow
def test_a_million_worlds_project_back() -> None:
    assert_project_back(200, 5000)


# The truth is one of the worlds, as often as any other


def equal_draws(counts: list[int], one: int, n: int) -> float:
    """How likely two draws of `n` out of these counts have equally many of one kind."""
    total = sum(counts)
    ways = [math.comb(counts[one], k) * math.comb(total - counts[one], n - k) for k in range(n + 1)]
    return sum(way**2 for way in ways) / math.comb(total, n) ** 2


def same_piece(counts: list[int]) -> float:
    """How likely two draws of one out of these counts are of a kind."""
    return sum(count**2 for count in counts) / sum(counts) ** 2


def individual_play(state: State, rng: random.Random, dice: Rng) -> Iterator[State]:
    """Play on, everybody choosing uniformly among the single dinosaurs in hand, so that choices tell nothing more."""
    state = state.copy()
    while not state.over:
        yield state.copy()
        seat = state.actor
        legal = table.choices(state, seat)
        if len({choice[0] for choice in legal}) > 1 and legal[0][0] < 6:
            held, _ = table.hand(state, seat)
            species = rng.choices(range(6), weights=held)[0]
            legal = [choice for choice in legal if choice[0] == species]
        table.choose(state, seat, rng.choice(legal))
        table.roll(state, dice)


def hits_in_draftosaurus(variant: str, options: Fields, n_games: int) -> tuple[list[bool], list[float]]:
    """Whether a sampled hand has as many of a random species as the true one, a boxed dinosaur its true species.

    With it how likely that is.
    """
    rng, dice = random.Random(6), Rng(6)
    hits, chances = [], []
    for seed in range(n_games):
        played = list(individual_play(new_variant(variant, seed, **options), rng, dice))
        state = rng.choice(played)
        seat = rng.randrange(state.n_seats)
        known = view(state, seat)
        seen, world, truth = fields_of(known), fields_of(complete(known, dice)), fields_of(state)
        counts = table.unseen(known)
        for hand, sampled, true in zip(seen["hands"], world["hands"], truth["hands"], strict=True):
            if hand["unknown"]:
                one = rng.randrange(6)
                hits.append(sampled["dinosaurs"].count(SPECIES[one]) == true["dinosaurs"].count(SPECIES[one]))
                chances.append(equal_draws(counts, one, hand["unknown"]))
                break
        if seen["boxed_unknown"]:
            slot = 1 - seat
            hits.append(world["boxed"][slot] == truth["boxed"][slot])
            chances.append(same_piece(counts))
    return hits, chances


def hits_in_jurassic_snack(variant: str, n_games: int) -> tuple[list[bool], list[float]]:
    """The same for a hidden token, of those that the opponent has looked at if there are any."""
    rng, dice = random.Random(7), Rng(7)
    hits, chances = [], []
    for seed in range(n_games):
        state = rng.choice([state for state, _, _ in random_play(new_variant(variant, seed), rng)])
        seat = rng.randrange(2)
        seen = view(state, seat)
        known, truth = fields_of(seen), fields_of(state)
        hidden = [square for square in truth["tokens"] if square not in known["tokens"]]
        looked = set(truth["looked"][("yellow", "blue")[seat]])
        square = rng.choice([name for name in hidden if name in looked] or hidden or [""])
        if square:
            world = fields_of(complete(seen.sample(seat, dice), dice))
            hits.append(world["tokens"][square] == truth["tokens"][square])
            chances.append(same_piece(list(bag(seen).values())))
        erupted = fields_of(complete(seen, dice))["erupted"]
        for record, drawn, true in zip(known["erupted"], erupted, truth["erupted"], strict=True):
            if "token" not in record:
                hits.append(drawn["token"] == true["token"])
                chances.append(same_piece(list(bag(seen).values())))
                break
    return hits, chances


def assert_calibrated(hits: list[bool], chances: list[float]) -> None:
    spread = math.sqrt(sum(p * (1 - p) for p in chances))
    print(f"{sum(hits)} of {len(hits)} equal the truth, expected {sum(chances):.1f} +- {spread:.1f}")
    assert spread > 3, "too few to tell"
    assert abs(sum(hits) - sum(chances)) < 3.5 * spread


DRAFTS: list[tuple[str, Fields]] = [
    ("draft-2-summer", {"boxed_visible": False}),
    ("draft-2-winter", {"boxed_visible": True}),
    ("draft-3-summer", {"placement": "AFTER_REVEAL"}),
    ("draft-4-winter", {"placement": "WITH_PICK"}),
    ("draft-5-summer", {"placement": "WITH_PICK"}),
]


@pytest.mark.parametrize(("variant", "options"), DRAFTS)
def test_samples_of_draftosaurus_are_the_truth_as_often_as_they_should(variant: str, options: Fields) -> None:
    assert_calibrated(*hits_in_draftosaurus(variant, options, 400))


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_samples_of_jurassic_snack_are_the_truth_as_often_as_they_should(variant: str) -> None:
    assert_calibrated(*hits_in_jurassic_snack(variant, 150))


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_samples_are_the_truth_as_often_as_they_should_in_many_games() -> None:
    for variant, options in DRAFTS:
        assert_calibrated(*hits_in_draftosaurus(variant, options, 20_000))
    for variant in ("snack-square", "snack-random"):
        assert_calibrated(*hits_in_jurassic_snack(variant, 5_000))
