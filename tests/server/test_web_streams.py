"""Streams over HTTP: improving answers, their end, and callers who go."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from serving import ServerThread, wait_until
from web_calls import ENDLESS, frame, frames, next_frame, opened_stream


def test_errors_of_a_stream_stand_at_its_end() -> None:
    with ServerThread(web="127.0.0.1:0") as server:
        connection, response = opened_stream(server, {**ENDLESS, "limits": {"threads": 0}})
        flags, end = next_frame(response)
        connection.close()
    assert flags == 2
    assert end["error"]["code"] == "invalid_argument"
    assert end["error"]["message"].startswith("limits.threads: ")


def wait_for_searches(server: ServerThread, n: int) -> None:
    wait_until(lambda: server.server.admission.busy == n)


def test_a_caller_who_goes_ends_the_search() -> None:
    with ServerThread(searches=1, web="127.0.0.1:0") as server:
        connection, response = opened_stream(server, ENDLESS)
        assert next_frame(response)[1]["sequence"] == 1
        wait_for_searches(server, 1)
        response.close()
        connection.close()
        wait_for_searches(server, 0)
        connection = HTTPConnection(server.server.web_address.partition("//")[2], timeout=30)
        body = json.dumps(ENDLESS).encode()
        connection.request("POST", "/dinoai.v1.SuggestService/Suggest", body, {"content-type": "application/json"})
        wait_for_searches(server, 1)
        connection.close()
        wait_for_searches(server, 0)


def test_answers_improve_and_a_shutdown_ends_them_with_a_final_one() -> None:
    with ServerThread(searches=1, web="127.0.0.1:0") as server:
        connection, response = opened_stream(server, {**ENDLESS, "interval_millis": 50})
        answers = [next_frame(response)[1] for _ in range(3)]
        server.run(server.server.drain())
        *last, (flags, end) = [(flags, json.loads(data)) for flags, data in frames(response.read())]
        connection.close()
    answers += [answer for _, answer in last]
    assert [answer["final"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    numbers = [answer["sequence"] for answer in answers]
    assert numbers == sorted(set(numbers))
    assert answers[-1]["answer"]["stats"]["stop_reason"] == "SHUTDOWN"
    assert flags == 2 and "error" not in end


def test_callers_who_go_at_random_leave_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    body = json.dumps({**ENDLESS, "interval_millis": 50}).encode()
    kinds = [("Suggest", "", body), ("Analyze", "connect+", frame(body))]

    async def call_and_go(host: str, port: int, rng: random.Random) -> None:
        method, form, content = rng.choice(kinds)
        head = (
            f"POST /dinoai.v1.SuggestService/{method} HTTP/1.1\r\nhost: x\r\n"
            f"content-type: application/{form}json\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        sent = head.encode() + content
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(sent[: rng.choice((len(sent), rng.randrange(len(sent))))])
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(rng.choice((1, 5000))), rng.choice((0.001, 0.1)))
        writer.transport.abort()

    async def many(host: str, port: int) -> None:
        rng = random.Random(7)
        for _ in range(10):
            await asyncio.gather(*(call_and_go(host, port, rng) for _ in range(10)))

    with ServerThread(searches=2, web="127.0.0.1:0", max_wait_seconds=3600.0) as server:
        host, _, port = server.server.web_address.partition("//")[2].rpartition(":")
        asyncio.run(many(host, int(port)))
        admission = server.server.admission
        wait_until(lambda: not admission.busy and not admission.waiting)
        assert not admission._calls and not server.server._searches._stops
        web: Any = server.server._web
        wait_until(lambda: not web._server.server_state.connections and not web._listener._handshakes)
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
