"""Documents: the order of what is written, and what is reported of what is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playing import ROOT, VARIANTS, random_positions

from dinoai.engine import games
from dinoai.engine.document import message_dict, message_json
from dinoai.engine.errors import InvalidStateError, Problem
from dinoai.engine.score import Score
from dinoai.search import suggest
from dinoai.server.codec import apply_response, moves_response, score_response, suggest_response

SUMMER_PENS = [
    "forest_of_sameness",
    "meadow_of_differences",
    "prairie_of_love",
    "woody_trio",
    "king_of_the_jungle",
    "solitary_island",
    "river",
]
WINTER_PENS = [
    "well_ordered_wood",
    "lovers_bridge_left",
    "lovers_bridge_right",
    "pyramid",
    "lookout",
    "quarantine",
    "river",
]


def problems(text: str) -> list[Problem]:
    with pytest.raises(InvalidStateError) as caught:
        games.parse_state(text)
    return caught.value.problems


def paths(text: str) -> list[str]:
    return [problem.path for problem in problems(text)]


def snack(**changes: Any) -> dict[str, Any]:
    return {
        "viewer": "BLUE",
        "rows": ["GGGGGG", "GBGBGY", "GYGGGG", "YGGGGG", "GGGGYG", "GGBGBG"],
        "to_move": "BLUE",
        "actions_left": 1,
        **changes,
    }


def document(**changes: Any) -> str:
    return json.dumps({"jurassic_snack": snack(**changes)})


def check_order(value: dict[str, Any], descriptor: Any) -> None:
    names = [field.name for field in descriptor.fields]
    assert list(value) == [name for name in names if name in value]
    for name, item in value.items():
        kind = descriptor.fields_by_name[name].message_type
        if kind is not None and not kind.GetOptions().map_entry:
            for child in item if isinstance(item, list) else [item]:
                check_order(child, kind)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fields_are_written_in_the_order_of_the_schema(variant: str) -> None:
    for state, seat in random_positions(variant, 11, 3):
        answer = suggest(state, seat, simulations=20, seed=1)
        for message in (
            games.encode_state(state),
            games.encode_state(games.view(state, seat)),
            apply_response(state),
            moves_response(state.game, games.legal_moves(state, seat)),
            score_response(games.score(state)),
            suggest_response(state.game, answer),
        ):
            check_order(json.loads(message_json(message)), message.DESCRIPTOR)


def test_squares_are_written_by_row_then_column() -> None:
    tokens = message_dict(games.encode_state(games.new_game("jurassic_snack", seed=1, area="random")))
    squares = list(tokens["jurassic_snack"]["tokens"])
    assert squares == sorted(squares, key=lambda square: (int(square[1:]), square[0]))


def test_points_are_written_in_the_order_of_their_names() -> None:
    breakdown = message_dict(score_response(Score([], False, [], "")))
    assert list(breakdown) == ["seats", "over", "winners", "reason"]


@pytest.mark.parametrize(("side", "pens"), [("SUMMER", SUMMER_PENS), ("WINTER", WINTER_PENS)])
def test_zoos_are_written_with_the_pens_of_their_side(side: str, pens: list[str]) -> None:
    state = games.new_game("draftosaurus", seed=1, side=side)
    written = message_dict(apply_response(state))["state"]["draftosaurus"]
    assert [list(zoo) for zoo in written["zoos"]] == [pens, pens]
    assert games.parse_state(games.state_json(state)) == state


def test_a_row_that_is_no_string_is_one_problem() -> None:
    rows = snack()["rows"]
    assert paths(document(rows=[*rows[:5], 7])) == ["jurassic_snack.rows[5]"]
    assert paths(document(rows=[*rows, 7])) == ["jurassic_snack.rows[6]"]
    assert paths(document(rows=[7, 7, 7, 7, *rows[:2]])) == [f"jurassic_snack.rows[{index}]" for index in range(4)]


def test_what_cannot_be_read_does_not_move_the_rest_of_a_list() -> None:
    text = document(looks_made=[7, "zz"], eaten={"blue": ["KIWI", "YUMMY"]})
    assert paths(text) == [
        "jurassic_snack.looks_made[0]",
        "jurassic_snack.eaten.blue[0]",
        "jurassic_snack.looks_made[1]",
    ]


def test_problems_of_tokens_come_in_the_order_of_squares() -> None:
    squares = ["b4", "a4", "a1", "c1"]
    wanted = [f"jurassic_snack.tokens.{square}" for square in ("a1", "c1", "a4", "b4")]
    assert paths(document(tokens=dict.fromkeys(squares, "KIWI"))) == wanted
    assert paths(document(tokens=dict.fromkeys(squares, "YUMMY"))) == wanted
    assert len(paths(document(tokens={"9" * 5000: "BIRTH"}))) == 1


def test_two_games_exclude_each_other_and_that_is_all() -> None:
    text = json.dumps({"jurassic_snack": {"rows": [7]}, "draftosaurus": {"turn": 99}})
    (problem,) = problems(text)
    assert problem.path == ""
    assert problem.message == "jurassic_snack and draftosaurus exclude each other"


def test_a_number_of_thousands_of_digits() -> None:
    (problem,) = problems(document(actions_left=7).replace("7", "7" * 5000))
    assert "a number of 5000 digits" in problem.message
    assert "sys" not in problem.message
    assert paths(document(actions_left=7).replace("7", "7" * 500)) == ["jurassic_snack.actions_left"]


def test_examples_are_as_the_engine_writes_them() -> None:
    for path in (ROOT / "examples").glob("*.json"):
        assert path.read_text() == games.state_json(games.parse_state(path.read_bytes())) + "\n", path.name
