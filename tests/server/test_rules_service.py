"""RulesService: the calls do what the engine's functions do, and a game can be played by them alone."""

from __future__ import annotations

import random
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from playing import VARIANTS, is_reported, new_variant, random_positions, vectors

from dinoai.engine import games
from dinoai.engine.document import fill_message
from dinoai.v1 import rules_pb2, state_pb2
from dinoai.v1.rules_pb2_grpc import RulesServiceStub


@pytest.fixture
def rules(channel: grpc.Channel) -> Any:
    return RulesServiceStub(channel)


def message_of(document: dict[str, Any]) -> state_pb2.State:
    message = state_pb2.State()
    assert not fill_message(message, document)
    return message


def violations(error: grpc.RpcError) -> list[tuple[str, str]]:
    found = error_details_pb2.BadRequest()
    for detail in rpc_status.from_call(error).details:
        if detail.Is(found.DESCRIPTOR):
            detail.Unpack(found)
    return [(violation.field, violation.description) for violation in found.field_violations]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_played_by_calls_alone(rules: Any, variant: str) -> None:
    game, options = VARIANTS[variant]
    given = {**options, "area": options["area"].upper()} if "area" in options else options
    state = rules.NewGame(rules_pb2.NewGameRequest(game=game.upper(), seed=7, **given)).state
    assert state == games.encode_state(games.new_game(game, seed=7, **options))
    rng = random.Random(7)
    n_seats = options.get("players", 2)
    over, winners = False, []
    while not over:
        decided = False
        for seat in range(n_seats):
            view = rules.GetView(rules_pb2.GetViewRequest(state=state, seat=seat)).state
            moves = rules.ListMoves(rules_pb2.ListMovesRequest(state=view, seat=seat)).moves
            assert [move.notation for move in moves] == sorted(move.notation for move in moves)
            if not moves or over:
                continue
            decided = True
            chosen = rng.choice(moves)
            choice = {"move": chosen.move} if rng.random() < 0.5 else {"notation": chosen.notation}
            request = rules_pb2.ApplyMoveRequest(state=state, seat=seat, seed=rng.getrandbits(32), **choice)
            answer = rules.ApplyMove(request)
            state, over, winners = answer.state, answer.over, list(answer.winners)
        assert decided, state
    score = rules.Score(rules_pb2.ScoreRequest(state=state))
    assert score.over
    assert list(score.winners) == winners
    assert winners
    assert len(score.seats) == n_seats
    assert all(seat.points == sum(seat.breakdown.values()) for seat in score.seats)
    assert not rules.ListMoves(rules_pb2.ListMovesRequest(state=state, seat=0)).moves


@pytest.mark.parametrize("game", ["jurassic_snack", "draftosaurus"])
def test_the_moves_of_worked_positions(rules: Any, game: str) -> None:
    for case in vectors(game, "positions")[::10]:
        request = rules_pb2.ListMovesRequest(
            state=message_of(case["state"]), seat=case.get("seat") if game == "draftosaurus" else None
        )
        assert [move.notation for move in rules.ListMoves(request).moves] == case["moves"], case["id"]


@pytest.mark.parametrize("game", ["jurassic_snack", "draftosaurus"])
def test_broken_worked_states_are_refused_where_they_are_broken(rules: Any, game: str) -> None:
    for case in vectors(game, "invalid"):
        message = state_pb2.State()
        if fill_message(message, case["state"]):
            continue  # a message cannot hold it
        with pytest.raises(grpc.RpcError) as caught:
            rules.Score(rules_pb2.ScoreRequest(state=message))
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT, case["id"]
        fields = [field for field, _ in violations(caught.value)]
        for path in case["paths"]:
            assert is_reported(path, fields), (case["id"], path, fields)


@pytest.mark.parametrize(
    ("request_fields", "field"),
    [
        ({}, "game"),
        ({"game": 9}, "game"),
        ({"game": "JURASSIC_SNACK", "players": 2}, "players"),
        ({"game": "JURASSIC_SNACK", "draftosaurus_options": {}}, "draftosaurus_options"),
        ({"game": "JURASSIC_SNACK", "area": 7}, "area"),
        ({"game": "JURASSIC_SNACK", "jurassic_snack_options": {"stalemate_turns": 3}}, "stalemate_turns"),
        ({"game": "DRAFTOSAURUS", "players": 6}, "players"),
        ({"game": "DRAFTOSAURUS", "players": 3, "start": 3}, "start"),
        ({"game": "DRAFTOSAURUS", "area": "RANDOM"}, "area"),
        ({"game": "DRAFTOSAURUS", "draftosaurus_options": {"prairie_capacity": 7}}, "prairie_capacity"),
    ],
)
def test_a_game_that_is_not_allowed(rules: Any, request_fields: dict[str, Any], field: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        rules.NewGame(rules_pb2.NewGameRequest(**request_fields))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert field in [name.rpartition(".")[2] for name, _ in violations(caught.value)]


def test_all_problems_of_a_new_game_are_told(rules: Any) -> None:
    request = rules_pb2.NewGameRequest(
        game="DRAFTOSAURUS", area="RANDOM", start=2, draftosaurus_options={"prairie_capacity": 7, "placement": 0}
    )
    with pytest.raises(grpc.RpcError) as caught:
        rules.NewGame(request)
    assert [name for name, _ in violations(caught.value)] == [
        "area",
        "draftosaurus_options.placement",
        "draftosaurus_options.prairie_capacity",
        "start",
    ]


def test_options_enter_the_state(rules: Any) -> None:
    state = rules.NewGame(
        rules_pb2.NewGameRequest(
            game="DRAFTOSAURUS",
            players=4,
            start=2,
            match=True,
            draftosaurus_options={"prairie_capacity": 12, "boxed_visible": False, "placement": "AFTER_REVEAL"},
        )
    ).state.draftosaurus
    assert (state.roller, state.match.game, len(state.zoos)) == (2, 1, 4)
    assert (state.options.prairie_capacity, state.options.boxed_visible) == (12, False)


@pytest.mark.parametrize("variant", ["snack-square", "draft-3-WINTER".lower()])
def test_what_a_call_refuses(rules: Any, variant: str) -> None:
    state, seat = random_positions(variant, 11, 1)[0]
    message = games.encode_state(state)
    for call, request, code, field in (
        (rules.GetView, rules_pb2.GetViewRequest(state=message), grpc.StatusCode.INVALID_ARGUMENT, "seat"),
        (rules.GetView, rules_pb2.GetViewRequest(state=message, seat=9), grpc.StatusCode.INVALID_ARGUMENT, "seat"),
        (rules.GetView, rules_pb2.GetViewRequest(seat=0), grpc.StatusCode.INVALID_ARGUMENT, "state"),
        (
            rules.ApplyMove,
            rules_pb2.ApplyMoveRequest(state=message, seat=seat),
            grpc.StatusCode.INVALID_ARGUMENT,
            "move",
        ),
        (
            rules.ApplyMove,
            rules_pb2.ApplyMoveRequest(state=message, seat=seat, notation="nonsense"),
            grpc.StatusCode.INVALID_ARGUMENT,
            "move",
        ),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            call(request)
        assert caught.value.code() is code
        assert [name for name, _ in violations(caught.value)] == [field]


def test_a_seat_with_nothing_to_decide(rules: Any) -> None:
    state = games.encode_state(new_variant("snack-square", 3))
    assert not rules.ListMoves(rules_pb2.ListMovesRequest(state=state, seat=1)).moves
    with pytest.raises(grpc.RpcError) as caught:
        rules.ApplyMove(rules_pb2.ApplyMoveRequest(state=state, seat=1, notation="pass"))
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
