"""Connections of the server for browsers: TLS, tokens, slow and too many ones, and several processes."""

from __future__ import annotations

import json
import socket
import ssl
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import trustme
from serving import ServerProcess, ServerThread, wait_until
from web_calls import SUGGEST, call

from dinoai.engine.errors import InvalidInputError
from dinoai.server import web_connections
from dinoai.server.config import ServerConfig
from dinoai.server.tls import TlsFiles
from dinoai.server.tokens import make_token
from dinoai.server.web_tls import TlsContexts


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


def test_handshakes_are_counted_and_do_not_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_connections, "HANDSHAKE_SECONDS", 1.0)
    own = trustme.CA().issue_cert("localhost")
    own.cert_chain_pems[0].write_to_path(tmp_path / "cert")
    own.private_key_pem.write_to_path(tmp_path / "key")
    settings: dict[str, Any] = {"tls_cert": str(tmp_path / "cert"), "tls_key": str(tmp_path / "key")}
    with ServerThread(web="127.0.0.1:0", max_connections=3, **settings) as server, ExitStack() as stack:
        host, _, port = server.server.web_address.partition("//")[2].rpartition(":")
        silent = [stack.enter_context(socket.create_connection((host, int(port)), timeout=30)) for _ in range(4)]
        assert silent[3].recv(1) == b""  # at once: there are three
        assert [connection.recv(1) for connection in silent[:3]] == [b""] * 3


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
