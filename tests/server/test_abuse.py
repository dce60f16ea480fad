"""Requests that no honest client sends: a documented status each, never INTERNAL, and the server goes on."""

from __future__ import annotations

import random
import socket
import time
import zlib
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from playing import new_variant
from serving import ServerThread, wait_until

from dinoai.engine import games
from dinoai.server.app import MAX_MESSAGE_BYTES, MAX_METADATA_BYTES, SERVICES
from dinoai.v1 import rules_pb2, suggest_pb2
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

METHODS = [f"/{service.full_name}/{method.name}" for service in SERVICES for method in service.methods]
SUGGEST = "/dinoai.v1.SuggestService/Suggest"
STATE = games.encode_state(games.view(new_variant("snack-square", 5), 0))
VALID = suggest_pb2.SuggestRequest(state=STATE, limits={"max_simulations": 1}).SerializeToString()

BAD = grpc.StatusCode.INVALID_ARGUMENT
FULL = grpc.StatusCode.RESOURCE_EXHAUSTED
ALLOWED = {grpc.StatusCode.OK, BAD, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.NOT_FOUND}


def field(number: int, wire_type: int) -> bytes:
    return bytes([number << 3 | wire_type])


def varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def block(number: int, data: bytes) -> bytes:
    return field(number, 2) + varint(len(data)) + data


def nested(depth: int) -> bytes:
    data = b""
    for _ in range(depth):
        data = block(1, data)
    return data


ONE_SIMULATION = block(3, field(2, 0) + varint(1))
"""Limits at the end of a request, where they win over those before."""


def status(channel: grpc.Channel, method: str, data: bytes, **given: Any) -> grpc.StatusCode:
    if method.endswith("/Analyze"):
        stream: Any = channel.unary_stream(method)(data, timeout=20, **given)
        try:
            list(stream)
        except grpc.RpcError as error:
            return error.code()
        return grpc.StatusCode.OK
    call: Any = channel.unary_unary(method).future(data, timeout=20, **given)
    return call.code()


@pytest.fixture(autouse=True)
def still_healthy(channel: grpc.Channel) -> Any:
    yield
    health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=20)
    assert health.status == health_pb2.HealthCheckResponse.SERVING
    assert status(channel, SUGGEST, VALID) is grpc.StatusCode.OK


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (VALID[:-1], BAD),
        (nested(30), BAD),
        (nested(15_000), BAD),
        (block(1, block(1, block(2, b"\xff\xfe\xfd"))), BAD),  # a row that is not UTF-8
        (block(6, b"\xc0\x80"), BAD),  # a bot that is not UTF-8
        (VALID + field(2, 0) + b"\xff" * 9 + b"\x01", BAD),  # a seat of 64 bits
        (VALID + field(2, 0) + b"\xff" * 11, BAD),  # a number that never ends
        (VALID + field(4, 0) + varint(2**32), grpc.StatusCode.OK),  # a seed that is cut to 32 bits, as protobuf does
        (field(3, 2) + varint(2**31), BAD),  # a length of 2 GiB
        (VALID + block(7, b"") * 10_000, BAD),
        (VALID + block(7, b"b2-b3") * 9_000, BAD),
        (block(1, block(2, block(8, b"") * 10_000)), BAD),  # hands
        (block(1, block(2, block(9, b"\x7f" * 10_000))), BAD),  # species that there are not
        (block(1, block(1, block(10, block(1, b"a1") + field(2, 0) + b"\x63") * 5_000)), BAD),  # tokens
        (b"\x00" * MAX_MESSAGE_BYTES, BAD),
        (b"\x00" * (MAX_MESSAGE_BYTES + 1), FULL),
        (b"\x00" * 5_000_000, FULL),
    ],
)
def test_bytes(channel: grpc.Channel, data: bytes, code: grpc.StatusCode) -> None:
    assert status(channel, SUGGEST, data) is code


@pytest.mark.parametrize("method", METHODS)
def test_random_bytes(channel: grpc.Channel, method: str) -> None:
    rng = random.Random(method)
    for _ in range(40):
        data = rng.randbytes(rng.choice((1, 2, 5, 20, 100, 1000)))
        assert status(channel, method, data) in ALLOWED, data.hex()


@pytest.mark.parametrize("method", [method for method in METHODS if "Suggest" in method])
def test_a_request_changed_at_random(channel: grpc.Channel, method: str) -> None:
    rng = random.Random(method)
    for _ in range(60):
        data = bytearray(VALID)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        changed = bytes(data[: rng.choice((len(data), rng.randrange(len(data))))]) + ONE_SIMULATION
        assert status(channel, method, changed) in ALLOWED, changed.hex()


@pytest.mark.parametrize(
    "request_",
    [
        rules_pb2.NewGameRequest(),
        rules_pb2.NewGameRequest(game=0, side=0),  # type: ignore[arg-type]
        rules_pb2.NewGameRequest(game=77),  # type: ignore[arg-type]
        rules_pb2.NewGameRequest(game="DRAFTOSAURUS", players=4_000_000_000),
    ],
)
def test_enums_that_say_nothing(channel: grpc.Channel, request_: rules_pb2.NewGameRequest) -> None:
    assert status(channel, "/dinoai.v1.RulesService/NewGame", request_.SerializeToString()) is BAD


@pytest.mark.parametrize("compression", [grpc.Compression.Gzip, grpc.Compression.Deflate])
def test_compression_is_refused_before_anything_is_unpacked(
    channel: grpc.Channel, compression: grpc.Compression
) -> None:
    bomb = b"\x00" * 200_000
    assert len(zlib.compress(bomb)) < 1000
    assert status(channel, SUGGEST, bomb, compression=compression) is grpc.StatusCode.UNIMPLEMENTED


def test_large_metadata(channel: grpc.Channel) -> None:
    metadata = (("x-request-id", "x" * (2 * MAX_METADATA_BYTES)),)
    assert status(channel, SUGGEST, VALID, metadata=metadata) is FULL


def test_a_method_that_there_is_not(channel: grpc.Channel) -> None:
    assert status(channel, "/dinoai.v1.SuggestService/Sudo", VALID) is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(
    "speech",
    [b"", b"GET / HTTP/1.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 50],
    ids=["silent", "http1", "frames"],
)
def test_connections_that_do_not_speak_grpc(server: ServerThread, speech: bytes) -> None:
    host, _, port = server.address.rpartition(":")
    sockets = [socket.create_connection((host, int(port))) for _ in range(50)]
    for each in sockets:
        each.sendall(speech)
    time.sleep(0.1)
    for each in sockets:
        each.close()


def test_a_reader_that_never_reads_holds_no_search_thread() -> None:
    options = [("grpc.http2.lookahead_bytes", 1), ("grpc.http2.bdp_probe", 0)]
    with ServerThread(searches=1) as server, grpc.insecure_channel(server.address, options) as channel:
        limits = {"max_millis": 300}
        request = suggest_pb2.AnalyzeRequest(state=STATE, limits=limits, interval_millis=50)
        streams = [SuggestServiceStub(channel).Analyze(request) for _ in range(3)]
        admission = server.server.admission
        wait_until(lambda: admission.busy > 0)
        wait_until(lambda: not admission.busy and not admission.waiting)
        assert status(channel, SUGGEST, VALID) is grpc.StatusCode.OK
        for stream in streams:
            stream.cancel()


def test_more_connections_than_allowed() -> None:
    with ServerThread(max_connections=20) as server:
        host, _, port = server.address.rpartition(":")
        with grpc.insecure_channel(server.address) as channel:
            assert status(channel, SUGGEST, VALID) is grpc.StatusCode.OK
            sockets = [socket.create_connection((host, int(port))) for _ in range(60)]
            assert status(channel, SUGGEST, VALID) is grpc.StatusCode.OK
            for each in sockets:
                each.close()
