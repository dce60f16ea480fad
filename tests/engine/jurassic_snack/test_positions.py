"""Legal moves, the states after a move, results and scores as an independent implementation has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dinoai.engine import jurassic_snack
from dinoai.engine.document import message_dict
from dinoai.engine.errors import InvalidRevealError
from dinoai.engine.perft import perft
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

WINNERS = {(): None, (0,): "BLUE", (1,): "YELLOW", (0, 1): "SHARED"}


def canonical(body: dict[str, Any]) -> dict[str, Any]:
    """A state's fields with defaults filled in and sets sorted."""
    options = {"stalemate_turns": 2, "eruption_last_token": "REMOVE", **body.get("options", {})}
    return {
        **body,
        "options": options,
        "looks_made": sorted(body.get("looks_made", [])),
        "looked": {colour: sorted(squares) for colour, squares in body["looked"].items()},
        "erupted": sorted(json.dumps(entry, sort_keys=True) for entry in body["erupted"]),
    }


def fields(state: State) -> dict[str, Any]:
    return canonical(message_dict(jurassic_snack.encode(state)))


def check_result(state: State, expected: dict[str, Any]) -> None:
    score = jurassic_snack.score(state)
    assert score.over == expected["over"] == state.over
    assert WINNERS[tuple(score.winners)] == expected["winner"]
    assert score.reason == (expected["reason"] or "")
    assert [seat.points for seat in score.seats] == [expected["scores"]["blue"], expected["scores"]["yellow"]]


def test_position(position_case: dict[str, Any], reader: Any) -> None:
    state = reader.state(position_case["state"])
    assert state.check() == 0
    seat = jurassic_snack.default_seat(state)
    moves = jurassic_snack.legal_moves(state, seat)
    assert moves == position_case["moves"]
    assert jurassic_snack.legal_moves(state, 1 - seat) == []
    assert fields(state) == canonical(position_case["state"]["jurassic_snack"])
    for move in moves:
        assert jurassic_snack.format_move(state, jurassic_snack.parse_move(state, move)) == move
    if "over" in position_case:
        check_result(state, position_case)


def test_apply(applied_case: dict[str, Any], reader: Any) -> None:
    applied = applied_case["apply"]
    state = reader.state(applied_case["state"])
    before = bytes(state)
    after = jurassic_snack.apply_move(state, state.actor, applied["move"], Rng(1), applied.get("reveals", []))
    assert bytes(state) == before
    assert after.check() == 0
    assert fields(after) == canonical(applied["after"]["jurassic_snack"])
    assert after == reader.state(applied["after"])
    check_result(after, applied)


def test_apply_needs_what_turns_up(applied_case: dict[str, Any], reader: Any) -> None:
    applied = applied_case["apply"]
    state = reader.state(applied_case["state"])
    known = set(message_dict(jurassic_snack.encode(state))["tokens"])
    squares = set(applied["move"].replace(" ", "-").split("-")[-1:])
    if state.viewer is None or "reveals" not in applied or "recon" in applied["move"] or squares & known:
        return
    with pytest.raises(InvalidRevealError) as caught:
        jurassic_snack.apply_move(state, state.actor, applied["move"], Rng(1))
    assert caught.value.problems[0].path == "reveals"


def test_score(score_case: dict[str, Any], reader: Any) -> None:
    score = jurassic_snack.score(reader.state(score_case["state"]))
    for seat, expected in zip(score.seats, score_case["seats"], strict=True):
        assert seat.points == expected["points"]
        assert seat.tie_break == expected["tie_break"]
        assert seat.breakdown == {token: expected["breakdown"].get(token, 0) for token in seat.breakdown}
    assert (score.over, score.winners, score.reason) == (
        score_case["over"],
        score_case["winners"],
        score_case["reason"],
    )


def test_perft(perft_case: dict[str, Any], reader: Any) -> None:
    state = reader.state(perft_case["state"])
    assert {depth: perft(state, int(depth)) for depth in perft_case["perft"]} == perft_case["perft"]
