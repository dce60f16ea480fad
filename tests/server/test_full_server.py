"""A server that is full: what is refused and how, what still answers, and that nothing is left behind."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status
from playing import new_variant
from serving import ServerThread, wait_until

from dinoai.engine import games
from dinoai.server.admission import Priority
from dinoai.server.calls import begin_call
from dinoai.v1 import info_pb2, rules_pb2, suggest_pb2
from dinoai.v1.info_pb2_grpc import InfoServiceStub
from dinoai.v1.rules_pb2_grpc import RulesServiceStub
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

STATE = games.encode_state(games.view(new_variant("snack-square", 5), 0))
LONG = suggest_pb2.SuggestRequest(state=STATE, limits={"max_millis": 600_000})
QUICK = suggest_pb2.SuggestRequest(state=STATE, limits={"max_simulations": 1})


@contextmanager
def full_server(**settings: Any) -> Iterator[tuple[ServerThread, grpc.Channel]]:
    """A server whose single search thread is taken for ten minutes."""
    with ServerThread(searches=1, **settings) as server, grpc.insecure_channel(server.address) as channel:
        running: Any = SuggestServiceStub(channel).Suggest.future(LONG)
        wait_until(lambda: server.server.admission.busy == 1)
        yield server, channel
        running.cancel()


@pytest.mark.parametrize(
    ("settings", "timeout", "text"),
    [
        ({}, None, "lets none wait"),
        ({}, 5.0, "too late for its deadline"),
        ({"max_waiting": 0}, 5.0, "0 searches wait already"),
        ({"max_calls_per_client": 1}, 5.0, "1 calls of this client"),
    ],
)
def test_a_refusal_comes_at_once_and_says_when_to_come_back(
    settings: dict[str, Any], timeout: float | None, text: str
) -> None:
    with full_server(**settings) as (server, channel):
        suggestions: Any = SuggestServiceStub(channel)
        with pytest.raises(grpc.RpcError) as caught:
            suggestions.Suggest(QUICK, timeout=timeout)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert text in caught.value.details()
        retry = error_details_pb2.RetryInfo()
        assert [detail.Unpack(retry) for detail in rpc_status.from_call(caught.value).details] == [False, True]
        assert retry.retry_delay.ToSeconds() == 60
        with pytest.raises(grpc.RpcError) as caught:
            list(suggestions.Analyze(suggest_pb2.AnalyzeRequest(state=STATE), timeout=timeout))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert server.server.metrics.refused.labels("SERVER_FULL")._value.get() == 2


def test_everything_but_searches_still_answers() -> None:
    with full_server() as (_, channel):
        health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=20)
        assert health.status == health_pb2.HealthCheckResponse.SERVING
        asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
        assert list(reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(asked, timeout=20))
        rules: Any = RulesServiceStub(channel)
        assert rules.ListMoves(rules_pb2.ListMovesRequest(state=STATE), timeout=20).moves
        info: Any = InfoServiceStub(channel)
        told = info.GetServerInfo(info_pb2.GetServerInfoRequest(), timeout=20)
        assert told.load.search_threads == told.limits.search_threads == 1
        bots = {bot.name: bot for bot in info.ListBots(info_pb2.ListBotsRequest(), timeout=20).bots}
        assert [bot.name for bot in bots.values() if bot.default] == ["ismcts"]
        assert bots["ismcts-plain"].searches and not bots["random"].searches
        assert {name: bot.levels for name, bot in bots.items() if bot.levels} == {"ismcts": 10}


def test_too_many_calls_without_a_search_are_refused() -> None:
    request = rules_pb2.ListMovesRequest(state=STATE)
    with (
        ServerThread(max_calls_per_client=2) as server,
        grpc.insecure_channel(server.address) as channel,
        ExitStack() as held,
    ):
        for _ in range(2):  # as two calls would that have not ended
            held.enter_context(server.server._handlers._limit.entered("ipv4:127.0.0.1"))
        stub: Any = RulesServiceStub(channel)
        with pytest.raises(grpc.RpcError) as caught:
            stub.ListMoves(request)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "2 calls of this client" in caught.value.details()
        held.close()
        assert stub.ListMoves(request).moves


def test_a_waiting_call_whose_caller_has_gone_is_dropped() -> None:
    with full_server(max_wait_seconds=3600.0) as (server, channel):
        admission = server.server.admission
        waiting: Any = SuggestServiceStub(channel).Suggest.future(QUICK)
        wait_until(lambda: admission.waiting == 1)
        waiting.cancel()
        wait_until(lambda: admission.waiting == 0)
        assert admission.busy == 1


def test_calls_beyond_what_a_connection_may_have_wait_for_their_turn() -> None:
    async def call_five_times(stub: Any) -> None:
        for _ in range(5):
            assert (await stub.Suggest(QUICK)).stats.simulations == 1

    async def call_side_by_side(address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            stub: Any = SuggestServiceStub(channel)
            await asyncio.gather(*(call_five_times(stub) for _ in range(60)))

    with ServerThread(max_streams=20, max_wait_seconds=3600.0) as server:
        asyncio.run(call_side_by_side(server.address))


def test_cancels_at_random_leave_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    async def cancel_many(address: str) -> None:
        rng = random.Random(1)
        async with grpc.aio.insecure_channel(address) as channel:
            stub: Any = SuggestServiceStub(channel)
            for _ in range(150):
                kind = rng.choice((stub.Suggest, stub.Analyze))
                calls = [kind(LONG if kind is stub.Suggest else analysis) for _ in range(rng.randint(1, 4))]
                await asyncio.sleep(rng.choice((0.0, 0.001, 0.02)) * rng.random())
                for call in calls:
                    call.cancel()

    async def count_tasks() -> int:
        return len(asyncio.all_tasks())

    analysis = suggest_pb2.AnalyzeRequest(state=STATE, limits=LONG.limits)
    with ServerThread(searches=2, max_wait_seconds=3600.0) as server:
        asyncio.run(cancel_many(server.address))
        admission = server.server.admission
        wait_until(lambda: admission.busy == 0 and admission.waiting == 0)
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR and each.name.startswith("dinoai")]
        assert not server.server._searches._stops
        assert not admission._calls and not admission._running
        wait_until(lambda: server.run(count_tasks()) < 10)
        names = [thread.name for thread in threading.enumerate()]
        assert sum(name.startswith("search") for name in names) <= 2 + 64


class Metadata:
    """A call that carries metadata, as far as `begin_call` looks at it."""

    def __init__(self, peer: str, *metadata: tuple[str, str | bytes]) -> None:
        self.peer = lambda: peer
        self.invocation_metadata = lambda: metadata
        self.auth_context = dict


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("ipv4:10.0.0.7:5123", "ipv4:10.0.0.7"),
        ("ipv6:%5B::1%5D:5123", "ipv6:%5B::1%5D"),
        ("unix:", "unix:"),
    ],
)
def test_a_client_is_its_address_without_the_port(peer: str, client: str) -> None:
    call: Any = Metadata(peer)
    assert begin_call("Suggest", call).client == client


@pytest.mark.parametrize(
    ("value", "priority"),
    [("batch", Priority.BATCH), ("interactive", Priority.INTERACTIVE), ("urgent", Priority.INTERACTIVE)],
)
def test_priority_can_only_be_lowered(value: str, priority: Priority) -> None:
    call: Any = Metadata("", ("x-dinoai-priority", value))
    assert begin_call("Suggest", call).priority is priority
