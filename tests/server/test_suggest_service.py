"""SuggestService: answers, limits, deadlines, cancellation, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status
from playing import new_variant, random_positions
from serving import ServerThread, in_time, wait_until

from dinoai.engine import games
from dinoai.engine.document import message_dict
from dinoai.search import suggest
from dinoai.server.codec import suggest_response
from dinoai.server.handlers import MAX_REQUEST_BYTES
from dinoai.v1 import state_pb2, suggest_pb2
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

VARIANTS = ("snack-square", "snack-random", "draft-2-summer", "draft-4-winter")
METHOD = "/dinoai.v1.SuggestService/Suggest"


@pytest.fixture
def suggestions(channel: grpc.Channel) -> Any:
    return SuggestServiceStub(channel)


def opening(variant: str = "snack-square") -> state_pb2.State:
    return games.encode_state(games.view(new_variant(variant, 5), 0))


def timeless(answer: suggest_pb2.SuggestResponse) -> dict[str, Any]:
    document = message_dict(answer)
    document["stats"].pop("elapsed_millis")
    return document


def fields(error: grpc.RpcError) -> list[str]:
    found = error_details_pb2.BadRequest()
    for detail in rpc_status.from_call(error).details:
        if detail.Is(found.DESCRIPTOR):
            detail.Unpack(found)
    return [violation.field for violation in found.field_violations]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_answer_as_in_the_process(suggestions: Any, variant: str) -> None:
    for state, seat in random_positions(variant, 1, 3):
        request = suggest_pb2.SuggestRequest(
            state=games.encode_state(state), seat=seat, seed=3, limits={"max_simulations": 200, "threads": 2}
        )
        local = suggest(state, seat, simulations=200, threads=2, seed=3)
        answer = suggestions.Suggest(request)
        assert timeless(answer) == timeless(suggest_response(state.game, local))
        assert answer.stats.simulations == (0 if local.stats.stop_reason == "SOLVED" else 200)
        assert {suggestion.notation for suggestion in answer.suggestions} == set(games.legal_moves(state, seat))


def test_numbers_are_json_numbers(suggestions: Any) -> None:
    answer = suggestions.Suggest(suggest_pb2.SuggestRequest(state=opening(), limits={"max_simulations": 10}))
    stats = message_dict(answer)["stats"]
    assert all(isinstance(stats[name], int) for name in ("simulations", "elapsed_millis", "nodes", "max_depth"))
    assert stats["stop_reason"] == "SIMULATIONS"


def test_fields_of_the_request_arrive(suggestions: Any) -> None:
    state = new_variant("snack-square", 5)
    moves = games.legal_moves(state)
    request = suggest_pb2.SuggestRequest(
        state=games.encode_state(state),
        limits={"max_simulations": 50},
        top=1,
        bot="ismcts-plain",
        allow_moves=moves[:3],
        avoid_moves=moves[:1],
    )
    answer = suggestions.Suggest(request)
    assert len(answer.suggestions) == 1
    assert answer.suggestions[0].notation in moves[1:3]
    assert answer.engine.bot == "ismcts-plain"


def test_a_level_of_play(suggestions: Any) -> None:
    state = new_variant("draft-3-summer", 5)
    request = suggest_pb2.SuggestRequest(state=games.encode_state(state), seat=1, level=2, seed=8)
    answer = suggestions.Suggest(request)
    assert answer.stats.simulations == 100
    assert answer.engine.bot == "ismcts:level=2"
    assert answer.suggestions[0].notation == suggest(state, 1, level=2, seed=8).suggestions[0].notation


def test_no_time_still_runs_one_simulation(suggestions: Any) -> None:
    answer = suggestions.Suggest(suggest_pb2.SuggestRequest(state=opening(), limits={"max_millis": 0}))
    assert answer.stats.simulations >= 1
    assert answer.stats.stop_reason == suggest_pb2.SearchStats.TIME


def test_one_second_without_limits(suggestions: Any) -> None:
    answer = suggestions.Suggest(suggest_pb2.SuggestRequest(state=opening()))
    assert answer.stats.elapsed_millis >= 1000
    assert answer.stats.stop_reason == suggest_pb2.SearchStats.TIME


def test_the_deadline_is_kept(suggestions: Any) -> None:
    request = suggest_pb2.SuggestRequest(state=opening(), limits={"max_millis": 60000})
    answer = in_time(lambda: suggestions.Suggest(request, timeout=2.0))
    assert answer.stats.stop_reason == suggest_pb2.SearchStats.DEADLINE
    assert answer.stats.simulations > 100


def test_a_deadline_that_has_passed(suggestions: Any) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        suggestions.Suggest(suggest_pb2.SuggestRequest(state=opening()), timeout=0.0)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_cancelled_search_gives_its_thread_back() -> None:
    with ServerThread(searches=1) as server, grpc.insecure_channel(server.address) as channel:
        stub: Any = SuggestServiceStub(channel)
        endless = suggest_pb2.SuggestRequest(state=opening(), limits={"max_millis": 600000})
        call = stub.Suggest.future(endless)
        wait_until(lambda: server.server.admission.busy == 1)
        call.cancel()
        quick = suggest_pb2.SuggestRequest(state=opening(), limits={"max_simulations": 1})
        assert stub.Suggest(quick, timeout=30).stats.simulations == 1


@pytest.mark.parametrize(
    ("given", "code", "paths"),
    [
        ({}, grpc.StatusCode.INVALID_ARGUMENT, ["state"]),
        ({"state": state_pb2.State()}, grpc.StatusCode.INVALID_ARGUMENT, [""]),
        ({"state": opening, "seat": 5}, grpc.StatusCode.INVALID_ARGUMENT, ["seat"]),
        (
            {"state": opening, "limits": {"max_simulations": 0}},
            grpc.StatusCode.INVALID_ARGUMENT,
            ["limits.max_simulations"],
        ),
        ({"state": opening, "limits": {"threads": 0}}, grpc.StatusCode.INVALID_ARGUMENT, ["limits.threads"]),
        ({"state": opening, "top": 0}, grpc.StatusCode.INVALID_ARGUMENT, ["top"]),
        (
            {"state": opening, "allow_moves": ["x"], "avoid_moves": ["y"]},
            grpc.StatusCode.INVALID_ARGUMENT,
            ["allow_moves[0]", "avoid_moves[0]"],
        ),
        ({"state": opening, "bot": "nix"}, grpc.StatusCode.NOT_FOUND, ["bot"]),
        (
            {"state": opening, "bot": "nix", "allow_moves": ["x"]},
            grpc.StatusCode.INVALID_ARGUMENT,
            ["allow_moves[0]", "bot"],
        ),
        ({"state": opening, "seat": 1}, grpc.StatusCode.INVALID_ARGUMENT, ["seat"]),
        ({"state": opening, "level": 0}, grpc.StatusCode.INVALID_ARGUMENT, ["level"]),
        ({"state": opening, "level": 11, "top": 0}, grpc.StatusCode.INVALID_ARGUMENT, ["top", "level"]),
        ({"state": opening, "level": 2, "bot": "pimc"}, grpc.StatusCode.INVALID_ARGUMENT, ["level"]),
        ({"state": opening, "level": 2, "bot": "nix"}, grpc.StatusCode.NOT_FOUND, ["bot"]),
    ],
)
def test_what_is_refused(suggestions: Any, given: dict[str, Any], code: grpc.StatusCode, paths: list[str]) -> None:
    given = {name: value() if callable(value) else value for name, value in given.items()}
    with pytest.raises(grpc.RpcError) as caught:
        suggestions.Suggest(suggest_pb2.SuggestRequest(**given))
    assert caught.value.code() is code
    assert fields(caught.value) == paths


def test_a_seat_with_nothing_to_decide(suggestions: Any) -> None:
    state = games.encode_state(new_variant("snack-square", 5))
    with pytest.raises(grpc.RpcError) as caught:
        suggestions.Suggest(suggest_pb2.SuggestRequest(state=state, seat=1))
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\x00garbage",
        b"garbage",
        b"\x00" * 1000,
        bytes(range(256)),
        b'{"state": {}}',
        suggest_pb2.SuggestRequest(bot="x").SerializeToString() + b"\x98\x06\x01",  # field 99
        b"\x0a" * 60000,
        b"x" * MAX_REQUEST_BYTES,
        b"x" * 200_000,
    ],
    ids=["garbage", "text", "zeros", "bytes", "json", "unknown-field", "nested", "large", "very-large"],
)
def test_bytes_that_are_no_request(channel: grpc.Channel, data: bytes) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary(METHOD)(data, timeout=10)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert fields(caught.value) == [""]


def test_a_large_state_is_refused_before_it_is_read(suggestions: Any) -> None:
    state = state_pb2.State(jurassic_snack={"rows": ["G" * 65536]})
    with pytest.raises(grpc.RpcError) as caught:
        suggestions.Suggest(suggest_pb2.SuggestRequest(state=state))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert fields(caught.value) == ["state"]
    assert "smaller than 65536" in caught.value.details()


def test_health(channel: grpc.Channel) -> None:
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", "dinoai.v1.SuggestService", "dinoai.v1.RulesService"):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_reflection(channel: grpc.Channel) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    (answer,) = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    names = {service.name for service in answer.list_services_response.service}
    assert {"dinoai.v1.SuggestService", "dinoai.v1.RulesService", "grpc.health.v1.Health"} <= names


def test_a_shutdown_lets_a_search_answer() -> None:
    async def interrupted() -> suggest_pb2.SuggestResponse:
        async with grpc.aio.insecure_channel(server.address) as channel:
            stub: Any = SuggestServiceStub(channel)
            call = stub.Suggest(suggest_pb2.SuggestRequest(state=opening(), limits={"max_millis": 600000}))
            await asyncio.to_thread(wait_until, lambda: server.server.admission.busy == 1)
            stopping = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(server.server.drain(), server._loop))
            answer: suggest_pb2.SuggestResponse = await call
            await stopping
            return answer

    with ServerThread() as server:
        answer = asyncio.run(interrupted())
    assert answer.stats.stop_reason == suggest_pb2.SearchStats.SHUTDOWN
    assert answer.suggestions
