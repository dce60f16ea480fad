"""Notation, what moves turn up, and setting up games: errors say what is wrong, where, and what is allowed."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from revealing import turned_up

from dinoai.engine import jurassic_snack
from dinoai.engine.errors import IllegalMoveError, InvalidInputError, InvalidRevealError, NothingToDecideError
from dinoai.engine.jurassic_snack.names import TOTALS
from dinoai.engine.jurassic_snack.packing import area_of, unpack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

# Blue has looked at a1 and c1 and now scouts: the pasture of a1 holds a1, c1 and a3.
RECON: dict[str, Any] = {
    "viewer": "BLUE",
    "rows": ["GBG...", "......", "G.....", ".....Y", "......", "....GY"],
    "to_move": "BLUE",
    "actions_left": 1,
    "turn_eventful": True,
    "pending": "RECON",
    "eaten": {
        "blue": ["RECON", "YUMMY", "YUMMY", "YUMMY", "YUMMY", "YUMMY", "YUMMY", "YUMMY", "AIR_TRAVEL", "AIR_TRAVEL"],
        "yellow": [
            "YUMMY",
            "YUMMY",
            "YUMMY",
            "YUMMY",
            "YUMMY",
            "BIRTH",
            "AIR_RAID",
            "AIR_RAID",
            "RECON",
            "AIR_TRAVEL",
            "AIR_TRAVEL",
            "BIRTH",
            "VOLCANIC_ERUPTION",
            "AIR_RAID",
        ],
    },
    "tokens": {"a1": "SURPRISE", "c1": "BIRTH"},
    "looked": {"blue": ["a1", "c1"]},
    "erupted": [],
    "options": {"eruption_last_token": "LOOK"},
}


def recon(reader: Any, **changes: Any) -> State:
    state: State = reader.state({"jurassic_snack": {**copy.deepcopy(RECON), **changes}})
    return state


def apply(state: State, move: str, *reveals: str) -> dict[str, Any]:
    return unpack(jurassic_snack.apply_move(state, state.actor, move, Rng(1), reveals))


def test_known_tokens_may_be_told_or_left_out(reader: Any) -> None:
    state = recon(reader)
    expected = {"a1": "SURPRISE", "c1": "BIRTH", "a3": "SURPRISE"}
    assert apply(state, "recon a1", "SURPRISE")["tokens"] == expected
    assert apply(state, "recon a1", "SURPRISE", "BIRTH", "SURPRISE")["tokens"] == expected


@pytest.mark.parametrize(
    ("reveals", "paths"),
    [
        ([], ["reveals"]),
        (["SURPRISE", "BIRTH"], ["reveals"]),
        (["SURPRISE", "BIRTH", "SURPRISE", "YUMMY"], ["reveals[3]"]),
        (["YUMMY"], ["reveals[0]"]),
        (["surprise"], ["reveals[0]"]),
        (["BIRTH", "BIRTH", "YUMMY"], ["reveals[0]", "reveals[2]"]),
    ],
)
def test_impossible_reveals(reveals: list[str], paths: list[str], reader: Any) -> None:
    with pytest.raises(InvalidRevealError) as caught:
        apply(recon(reader), "recon a1", *reveals)
    assert [problem.path for problem in caught.value.problems] == paths


def test_the_opponents_look_takes_none(reader: Any) -> None:
    state = recon(reader, viewer="YELLOW", tokens={})
    assert apply(state, "recon a1")["looked"]["blue"] == ["a1", "c1", "a3"]
    assert apply(state, "recon a1")["tokens"] == {}
    with pytest.raises(InvalidRevealError) as caught:
        apply(state, "recon a1", "SURPRISE")
    assert caught.value.problems[0].path == "reveals[0]"


def test_a_known_token_is_eaten_without_telling(reader: Any) -> None:
    body = copy.deepcopy(RECON)
    del body["pending"]
    state = reader.state({"jurassic_snack": body})
    for reveals in ([], ["SURPRISE"]):
        after = apply(state, "b1-a1", *reveals)
        assert after["eaten"]["blue"][-1] == "SURPRISE"
        assert after["rows"][0] == "T.G..."
    with pytest.raises(InvalidRevealError, match="known to be SURPRISE"):
        apply(state, "b1-a1", "BIRTH")


def test_moves_that_turn_up_nothing(reader: Any) -> None:
    state = reader.state({"jurassic_snack": {key: value for key, value in RECON.items() if key != "pending"}})
    with pytest.raises(InvalidRevealError) as caught:
        apply(state, "b1-b6", "YUMMY")
    assert caught.value.problems[0].path == "reveals[0]"


def test_full_states_take_no_reveals() -> None:
    state = jurassic_snack.new_game(Rng(1))
    with pytest.raises(InvalidRevealError):
        apply(state, jurassic_snack.legal_moves(state, 0)[0], "YUMMY")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("recon a4", "recon a4 is not legal here; legal: recon a1, recon d4"),
        ("recon a2", "not legal"),
        ("look a1", "look a1 is out of place; what must be chosen now is recon"),
        ("b1-b6", "out of place"),
        ("pass", "out of place"),
        ("recon", "is not a move"),
        ("Recon a1", "is not a move"),
        ("recon a1 ", "is not a move"),
        ("recon a\u0661", "is not a move"),
        ("x" * 5000, "is not a move"),
        ("", "is not a move"),
    ],
)
def test_illegal_moves(move: str, message: str, reader: Any) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        apply(recon(reader), move)
    (problem,) = caught.value.problems
    assert problem.path == "move"
    assert message in problem.message
    assert "legal: recon a1, recon d4" in problem.message
    assert len(problem.message) < 400


def test_eruptions_are_row_major(reader: Any) -> None:
    eaten = copy.deepcopy(RECON["eaten"])
    eaten["blue"][:3] = ["VOLCANIC_ERUPTION"]
    state = recon(reader, pending="VOLCANIC_ERUPTION", eaten=eaten, erupted=[{}, {}])
    assert jurassic_snack.legal_moves(state, 0)[:2] == ["eruption a1+a3", "eruption a1+c1"]
    with pytest.raises(IllegalMoveError, match=r"must be written in row-major order, as eruption c1\+a3"):
        apply(state, "eruption a3+c1")


def test_both_orders_of_an_eruption_are_the_same_state(reader: Any) -> None:
    rng = Rng(31)
    n = 0
    for start in reader.positions():
        for state in (start, jurassic_snack.complete(start, rng)):
            if state.over or unpack(state).get("pending") != "VOLCANIC_ERUPTION":
                continue
            actions = state.actions()
            for first, second in pairwise(actions):
                ends = []
                for order in ((first, second), (second, first)):
                    end = state.copy()
                    for action in order:
                        end.act(action)
                    ends.append(end)
                assert ends[0] == ends[1]
                n += 1
    assert n > 50


def test_nothing_to_decide(reader: Any) -> None:
    state = recon(reader)
    with pytest.raises(NothingToDecideError, match="Yellow has nothing to decide: Blue is to move"):
        jurassic_snack.apply_move(state, 1, "recon a1", Rng(1))
    end = jurassic_snack.new_game(Rng(1)).playout(Rng(1))
    for seat in (0, 1):
        assert jurassic_snack.legal_moves(end, seat) == []
        with pytest.raises(NothingToDecideError, match="the game is over"):
            jurassic_snack.apply_move(end, seat, "pass", Rng(1))


def test_views_follow_the_game(reader: Any) -> None:
    """Each seat's view, played on with what turns up for it, stays the view of the full state."""
    rng = Rng(32)
    for _ in range(30):
        state = reader.random_game(rng)
        while not state.over:
            moves = jurassic_snack.legal_moves(state, state.actor)
            move = moves[rng.below(len(moves))]
            after = jurassic_snack.apply_move(state, state.actor, move, rng)
            for seat in (0, 1):
                view = jurassic_snack.view(state, seat)
                told = turned_up(state, after, seat)
                seen = jurassic_snack.apply_move(view, state.actor, move, rng, told)
                assert seen == jurassic_snack.view(after, seat), (move, bytes(state).hex())
            state = after


def test_new_game() -> None:
    rng = Rng(33)
    areas: Counter[int] = Counter()
    pictures = set()
    for _ in range(1900):
        state = jurassic_snack.new_game(rng, area="random")
        areas[area_of(state)] += 1
        fields = unpack(state)
        marks = Counter("".join(fields["rows"]))
        assert (marks["B"], marks["Y"], marks["G"]) == (4, 4, 28)
        assert Counter(fields["tokens"].values()) == TOTALS
        assert (fields["to_move"], fields["actions_left"]) == ("BLUE", 1)
    assert sorted(areas) == list(range(19))
    assert sum((n - 100) ** 2 / 100 for n in areas.values()) < 50
    for _ in range(50):
        state = jurassic_snack.new_game(rng)
        assert area_of(state) == 0 and state.check() == 0
        pictures.add(tuple(unpack(state)["rows"]))
    assert len(pictures) > 40
    assert jurassic_snack.new_game(Rng(5)) == jurassic_snack.new_game(Rng(5))
    options = unpack(jurassic_snack.new_game(rng, stalemate_turns=4, eruption_last_token="LOOK"))["options"]
    assert options == {"stalemate_turns": 4, "eruption_last_token": "LOOK"}


def test_new_game_refuses_other_options() -> None:
    with pytest.raises(InvalidInputError) as caught:
        jurassic_snack.new_game(Rng(1), area="round", players=3, stalemate_turns=True, eruption_last_token="remove")
    assert [problem.path for problem in caught.value.problems] == [
        "area",
        "players",
        "stalemate_turns",
        "eruption_last_token",
    ]
