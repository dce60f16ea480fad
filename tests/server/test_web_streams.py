"""Streams over HTTP: improving answers, their end, and callers who go."""

from __future__ import annotations

import json
from http.client import HTTPConnection

from serving import ServerThread, wait_until
from web_calls import ENDLESS, frames, next_frame, opened_stream


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
