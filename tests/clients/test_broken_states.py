"""Broken states: exit status 2 and INVALID_ARGUMENT, with a message that a person can act on."""

from __future__ import annotations

import json

import grpc
import pytest
from broken_states import BROKEN_STATES
from serving import ServerThread, run_dinoai

from dinoai.clients.statuses import error_of
from dinoai.engine.document import fill_message
from dinoai.engine.errors import InvalidInputError
from dinoai.v1 import state_pb2, suggest_pb2


def test_there_are_forty() -> None:
    assert len(BROKEN_STATES) >= 40


@pytest.mark.parametrize("name", BROKEN_STATES)
def test_the_command_line_refuses_it(name: str) -> None:
    done = run_dinoai("suggest", "-", "--seat", "0", "--simulations", "1", "--json", stdin=BROKEN_STATES[name])
    message = done.stderr.decode()
    assert done.returncode == 2, (name, done)
    assert done.stdout == b""
    assert message.startswith("Error"), message
    assert "standard input" in message
    assert "Traceback" not in message
    assert len(message) < 20000


@pytest.mark.parametrize("name", BROKEN_STATES)
def test_the_service_refuses_it(server: ServerThread, name: str) -> None:
    """What a message cannot hold is left out of it; a file that is no state at all goes out as the request's bytes."""
    with grpc.insecure_channel(server.address) as channel, pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary("/dinoai.v1.SuggestService/Suggest")(request_bytes(name), timeout=10)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    error = error_of(caught.value, server.address)
    assert isinstance(error, InvalidInputError)
    assert error.problems
    assert all(problem.message for problem in error.problems)


def request_bytes(name: str) -> bytes:
    data = BROKEN_STATES[name]
    if name in ("two games at once", "too large"):
        return data
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return data
    state = state_pb2.State()
    fill_message(state, document)
    request = suggest_pb2.SuggestRequest(state=state, seat=0, limits=suggest_pb2.SearchLimits(max_simulations=1))
    return request.SerializeToString()
