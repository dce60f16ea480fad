"""Turned and mirrored areas, exchanged colours and passed-on seats: moves, results and scores follow.

Positions are reached by random play from a seed that hypothesis chooses; a failure prints the state and the move.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import VARIANTS, new_variant, random_play
from reference import draftosaurus, jurassic_snack
from symmetries import PICTURE_SYMMETRIES, PictureSymmetry, pass_seats, swap_colours

from dinoai.engine import games
from dinoai.engine.state import State

Fields = dict[str, Any]

SEEDS = st.integers(0, 2**32 - 1)
JURASSIC_SNACK = [variant for variant, (game, _) in VARIANTS.items() if game == "jurassic_snack"]
DRAFTOSAURUS = [variant for variant, (game, _) in VARIANTS.items() if game == "draftosaurus"]
QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
SLOW = settings(QUICK, max_examples=3000, derandomize=False)


def body_of(state: State) -> Fields:
    body: Fields = json.loads(games.state_json(state, None))[state.game]
    return body


def state_of(game: str, body: Fields) -> State:
    return games.parse_state(json.dumps({game: body}))


def random_position(variant: str, seed: int) -> tuple[State, int, str]:
    """A full state of a random game with a seat to decide and one of its moves."""
    rng = random.Random(seed)
    options = {"match": True} if "summer" in variant and rng.random() < 0.2 else {}
    return rng.choice(list(random_play(new_variant(variant, seed, **options), rng)))


def results(state: State) -> tuple[list[tuple[int, dict[str, int], int]], bool, list[int], str]:
    score = games.score(state)
    seats = [(seat.points, seat.breakdown, seat.tie_break) for seat in score.seats]
    return seats, score.over, score.winners, score.reason


def check_picture(variant: str, seed: int) -> None:
    state, seat, move = random_position(variant, seed)
    body = body_of(state)
    after = body_of(games.apply_move(state, move, seat))
    for mirrored, turns in PICTURE_SYMMETRIES:
        symmetry = PictureSymmetry(body["rows"], mirrored, turns)
        turned = state_of("jurassic_snack", symmetry.state(body))
        told = f"{variant}, seed {seed}, mirrored {mirrored}, turns {turns}, {move}: {json.dumps(body)}"
        moves = games.legal_moves(turned, seat)
        assert sorted(map(symmetry.move, games.legal_moves(state, seat))) == moves, told
        played = body_of(games.apply_move(turned, symmetry.move(move), seat))
        assert jurassic_snack.normalise(played) == jurassic_snack.normalise(symmetry.state(after)), told
        assert results(turned) == results(state), told
        seen = symmetry.state(body_of(games.view(state, 1 - seat)))
        assert games.view(turned, 1 - seat) == state_of("jurassic_snack", seen), told


def check_colours(variant: str, seed: int) -> None:
    state, seat, move = random_position(variant, seed)
    body = body_of(state)
    swapped = state_of("jurassic_snack", swap_colours(body))
    told = f"{variant}, seed {seed}, {move}: {json.dumps(body)}"
    assert games.legal_moves(swapped, 1 - seat) == games.legal_moves(state, seat), told
    after, swapped_after = games.apply_move(state, move, seat), games.apply_move(swapped, move, 1 - seat)
    for before, exchanged in ((state, swapped), (after, swapped_after)):
        assert_exchanged(body_of(before), body_of(exchanged), told)
        assert_exchanged(body_of(games.view(before, 0)), body_of(games.view(exchanged, 1)), told)
        seats, over, winners, reason = results(before)
        assert results(exchanged) == (seats[::-1], over, sorted(1 - winner for winner in winners), reason), told


def assert_exchanged(body: Fields, exchanged: Fields, told: str) -> None:
    assert jurassic_snack.normalise(exchanged) == jurassic_snack.normalise(swap_colours(body)), told


def check_seats(variant: str, seed: int) -> None:
    state, seat, move = random_position(variant, seed)
    n, body = state.n_seats, body_of(state)
    after = games.apply_move(state, move, seat, seed=1)
    for by in range(1, n):
        passed = state_of("draftosaurus", pass_seats(body, by))
        told = f"{variant}, seed {seed}, by {by}, {move}: {json.dumps(body)}"
        for old in range(n):
            assert games.legal_moves(passed, (old + by) % n) == games.legal_moves(state, old), told
            seen = body_of(games.view(state, old))
            if not seen["boxed_unknown"]:  # else it does not show who boxed what
                moved = state_of("draftosaurus", pass_seats(seen, by))
                assert games.view(passed, (old + by) % n) == moved, told
        played = games.apply_move(passed, move, (seat + by) % n, seed=1)
        found = draftosaurus.normalise(body_of(played))
        expected = draftosaurus.normalise(pass_seats(body_of(after), by))
        if sum(len(hand["dinosaurs"]) for hand in found["hands"]) == 6 * n:
            del found["hands"], expected["hands"]  # they may just have been dealt
            found.pop("die", None), expected.pop("die", None)
        assert found == expected, told
        for before, there in ((state, passed), (after, played)):
            seats, over, winners, reason = results(before)
            rotated = [seats[(old - by) % n] for old in range(n)]
            assert results(there) == (rotated, over, sorted((winner + by) % n for winner in winners), reason), told


@QUICK
@given(variant=st.sampled_from(JURASSIC_SNACK), seed=SEEDS)
def test_turned_and_mirrored_areas(variant: str, seed: int) -> None:
    check_picture(variant, seed)


@QUICK
@given(variant=st.sampled_from(JURASSIC_SNACK), seed=SEEDS)
def test_exchanged_colours(variant: str, seed: int) -> None:
    check_colours(variant, seed)


@QUICK
@given(variant=st.sampled_from(DRAFTOSAURUS), seed=SEEDS)
def test_passed_on_seats(variant: str, seed: int) -> None:
    check_seats(variant, seed)


@pytest.mark.slow
@pytest.mark.timeout(0)
@SLOW
@given(snack=st.sampled_from(JURASSIC_SNACK), draft=st.sampled_from(DRAFTOSAURUS), seed=SEEDS)
def test_symmetries_at_length(snack: str, draft: str, seed: int) -> None:
    check_picture(snack, seed)
    check_colours(snack, seed)
    check_seats(draft, seed)
