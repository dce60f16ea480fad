"""A server as a process: it tests itself, drains on a signal and ends at once on a second."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from playing import new_variant
from serving import ServerThread, dinoai_command, wait_until

from dinoai.engine import games
from dinoai.server import selftest
from dinoai.server.app import Server
from dinoai.server.config import ServerConfig
from dinoai.server.errors import ListenError
from dinoai.server.selftest import SelfTestError
from dinoai.v1 import info_pb2, suggest_pb2
from dinoai.v1.info_pb2_grpc import InfoServiceStub
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

STATE = games.encode_state(games.view(new_variant("snack-square", 5), 0))
LONG = suggest_pb2.SuggestRequest(state=STATE, limits={"max_millis": 30_000})


@contextmanager
def serving(*flags: str) -> Iterator[tuple[subprocess.Popen[str], grpc.Channel]]:
    command = dinoai_command("serve", "--listen", "127.0.0.1:0", *flags)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            with grpc.insecure_channel(process.stderr.readline().split()[-1]) as channel:
                yield process, channel
        finally:
            process.kill()


def begin(channel: grpc.Channel, n: int) -> list[Any]:
    stub: Any = SuggestServiceStub(channel)
    return [stub.Suggest.future(LONG) for _ in range(n)]


def wait_for_calls(channel: grpc.Channel, n: int) -> None:
    """Wait until so many calls run or wait."""
    stub: Any = InfoServiceStub(channel)

    def there() -> bool:
        load = stub.GetServerInfo(info_pb2.GetServerInfoRequest(), timeout=60).load
        return bool(load.search_threads + load.waiting >= n)

    wait_until(there)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_running_and_waiting_calls_are_answered(number: signal.Signals) -> None:
    with serving("--search-threads", "1", "--max-wait-seconds", "100") as (process, channel):
        calls = begin(channel, 4)
        wait_for_calls(channel, 4)
        process.send_signal(number)
        answers = [call.result(timeout=60) for call in calls]
        assert all(answer.stats.simulations for answer in answers)
        assert {answer.stats.stop_reason for answer in answers} == {suggest_pb2.SearchStats.SHUTDOWN}
        assert process.wait(30) == 0
        assert process.stderr is not None and "Traceback" not in process.stderr.read()


def test_a_draining_server_says_so_and_serves_on_for_a_while() -> None:
    with serving("--drain-seconds", "60") as (process, channel):
        wait_for_calls(channel, 0)
        process.send_signal(signal.SIGTERM)
        health = health_pb2_grpc.HealthStub(channel)
        asked = health_pb2.HealthCheckRequest()
        wait_until(lambda: health.Check(asked).status == health_pb2.HealthCheckResponse.NOT_SERVING)
        quick = suggest_pb2.SuggestRequest(state=STATE, limits={"max_simulations": 1})
        stub: Any = SuggestServiceStub(channel)
        assert stub.Suggest(quick, timeout=20).stats.simulations == 1
        process.send_signal(signal.SIGTERM)  # does not wait out the minute
        assert process.wait(20) == 0


def test_after_the_signal_new_calls_are_unavailable() -> None:
    async def play() -> grpc.StatusCode:
        async with grpc.aio.insecure_channel(server.address) as channel:
            stub: Any = SuggestServiceStub(channel)
            server.server._searches.stop_all()  # as a call sees it that comes before the connection ends
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await stub.Suggest(LONG)
            return caught.value.code()

    with ServerThread() as server:
        assert asyncio.run(play()) is grpc.StatusCode.UNAVAILABLE


def test_no_server_of_a_broken_build(monkeypatch: pytest.MonkeyPatch) -> None:
    selftest.run_self_test()
    monkeypatch.setitem(selftest.EXPECTED, "draftosaurus", "0")
    with pytest.raises(SelfTestError, match="draftosaurus"):
        asyncio.run(started(ServerConfig(listen="127.0.0.1:0")))


async def started(config: ServerConfig) -> None:
    server = Server(config)
    try:
        await server.start()
    finally:
        await server.stop()


def test_an_address_in_use() -> None:
    with ServerThread() as server, pytest.raises(ListenError, match="cannot listen on"):
        asyncio.run(started(ServerConfig(listen=server.address)))
    with ServerThread(metrics="127.0.0.1:0") as server, pytest.raises(ListenError, match="metrics"):
        asyncio.run(started(ServerConfig(listen="127.0.0.1:0", metrics=server.server.metrics_address)))
