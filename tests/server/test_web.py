"""The services for browsers: Connect and gRPC-Web, in JSON and in the wire format, with the errors of gRPC."""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import grpc
import pytest
from serving import ServerThread, run_dinoai
from web_calls import ENDLESS, FULL, STATE, SUGGEST, call, frame, frames, next_frame, opened_stream, post

from dinoai.clients import Client
from dinoai.engine import games
from dinoai.engine.document import message_dict
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.v1 import rules_pb2, suggest_pb2

PAGE = "https://game.example"


@pytest.fixture(scope="module")
def web() -> Iterator[ServerThread]:
    with ServerThread(web="127.0.0.1:0", web_origins=f"{PAGE}, https://other.example") as server:
        yield server


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    del answer["stats"]["elapsed_millis"]
    return answer


def test_every_form_of_a_call_has_the_answer_of_grpc(web: ServerThread) -> None:
    request = suggest_pb2.SuggestRequest(state=STATE, seed=3, limits={"max_simulations": 500})
    with Client(web.address) as client:
        expected = without_time(message_dict(client.suggest(request)))
    _, headers, in_json = call(web, "SuggestService/Suggest", SUGGEST, x_request_id="mine")
    assert headers["x-request-id"] == "mine"
    assert without_time(in_json) == expected
    wire = request.SerializeToString()
    _, _, in_wire = post(web, "SuggestService/Suggest", wire, "application/proto")
    assert without_time(message_dict(suggest_pb2.SuggestResponse.FromString(in_wire))) == expected
    _, _, grpc_web = post(web, "SuggestService/Suggest", frame(wire), "application/grpc-web+proto")
    (flags, answer), (end_flags, trailers) = frames(grpc_web)
    assert (flags, end_flags) == (0, 0x80)
    assert b"grpc-status: 0" in trailers.lower()
    assert without_time(message_dict(suggest_pb2.SuggestResponse.FromString(answer))) == expected


BROKEN = {**SUGGEST, "state": {"jurassic_snack": {**message_dict(STATE)["jurassic_snack"], "rows": ["GG"]}}}


@pytest.mark.parametrize(
    ("method", "request_", "status", "code", "message"),
    [
        ("SuggestService/Suggest", {}, 400, "invalid_argument", "state: is required"),
        ("SuggestService/Suggest", BROKEN, 400, "invalid_argument", "jurassic_snack.rows"),
        ("SuggestService/Suggest", {**SUGGEST, "botte": "x"}, 400, "invalid_argument", "botte: no such field; did you"),
        ("SuggestService/Suggest", {**SUGGEST, "bot": "nix"}, 404, "not_found", "nix"),
        ("SuggestService/Suggest", {"state": {"snack": 1}}, 400, "invalid_argument", "snack: no such field"),
        ("RulesService/NewGame", {"game": "CHESS"}, 400, "invalid_argument", "game: must be one of JURASSIC_SNACK, DR"),
        ("RulesService/NewGame", [], 400, "invalid_argument", "must be an object"),
        (
            "RulesService/ApplyMove",
            {"state": message_dict(games.encode_state(FULL)), "seat": 1, "notation": "pass"},
            400,
            "failed_precondition",
            "",
        ),
    ],
)
def test_errors(web: ServerThread, method: str, request_: Any, status: int, code: str, message: str) -> None:
    answered, headers, error = call(web, method, request_)
    assert (answered, error["code"]) == (status, code)
    assert message in error["message"]
    assert error["details"][0]["type"] == "google.rpc.ErrorInfo"
    assert len(headers["x-request-id"]) == 32


def test_problems_of_a_state_are_told_as_by_grpc(web: ServerThread) -> None:
    state = message_dict(STATE)
    state["jurassic_snack"]["to_move"] = "YELLOW"
    state["jurassic_snack"]["rows"][0] = "GGGGG"
    broken = games.encode_state(games.view(FULL, 0))
    broken.jurassic_snack.to_move = 2
    broken.jurassic_snack.rows[0] = "GGGGG"
    with Client(web.address) as client, pytest.raises(DinoaiError) as told:
        client.score(rules_pb2.ScoreRequest(state=broken))
    _, _, error = call(web, "RulesService/Score", {"state": state})
    assert error["message"] == str(told.value)


@pytest.mark.parametrize(
    ("method", "body", "content_type", "status"),
    [
        ("RulesService/NewGame", b"", "application/json", 400),
        ("RulesService/NewGame", b"{", "application/json", 400),
        ("RulesService/NewGame", b"[" * 30_000, "application/json", 400),
        ("RulesService/NewGame", b"\xff\xfe{}", "application/json", 400),
        ("RulesService/NewGame", b" " * 70_000, "application/json", 400),
        ("RulesService/NewGame", b" " * 300_000, "application/json", 429),
        ("RulesService/NewGame", b"\xff\xff", "application/proto", 400),
    ],
)
def test_what_is_no_request(web: ServerThread, method: str, body: bytes, content_type: str, status: int) -> None:
    assert post(web, method, body, content_type)[0] == status


@pytest.mark.parametrize(
    ("verb", "method", "content_type", "status", "message"),
    [
        ("POST", "RulesService/NewGame", "application/x-www-form-urlencoded", 415, "must be application/json or"),
        ("POST", "RulesService/NewGame", None, 415, 'application/proto, not ""'),
        ("POST", "SuggestService/Analyze", "application/json", 415, "of streams application/connect+json or"),
        ("POST", "RulesService/Cheat", "application/json", 404, 'there is no "/dinoai.v1.RulesService/Cheat"'),
        ("POST", "RulesService/Cheat", "application/json", 404, "/dinoai.v1.RulesService/NewGame"),
        ("PUT", "RulesService/NewGame", "application/json", 405, "a call is a POST, not a PUT"),
    ],
)
def test_what_is_no_call_is_told_what_one_is(
    web: ServerThread, verb: str, method: str, content_type: str | None, status: int, message: str
) -> None:
    connection = HTTPConnection(web.server.web_address.partition("//")[2], timeout=30)
    connection.request(
        verb, f"/dinoai.v1.{method}", b"{}", {} if content_type is None else {"content-type": content_type}
    )
    response = connection.getresponse()
    assert response.status == status
    assert response.headers["content-type"] == "application/json"
    assert message in json.loads(response.read())["message"]
    connection.close()


def test_compressed_requests_are_refused(web: ServerThread) -> None:
    answered, _, body = post(web, "RulesService/NewGame", b"\x1f\x8b", content_encoding="gzip")
    assert (answered, json.loads(body)["code"]) == (501, "unimplemented")


def test_random_bytes_are_never_an_error_of_the_server(web: ServerThread) -> None:
    rng = random.Random(7)
    whole = json.dumps(SUGGEST).encode()
    for case in range(60):
        body = bytearray(whole[: rng.randrange(len(whole))])
        for _ in range(rng.randrange(4)):
            body[rng.randrange(len(body) or 1) :] = rng.randbytes(rng.randrange(8))
        kind = rng.choice(
            ["application/json", "application/proto", "application/grpc-web+proto", "application/connect+json"]
        )
        status, _, _ = post(web, "SuggestService/Suggest", bytes(body), kind)
        assert status in (200, 400, 415, 429, 501), (case, kind, bytes(body))


def test_the_deadline_ends_a_search_in_time(web: ServerThread) -> None:
    status, _, answer = call(web, "SuggestService/Suggest", ENDLESS, connect_timeout_ms="1500")
    assert status == 200
    assert answer["stats"]["stop_reason"] == "DEADLINE"


def test_a_full_server_says_when_to_come_back() -> None:
    with ServerThread(searches=1, max_waiting=0, web="127.0.0.1:0") as server:
        connection, response = opened_stream(server, {**ENDLESS, "limits": {"max_millis": 20_000}})
        next_frame(response)
        status, headers, error = call(server, "SuggestService/Suggest", SUGGEST)
        assert (status, error["code"]) == (429, "resource_exhausted")
        assert 1 <= int(headers["retry-after"]) <= 20
        response.close()
        connection.close()


@pytest.mark.parametrize(("origin", "allowed"), [(PAGE, PAGE), ("https://elsewhere.example", None)])
def test_pages_of_the_named_origins_may_call(web: ServerThread, origin: str, allowed: str | None) -> None:
    _, headers, _ = call(web, "InfoService/ListBots", {}, origin=origin)
    assert headers.get("access-control-allow-origin") == allowed
    request = urllib.request.Request(
        f"{web.server.web_address}/dinoai.v1.InfoService/ListBots",
        headers={
            "origin": origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,connect-protocol-version,authorization",
        },
        method="OPTIONS",
    )
    if allowed:
        with urllib.request.urlopen(request, timeout=30) as response:
            assert response.headers["access-control-allow-origin"] == origin
            assert "connect-timeout-ms" in response.headers["access-control-allow-headers"]
    else:
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(request, timeout=30)


def test_statuses_of_grpc_have_a_counterpart() -> None:
    from connectrpc.code import Code

    names = {code.name.lower() for code in grpc.StatusCode} - {"ok", "cancelled"}
    assert names <= {code.value for code in Code}


def test_the_flag_without_an_address() -> None:
    shown = run_dinoai("serve", "--web", "--show-config").stdout.decode()
    assert '[--web]\nweb = "127.0.0.1:8080"\n' in shown


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "connectrpc.server", None)
    monkeypatch.delitem(sys.modules, "dinoai.server.web", raising=False)
    with (
        pytest.raises(InvalidInputError, match=r"web: needs pip install 'dinoai\[web\]'"),
        ServerThread(web="127.0.0.1:0"),
    ):
        pass
