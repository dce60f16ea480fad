"""Broken states: every problem is found, at its path, and nothing is repaired."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from playing import is_reported

from dinoai.engine import jurassic_snack
from dinoai.engine.errors import InvalidStateError
from dinoai.v1 import jurassic_snack_pb2 as schema

VIEW: dict[str, Any] = {
    "viewer": "BLUE",
    "rows": ["GBGGGG", "GYGY.B", "G.GGGG", "GGG###", "BYG###", "GGG###", "GGB###", "GGG###", "YGG###"],
    "to_move": "YELLOW",
    "actions_left": 1,
    "quiet_turns": 0,
    "turn_eventful": True,
    "pending": "AIR_RAID",
    "looks_made": ["a3"],
    "eaten": {"blue": ["YUMMY"], "yellow": ["AIR_RAID"]},
    "tokens": {"a1": "BIRTH"},
    "looked": {"blue": ["a1"], "yellow": ["a3"]},
}


def paths(document: dict[str, Any], reader: Any) -> list[str]:
    with pytest.raises(InvalidStateError) as caught:
        reader.state({"jurassic_snack": document})
    assert all(problem.message for problem in caught.value.problems)
    return [problem.path.removeprefix("jurassic_snack").removeprefix(".") for problem in caught.value.problems]


def test_invalid(invalid_case: dict[str, Any], reader: Any) -> None:
    with pytest.raises(InvalidStateError) as caught:
        reader.state(invalid_case["state"])
    found = [problem.path for problem in caught.value.problems]
    for path in invalid_case["paths"]:
        assert is_reported(path, found), (path, caught.value)
    assert len(set(zip(found, map(str, caught.value.problems), strict=True))) == len(found)


def test_the_view_is_valid(reader: Any) -> None:
    assert reader.state({"jurassic_snack": VIEW}).check() == 0


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one field; `None` removes it."""

    def change(document: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        for name in parents:
            document = document[name]
        if value is None:
            del document[last]
        else:
            document[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("rows", None), ["rows"]),
        (put("rows", []), ["rows"]),
        (put("rows", [""]), ["rows"]),
        (put("rows", VIEW["rows"][1:]), ["rows"]),
        (put("rows", ["GBGGGG", "GYGY.BG", *VIEW["rows"][2:]]), ["rows[1]"]),
        (put("rows", ["GBGGG", *VIEW["rows"][1:]]), ["rows[0]"]),
        (put("rows", ["GBGGGg", "GYGY.", *VIEW["rows"][2:]]), ["rows[0]", "rows[1]"]),
        (put("rows", [f"#{row}" for row in VIEW["rows"]]), ["rows"]),
        (put("rows", [row + "###" for row in VIEW["rows"]]), ["rows"]),
        (put("rows", ["GBGGGGT", *VIEW["rows"][1:]]), ["rows[0]"]),
        (put("rows", ["GBGGGG", "GYGY.B", "GTGGGG", *VIEW["rows"][3:]]), ["rows", "looks_made"]),
        (put("rows", ["GBGGGG", "GYGYBB", "GBGGGG", *VIEW["rows"][3:]]), ["rows", "rows"]),
        (put("to_move", None), ["to_move"]),
        (put("to_move", "GREEN"), ["to_move"]),
        (put("viewer", "GREEN"), ["viewer"]),
        (put("viewer", None), ["tokens"]),
        (put("viewer", "YELLOW"), ["tokens.a1", "tokens"]),
        (put("actions_left", 3), ["actions_left"]),
        (put("actions_left", 2), ["actions_left"]),
        (put("actions_left", -1), ["actions_left"]),
        (put("quiet_turns", 3), ["quiet_turns"]),
        (put("turn_eventful", None), ["turn_eventful"]),
        (put("pending", None), ["looks_made"]),
        (put("pending", "YUMMY"), ["pending", "pending", "looks_made"]),
        (put("pending", "BIRTH"), ["pending", "looks_made"]),
        (put("looks_made", ["a3", "a3"]), ["looks_made[1]", "looks_made"]),
        (put("looks_made", ["a1"]), ["looks_made[0]"]),
        (put("looks_made", ["z1"]), ["looks_made[0]"]),
        (put("looks_made", ["g1"]), ["looks_made[0]"]),
        (put("eaten.blue", []), [""]),
        (put("eaten.blue", ["YUMMY", "YUMMY"]), [""]),
        (put("eaten.blue", ["SURPRISE"]), ["rows"]),
        (put("eaten.blue", ["VOLCANIC_ERUPTION"]), ["erupted"]),
        (put("eaten.blue", ["GRASS"]), ["eaten.blue[0]"]),
        (put("tokens.a9", "BIRTH"), ["tokens.a9"]),
        (put("tokens.b1", "BIRTH"), ["tokens.b1"]),
        (put("tokens.c1", "BIRTH"), ["tokens.c1"]),
        (put("tokens.m1", "BIRTH"), ["tokens.m1"]),
        (put("tokens.a1", None), ["tokens"]),
        (put("looked.blue", ["a1", "a1"]), ["looked.blue[1]"]),
        (put("looked.blue", ["a1", "a01"]), ["looked.blue[1]"]),
        (put("looked.blue", ["a1", "e5"]), ["looked.blue[1]"]),
        (put("looked.yellow", []), ["looks_made[0]"]),
        (put("erupted", [{}, {}]), ["", "erupted"]),
        (put("erupted", [{"token": "KIWI"}]), ["erupted[0].token"]),
        (
            put("options", {"stalemate_turns": 3, "eruption_last_token": "BURN"}),
            ["options.eruption_last_token", "options.stalemate_turns"],
        ),
    ],
)
def test_problems(change: Callable[[dict[str, Any]], None], expected: list[str], reader: Any) -> None:
    document = copy.deepcopy(VIEW)
    change(document)
    assert paths(document, reader) == expected


def test_all_problems_at_once(reader: Any) -> None:
    document = copy.deepcopy(VIEW)
    document.update(actions_left=2, turn_eventful=False, quiet_turns=4)
    assert paths(document, reader) == ["actions_left", "quiet_turns", "turn_eventful"]


def test_form_before_contradictions(reader: Any) -> None:
    document = copy.deepcopy(VIEW)
    document.update(actions_left=7, turn_eventful=False)
    assert paths(document, reader) == ["actions_left"]


def test_unreadable_is_not_missing_too(reader: Any) -> None:
    document = copy.deepcopy(VIEW)
    document.update(rows="GGG", to_move=3)
    assert paths(document, reader) == ["rows", "to_move"]


def test_unspecified_enums() -> None:
    message = schema.JurassicSnackState(rows=VIEW["rows"], viewer=schema.COLOUR_UNSPECIFIED)
    message.pending = 77  # type: ignore[assignment]
    message.eaten.blue.append(schema.GRASS_UNSPECIFIED)
    message.erupted.add().looked_by.append(9)  # type: ignore[arg-type]
    message.options.eruption_last_token = schema.ERUPTION_LAST_TOKEN_UNSPECIFIED
    message.options.stalemate_turns = 0
    with pytest.raises(InvalidStateError) as caught:
        jurassic_snack.decode(message)
    assert {problem.path.removeprefix("jurassic_snack.") for problem in caught.value.problems} == {
        "viewer",
        "to_move",
        "pending",
        "eaten.blue[0]",
        "erupted[0].looked_by[0]",
        "options.eruption_last_token",
        "options.stalemate_turns",
    }


def test_pending_needs_an_empty_square(reader: Any) -> None:
    document = copy.deepcopy(VIEW)
    document["rows"] = ["GBGGGG", "GYGYBB", "GGGGGG", *VIEW["rows"][3:]]
    document["rows"][8] = "YGY###"
    document["eaten"]["blue"] = []
    document.update(looks_made=[], pending="AIR_RAID")
    assert "rows" in paths(document, reader)
