"""Bearer tokens: made, kept as hashes, asked for, and read again when the file changes."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from playing import new_variant
from prometheus_client import generate_latest
from serving import ServerThread

from dinoai.clients.errors import exit_status
from dinoai.clients.statuses import error_of
from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError
from dinoai.server import tokens as module
from dinoai.server.errors import UnauthenticatedError
from dinoai.server.tokens import Tokens, make_token, read_tokens
from dinoai.v1 import info_pb2, suggest_pb2
from dinoai.v1.info_pb2_grpc import InfoServiceStub
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

STATE = games.encode_state(games.view(new_variant("snack-square", 5), 0))


def call(channel: grpc.Channel, *metadata: tuple[str, str]) -> Any:
    stub: Any = InfoServiceStub(channel)
    return stub.GetServerInfo(info_pb2.GetServerInfoRequest(), metadata=metadata, timeout=20)


def bearer(token: str) -> tuple[str, str]:
    return ("authorization", f"Bearer {token}")


def test_a_token_is_kept_as_a_hash(tmp_path: Path) -> None:
    token, line = make_token("frontend")
    assert token not in line and len(token) > 43
    path = tmp_path / "tokens"
    path.write_text(f"# of the frontends\n\n{line}\n")
    assert Tokens(path).name_of(token) == "frontend"
    for other in ("", token[:-1], token + "x", line, line.split(":")[2]):
        assert Tokens(path).name_of(other) is None


def test_every_bad_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"nonsense\n{make_token('a')[1]}\nb:md5:1234\n")
    with pytest.raises(InvalidInputError) as caught:
        read_tokens(path)
    assert [problem.message.split(" of ")[0] for problem in caught.value.problems] == ["line 1", "line 3"]
    with pytest.raises(InvalidInputError, match=r"none cannot be read: No such file or directory$"):
        read_tokens(tmp_path / "none")
    with pytest.raises(InvalidInputError):
        make_token("a b")


@pytest.mark.parametrize(
    "metadata",
    [(), (("authorization", "Bearer nonsense"),), (("authorization", "Basic eA=="),), (bearer("x" * 300),)],
    ids=["none", "unknown", "basic", "long"],
)
def test_a_call_without_a_known_token_is_refused(tmp_path: Path, metadata: tuple[tuple[str, str], ...]) -> None:
    path = tmp_path / "tokens"
    path.write_text(make_token("a")[1])
    with ServerThread(tokens=str(path)) as server, grpc.insecure_channel(server.address) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            call(channel, *metadata)
        assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
        error = error_of(caught.value, server.address)
        assert isinstance(error, UnauthenticatedError) and exit_status(error) == 4
        stream: Any = SuggestServiceStub(channel).Analyze(suggest_pb2.AnalyzeRequest(state=STATE), metadata=metadata)
        with pytest.raises(grpc.RpcError) as caught:
            list(stream)
        assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
        health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        assert health.status == health_pb2.HealthCheckResponse.SERVING


def test_a_refused_call_is_told_of_like_any_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "tokens"
    path.write_text(make_token("a")[1])
    metadata = (("x-request-id", "r1"),)
    with (
        caplog.at_level(logging.INFO, "dinoai"),
        ServerThread(tokens=str(path)) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        for method in ("/dinoai.v1.SuggestService/Suggest", "/dinoai.v1.SuggestService/Guess", "/x/Suggest"):
            refused = channel.unary_unary(method).future(b"", metadata=metadata)
            assert refused.code() is grpc.StatusCode.UNAUTHENTICATED
            assert dict(refused.trailing_metadata())["x-request-id"] == "r1"
        metrics = generate_latest(server.server.metrics.registry).decode()
    told = [fields for record in caplog.records if (fields := getattr(record, "fields", {})).get("request_id") == "r1"]
    assert [(fields["method"], fields["code"], fields["reason"]) for fields in told] == [
        ("Suggest", "UNAUTHENTICATED", "UNAUTHENTICATED"),
        ("other", "UNAUTHENTICATED", "UNAUTHENTICATED"),
        ("other", "UNAUTHENTICATED", "UNAUTHENTICATED"),
    ]
    assert 'dinoai_rpc_seconds_count{code="UNAUTHENTICATED",method="Suggest"} 1.0' in metrics
    assert 'dinoai_rpc_seconds_count{code="UNAUTHENTICATED",method="other"} 2.0' in metrics
    assert 'dinoai_refused_total{reason="UNAUTHENTICATED"} 3.0' in metrics


def test_tokens_come_and_go_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RELOAD_SECONDS", 0.0)
    (old, old_line), (new, new_line) = make_token("old"), make_token("new")
    path = tmp_path / "tokens"
    path.write_text(old_line)
    with ServerThread(tokens=str(path)) as server, grpc.insecure_channel(server.address) as channel:
        call(channel, bearer(old))
        path.write_text(f"{new_line}\n")
        call(channel, bearer(new))
        with pytest.raises(grpc.RpcError):
            call(channel, bearer(old))
        path.write_text("broken")  # which changes nothing
        call(channel, bearer(new))
