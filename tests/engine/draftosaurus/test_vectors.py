"""The worked cases: positions, moves, views, results, points, perft and broken states."""

import json
from pathlib import Path
from typing import Any

import pytest
from playing import is_reported

from dinoai.engine import games
from dinoai.engine.draftosaurus import score_zoos
from dinoai.engine.draftosaurus.perft import perft
from dinoai.engine.errors import InvalidStateError
from dinoai.engine.state import State

VECTORS = Path(__file__).parents[2] / "vectors" / "draftosaurus"


def cases(name: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, (VECTORS / name).open(encoding="utf-8"))]


def parse(document: Any) -> State:
    return games.parse_state(json.dumps(document))


def written(state: State) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(games.state_json(state))["draftosaurus"]
    return body


@pytest.mark.parametrize("case", cases("positions.jsonl"))
def test_position(case: dict[str, Any]) -> None:
    state = parse(case["state"])
    seat = case["seat"]
    assert state.check() == 0
    assert parse({"draftosaurus": written(state)}) == state
    assert games.legal_moves(state, seat) == case["moves"]
    if "view" in case:
        assert written(games.view(state, seat)) == written(parse(case["view"]))
        assert games.view(state, seat) == parse(case["view"])
    if "apply" in case:
        applied = case["apply"]
        after = games.apply_move(state, applied["move"], seat, seed=applied["seed"])
        got, wanted = written(after), written(parse(applied["state"]))
        for name in applied["chance"]:
            got.pop(name)
            wanted.pop(name)
        assert got == wanted
        assert after.over == applied["over"]
        assert games.score(after).winners == applied.get("winners", [])


@pytest.mark.parametrize("case", cases("score.jsonl"))
def test_score(case: dict[str, Any]) -> None:
    if case["valid_state"]:
        result = games.score(parse(case["state"]))
        assert result.over == case.get("over", True)
        assert result.winners == (case["winners"] if result.over else [])
        assert result.reason == ""
        seats = result.seats
    else:
        body = case["state"]["draftosaurus"]
        for zoo in body["zoos"]:
            zoo["pyramid"] = {int(cell): species for cell, species in zoo.get("pyramid", {}).items()}
        seats = score_zoos(body["side"], body["zoos"])
    for got, wanted in zip(seats, case["seats"], strict=True):
        assert (got.points, got.tie_break) == (wanted["total"], wanted["t_rexes"])
        for part in got.breakdown.keys() | wanted["breakdown"].keys():
            assert got.breakdown.get(part, 0) == wanted["breakdown"].get(part, 0), part


@pytest.mark.parametrize("case", cases("perft.jsonl"))
def test_perft(case: dict[str, Any]) -> None:
    state = parse(case["state"])
    assert {depth: perft(state, int(depth)) for depth in case["perft"]} == case["perft"]


@pytest.mark.parametrize("case", cases("invalid.jsonl"))
def test_invalid(case: dict[str, Any]) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse(case["state"])
    reported = [problem.path for problem in caught.value.problems]
    assert all(is_reported(wanted, reported) for wanted in case["paths"]), reported


@pytest.mark.parametrize("name", ["solve.jsonl", "solve_mixed.jsonl"])
def test_endgames_are_valid(name: str) -> None:
    for case in map(json.loads, (VECTORS / name).open(encoding="utf-8")):
        state = parse(case["state"])
        assert state.check() == 0, case["id"]
