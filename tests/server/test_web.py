"""The services for browsers: Connect and gRPC-Web, in JSON and in the wire format, with the errors of gRPC."""

from __future__ import annotations

import json
import random
import socket
import ssl
import struct
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from serving import ServerProcess, ServerThread, run_dinoai, wait_until

from dinoai.clients import Client
from dinoai.engine import games
from dinoai.engine.document import message_dict
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.server import web_connections
from dinoai.server.config import ServerConfig
from dinoai.server.tls import TlsFiles
from dinoai.server.tokens import make_token
from dinoai.server.web_tls import TlsContexts
from dinoai.v1 import rules_pb2, suggest_pb2

PAGE = "https://game.example"
FULL = games.new_game("jurassic_snack", seed=3)
STATE = games.encode_state(games.view(FULL, 0))
SUGGEST = {"state": message_dict(STATE), "seed": 3, "limits": {"max_simulations": 500}}
ENDLESS = {"state": message_dict(STATE), "limits": {"max_millis": 600_000}}


@pytest.fixture(scope="module")
def web() -> Iterator[ServerThread]:
    with ServerThread(web="127.0.0.1:0", web_origins=f"{PAGE}, https://other.example") as server:
        yield server


def post(
    server: ServerThread, method: str, body: bytes, content_type: str = "application/json", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """The status, headers in small letters, and body of an answer."""
    given = {"content-type": content_type, **{name.replace("_", "-"): value for name, value in headers.items()}}
    request = urllib.request.Request(f"{server.server.web_address}/dinoai.v1.{method}", body, given)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            status, answered, data = response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        with error:
            status, answered, data = error.code, error.headers, error.read()
    return status, {name.lower(): value for name, value in answered.items()}, data


def call(server: ServerThread, method: str, request: Any, **headers: str) -> tuple[int, dict[str, str], Any]:
    status, answered, body = post(server, method, json.dumps(request).encode(), **headers)
    return status, answered, json.loads(body)


def frame(data: bytes) -> bytes:
    return struct.pack(">BI", 0, len(data)) + data


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """The flags and contents of the frames of a stream."""
    found = []
    while data:
        flags, size = struct.unpack(">BI", data[:5])
        found.append((flags, data[5 : 5 + size]))
        data = data[5 + size :]
    return found


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


def opened_stream(server: ServerThread, request: Any) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(server.server.web_address.partition("//")[2], timeout=30)
    body = frame(json.dumps(request).encode())
    headers = {"content-type": "application/connect+json"}
    connection.request("POST", "/dinoai.v1.SuggestService/Analyze", body, headers)
    return connection, connection.getresponse()


def next_frame(response: HTTPResponse) -> tuple[int, Any]:
    flags, size = struct.unpack(">BI", response.read(5))
    return flags, json.loads(response.read(size))


def test_answers_improve(web: ServerThread) -> None:
    request = {**ENDLESS, "limits": {"max_millis": 400}, "interval_millis": 50}
    connection, response = opened_stream(web, request)
    *answers, (flags, end) = [(flags, json.loads(data)) for flags, data in frames(response.read())]
    connection.close()
    assert len(answers) > 2
    assert [answer["final"] for _, answer in answers] == [False] * (len(answers) - 1) + [True]
    assert flags == 2 and "error" not in end


def test_errors_of_a_stream_stand_at_its_end(web: ServerThread) -> None:
    connection, response = opened_stream(web, {**ENDLESS, "limits": {"threads": 0}})
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


def test_a_shutdown_ends_a_stream_with_a_final_answer() -> None:
    server = ServerThread(searches=1, web="127.0.0.1:0")
    with server:
        connection, response = opened_stream(server, ENDLESS)
        next_frame(response)
        server.run(server.server.drain())
        answers = [json.loads(data) for _, data in frames(response.read())]
        connection.close()
        assert answers[-2]["final"]
        assert answers[-2]["answer"]["stats"]["stop_reason"] == "SHUTDOWN"


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


def test_tokens_and_tls(tmp_path: Path) -> None:
    ca = trustme.CA()
    cert, key, tokens, client_ca, own = (tmp_path / name for name in ("cert", "key", "tokens", "client_ca", "own"))

    def issue() -> None:
        issued = ca.issue_cert("localhost")
        issued.cert_chain_pems[0].write_to_path(str(cert))
        issued.private_key_pem.write_to_path(str(key))

    issue()
    ca.cert_pem.write_to_path(str(client_ca))
    ca.issue_cert("page").private_key_and_cert_chain_pem.write_to_path(str(own))
    token, line = make_token("page")
    tokens.write_text(line)
    anonymous, named = ssl.create_default_context(), ssl.create_default_context()
    for context in (anonymous, named):
        ca.configure_trust(context)
    named.load_cert_chain(str(own))
    settings = {"tls_cert": str(cert), "tls_key": str(key), "tls_client_ca": str(client_ca), "tokens": str(tokens)}
    with ServerThread(web="localhost:0", **settings) as server:
        address = server.server.web_address
        assert address.startswith("https://localhost:")

        def bots(authorization: str, trust: ssl.SSLContext) -> Any:
            headers = {"content-type": "application/json", "authorization": authorization}
            request = urllib.request.Request(f"{address}/dinoai.v1.InfoService/ListBots", b"{}", headers)
            with urllib.request.urlopen(request, timeout=30, context=trust) as response:
                return json.load(response)["bots"]

        def serial_number() -> str:
            host, _, port = address.partition("//")[2].partition(":")
            with (
                socket.create_connection((host, int(port)), timeout=30) as plain,
                named.wrap_socket(plain, server_hostname="localhost") as connection,
            ):
                return str((connection.getpeercert() or {})["serialNumber"])

        assert bots(f"Bearer {token}", named)
        with pytest.raises(urllib.error.HTTPError, match="401"):
            bots("Bearer other", named)
        with pytest.raises(OSError):
            bots(f"Bearer {token}", anonymous)
        first = serial_number()
        issue()
        second = serial_number()
        assert second != first
        with pytest.raises(OSError):
            bots(f"Bearer {token}", anonymous)
        key.write_text("broken")
        assert serial_number() == second


def test_broken_tls_files(tmp_path: Path) -> None:
    (tmp_path / "pem").write_text("-----BEGIN CERTIFICATE-----")
    with pytest.raises(InvalidInputError, match="tls_cert"):
        TlsContexts(TlsFiles(tmp_path / "pem", tmp_path / "pem"))


HEAD = b"POST /dinoai.v1.RulesService/NewGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"


@pytest.mark.parametrize(
    "sent", [b"", b"POST / HTTP/1.1\r\n", HEAD + b"content-length: 9\r\n\r\n{", HEAD + b"content-length: 2\r\n\r\n{}"]
)
def test_a_request_that_does_not_come_to_its_end(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(web_connections, "REQUEST_SECONDS", 0.3)
    with ServerThread(web="127.0.0.1:0") as server:
        host, _, port = server.server.web_address.partition("//")[2].rpartition(":")
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            connection.sendall(sent)
            if sent.endswith(b"{}"):
                assert connection.recv(4096)
                connection.sendall(b"P")  # the next request has begun
            while connection.recv(4096):  # until it is closed
                pass
        request = {**SUGGEST, "limits": {"max_millis": 1500}}
        assert call(server, "SuggestService/Suggest", request)[0] == 200


def test_more_connections_than_allowed() -> None:
    with ServerThread(web="127.0.0.1:0", max_connections=3) as server, ExitStack() as stack:
        host, _, port = server.server.web_address.partition("//")[2].rpartition(":")

        def connect() -> socket.socket:
            return stack.enter_context(socket.create_connection((host, int(port)), timeout=30))

        held = [connect() for _ in range(3)]
        assert connect().recv(1) == b""
        held[0].close()

        def has_room() -> bool:
            try:
                return call(server, "InfoService/ListBots", {})[0] == 200
            except (urllib.error.URLError, ConnectionError):
                return False

        wait_until(has_room)


def test_workers_share_the_port() -> None:
    with ServerProcess("--workers", "2", "--web", "127.0.0.1:0") as server:
        (address,) = server.wait_for(r"listening for browsers on (\S+)")
        request = urllib.request.Request(
            f"{address}/dinoai.v1.InfoService/ListBots", b"{}", {"content-type": "application/json"}
        )
        for _ in range(8):
            with urllib.request.urlopen(request, timeout=30) as response:
                assert json.load(response)["bots"]


def test_plaintext_stays_on_this_machine() -> None:
    with pytest.raises(InvalidInputError) as refused:
        ServerConfig(web="0.0.0.0:8080")
    assert [problem.path for problem in refused.value.problems] == ["web"]
    assert ServerConfig(web="0.0.0.0:8080", insecure=True).web


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
