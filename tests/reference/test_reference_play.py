"""Random games by the reference rules: invariants, views that follow each other, and sanity figures.

The figures are those at the end of the rule texts; the tolerances allow for a few hundred games only.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from . import draftosaurus, jurassic_snack, jurassic_snack_board
from .draftosaurus_board import LAST_TURN, OF_EACH_SPECIES, bag, zoo_counts

State = dict[str, Any]

GAMES = 200
# Views are compared in the first games of a variant only; that is the slow part.
GAMES_WITH_VIEWS = 20


# Jurassic Snack


JURASSIC_SNACK_VARIANTS = [
    pytest.param("square", {}, id="square"),
    pytest.param("random", {}, id="random-area"),
    pytest.param("random", {"stalemate_turns": 4, "eruption_last_token": "LOOK"}, id="random-area-options"),
]


@pytest.mark.parametrize(("area", "options"), JURASSIC_SNACK_VARIANTS)
def test_jurassic_snack_games(area: str, options: State) -> None:
    rng = random.Random(1)
    ends: Counter[str] = Counter()
    slides, choices = [], []
    for game in range(GAMES):
        state = jurassic_snack.new_game(rng, area, options)
        slides.append(0)
        while not jurassic_snack.is_over(state):
            seat = jurassic_snack.seats_to_decide(state)[0]
            moves = jurassic_snack.legal_moves(state, seat)
            if "pending" not in state:
                slides[-1] += 1
                choices.append(len(moves))
            play = play_with_views if game < GAMES_WITH_VIEWS else jurassic_snack.apply
            state = play(state, seat, rng.choice(moves))
            check_jurassic_snack(state)
        ends[jurassic_snack.result(state)["reason"]] += 1
    if area == "square":
        assert ends["stalemate"] / GAMES == pytest.approx(0.870, abs=0.07)
        assert ends["no_diplo"] / GAMES == pytest.approx(0.096, abs=0.06)
        assert sum(slides) / GAMES == pytest.approx(33.0, abs=2)
        assert sum(choices) / len(choices) == pytest.approx(11.58, abs=0.4)


def play_with_views(state: State, seat: int, move: str) -> State:
    """Plays a move and checks that both seats' views, told what turned up, lead to their views of the result."""
    after = jurassic_snack.apply(state, seat, move)
    for viewer in (0, 1):
        view = jurassic_snack.view(state, viewer)
        shown = [state["tokens"][name] for name in turned_up(state, move, viewer == seat)]
        assert jurassic_snack.legal_moves(view, seat) == jurassic_snack.legal_moves(state, seat)
        assert jurassic_snack.reveal_apply(view, seat, move, shown) == jurassic_snack.view(after, viewer)
    return after


def turned_up(state: State, move: str, by_viewer: bool) -> list[str]:
    """The squares whose tokens a move shows to a viewer."""
    kind, _, target = move.partition(" ")
    if not target:
        return [name for name in move.split("-")[1:] if name in state["tokens"]]
    if kind == "look" and by_viewer:
        return [target]
    if kind == "recon" and by_viewer:
        pasture = jurassic_snack.pasture_squares(jurassic_snack_board.parse_square(target))
        return [name for name in map(jurassic_snack_board.square_name, pasture) if name in state["tokens"]]
    return []


def check_jurassic_snack(state: State) -> None:
    """What holds in every state of every game."""
    grass = [jurassic_snack_board.square_name(square) for square in jurassic_snack_board.squares_of(state, "G")]
    eaten = state["eaten"]["blue"] + state["eaten"]["yellow"]
    erupted = [entry["token"] for entry in state["erupted"]]
    assert Counter(eaten + erupted + list(state["tokens"].values())) == jurassic_snack_board.TOKEN_COUNT
    assert list(state["tokens"]) == grass
    assert all(set(looked) <= set(grass) for looked in state["looked"].values())
    assert len(jurassic_snack_board.squares_of(state, "T")) == eaten.count("SURPRISE")
    assert all(0 <= jurassic_snack_board.pool(state, colour) <= 5 for colour in jurassic_snack.COLOURS)
    assert len(erupted) <= 2 * eaten.count("VOLCANIC_ERUPTION")


def test_tetromino_placements() -> None:
    placements = jurassic_snack_board.tetromino_placements()
    assert len(placements) == 19
    assert [(0, 0), (0, 1), (1, 0), (1, 1)] in placements


# Draftosaurus


# Mean points a player of the uniform player with 2 to 5 players, Quarantine moved at random too.
UNIFORM_POINTS = {"SUMMER": (19.4, 18.2, 17.3, 16.9), "WINTER": (19.4, 19.0, 19.0, 19.1)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("side", ["SUMMER", "WINTER"])
def test_draftosaurus_games(side: str, players: int) -> None:
    rng = random.Random(2)
    points = []
    for game in range(GAMES):
        state = draftosaurus.new_game(rng, players, side, start=game % players)
        state = play_draftosaurus(state, rng, with_views=game < GAMES_WITH_VIEWS)
        check_finished(state)
        points += [seat["points"] for seat in draftosaurus.result(state)["seats"]]
    assert max(points) <= {"SUMMER": 51, "WINTER": 59}[side]
    assert sum(points) / len(points) == pytest.approx(UNIFORM_POINTS[side][players - 2], abs=1)


OPTIONS = [
    {"boxed_visible": False},
    {"placement": "AFTER_REVEAL", "prairie_capacity": 12},
    {"placement": "AFTER_REVEAL", "boxed_visible": False},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
def test_draftosaurus_matches_with_options(options: State, players: int) -> None:
    rng = random.Random(3)
    for _ in range(5):
        start = rng.randrange(players)
        state = draftosaurus.new_game(rng, players, start=start, match=True, options=options)
        state = play_draftosaurus(state, rng, with_views=True)
        check_finished(state)
        assert state["match"]["game"] == 2
        assert state["roller"] == (start + LAST_TURN - 1) % players


def play_draftosaurus(state: State, rng: random.Random, with_views: bool) -> State:
    """Plays to the end, one phase after the other, seats in random order."""
    chance = draftosaurus.RandomChance(rng)
    while not draftosaurus.is_over(state):
        before, played = state, {}
        seats = draftosaurus.seats_to_decide(state)
        for seat in rng.sample(seats, len(seats)):
            played[seat] = rng.choice(draftosaurus.legal_moves(state, seat))
            state = draftosaurus.apply(state, seat, played[seat], chance)
        assert min(bag(state).values()) >= 0
        if with_views:
            check_views(before, played, state)
    return state


def check_views(before: State, played: dict[int, str], after: State) -> None:
    """Every view, told what happened at the table, leads to the view of the result."""
    for seat, move in played.items():
        view = draftosaurus.view(before, seat)
        assert draftosaurus.legal_moves(view, seat) == draftosaurus.legal_moves(before, seat)
        told = [f"{other}:{played[other]}" for other in played if other != seat]
        if before["phase"] == "BOX" and not before["options"]["boxed_visible"]:
            told = []
        if after["phase"] == "PICK":
            told.append(f"die:{after['die']}")
            told += next_hand(before, view, after, seat)
        assert draftosaurus.reveal_apply(view, seat, move, told) == draftosaurus.view(after, seat)


def next_hand(before: State, view: State, after: State, seat: int) -> list[str]:
    """What tells a viewer its next hand, if it does not know it."""
    right_neighbours = view["hands"][seat - 1]
    kept = (after["turn"] - 1) % (3 if len(view["hands"]) == 2 else 6) > 0
    seen = before["phase"] != "BOX" or before["options"]["boxed_visible"]
    if kept and seen and right_neighbours["unknown"] == 0:
        return []
    return ["hand:" + ",".join(after["hands"][seat]["dinosaurs"])]


def check_finished(state: State) -> None:
    """Everybody has placed 12, the hands and the bag are empty (section 1)."""
    players = len(state["zoos"])
    assert all(zoo_counts(zoo).total() == 12 for zoo in state["zoos"])
    assert all(hand == {"dinosaurs": [], "unknown": 0} for hand in state["hands"])
    assert set(bag(state).values()) == {0}
    assert len(state["boxed"]) == (24 if players == 2 else 0)
    assert 6 * OF_EACH_SPECIES[players] == 12 * players + len(state["boxed"])
    assert not any(zoo.get("quarantine") for zoo in state["zoos"])
