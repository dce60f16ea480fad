"""Errors as statuses, and the way back."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from dinoai.clients.errors import ServerRefusedError, ServerUnreachableError
from dinoai.clients.statuses import error_of
from dinoai.engine.errors import (
    DinoaiError,
    IllegalMoveError,
    InvalidInputError,
    InvalidRevealError,
    InvalidStateError,
    NothingToDecideError,
    Problem,
)
from dinoai.search import BOTS, OutOfTimeError, UnknownBotError
from dinoai.server.errors import (
    ERROR_TABLE,
    ServerFullError,
    ShuttingDownError,
    UnauthenticatedError,
    status_of,
)

PROBLEMS = [Problem("draftosaurus.turn", "must be from 1 to 12, not 13"), Problem("", "and something else")]


@dataclass
class FailedCall:
    """What gRPC raises."""

    status: grpc.Status

    def code(self) -> grpc.StatusCode:
        return self.status.code

    def details(self) -> str:
        return self.status.details

    def trailing_metadata(self) -> tuple[tuple[str, bytes], ...]:
        return tuple(self.status.trailing_metadata or ())


def sent(error: Exception) -> FailedCall:
    return FailedCall(rpc_status.to_status(status_of(error)))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidStateError(PROBLEMS), grpc.StatusCode.INVALID_ARGUMENT),
        (IllegalMoveError(PROBLEMS), grpc.StatusCode.INVALID_ARGUMENT),
        (InvalidRevealError(PROBLEMS), grpc.StatusCode.INVALID_ARGUMENT),
        (InvalidInputError(PROBLEMS), grpc.StatusCode.INVALID_ARGUMENT),
        (NothingToDecideError("the game is over"), grpc.StatusCode.FAILED_PRECONDITION),
        (UnknownBotError.named("nix", BOTS), grpc.StatusCode.NOT_FOUND),
        (OutOfTimeError("the deadline had passed"), grpc.StatusCode.DEADLINE_EXCEEDED),
        (ServerFullError("full", 2.5), grpc.StatusCode.RESOURCE_EXHAUSTED),
        (ShuttingDownError("going"), grpc.StatusCode.UNAVAILABLE),
        (UnauthenticatedError("no token"), grpc.StatusCode.UNAUTHENTICATED),
    ],
)
def test_an_error_arrives_as_it_was_raised(error: DinoaiError, code: grpc.StatusCode) -> None:
    call = sent(error)
    assert call.code() is code
    arrived = error_of(call, "localhost:1")
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)
    if isinstance(error, InvalidInputError):
        assert isinstance(arrived, InvalidInputError)
        assert arrived.problems == error.problems
    if isinstance(error, ServerFullError):
        assert isinstance(arrived, ServerFullError)
        assert arrived.retry_seconds == error.retry_seconds


def test_every_error_has_a_row() -> None:
    def subclasses(kind: type[DinoaiError]) -> set[type[DinoaiError]]:
        return {kind}.union(*(subclasses(child) for child in kind.__subclasses__()))

    listed = {row.error for row in ERROR_TABLE}
    expected = {
        kind for kind in subclasses(DinoaiError) if kind.__module__.startswith(("dinoai.engine", "dinoai.search"))
    }
    assert listed == expected - {DinoaiError} | {ServerFullError, ShuttingDownError, UnauthenticatedError}
    for index, row in enumerate(ERROR_TABLE):
        assert not any(issubclass(later.error, row.error) for later in ERROR_TABLE[index + 1 :]), row


def test_a_bug_is_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise KeyError("secret")
    except KeyError as error:
        with caplog.at_level(logging.ERROR):
            call = sent(error)
    assert call.code() is grpc.StatusCode.INTERNAL
    assert "secret" not in call.details()
    assert "Traceback" not in call.details()
    incident = call.details().split()[-1]
    assert incident in caplog.text
    assert "secret" in caplog.text
    assert isinstance(error_of(call, "localhost:1"), ServerRefusedError)


def test_many_problems_stay_within_the_room_that_clients_give() -> None:
    problems = [Problem(f"draftosaurus.zoos[{i}].river[0]", "must be one of " + "SPECIES, " * 10) for i in range(100)]
    status = status_of(InvalidStateError(problems))
    metadata = sum(len(key) + len(value) * 4 / 3 for key, value in rpc_status.to_status(status).trailing_metadata)
    assert metadata + len(status.message) < 8000
    violations = error_details_pb2.BadRequest()
    assert status.details[1].Unpack(violations)
    told = list(violations.field_violations)
    assert [violation.field for violation in told[:2]] == [problem.path for problem in problems[:2]]
    assert told[-1].description == f"{len(problems) - len(told) + 1} more problems are left out"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.UNAVAILABLE, ServerUnreachableError),
        (grpc.StatusCode.DEADLINE_EXCEEDED, OutOfTimeError),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, ServerRefusedError),
        (grpc.StatusCode.UNIMPLEMENTED, ServerRefusedError),
    ],
)
def test_a_status_without_details_has_an_error_too(code: grpc.StatusCode, kind: type[DinoaiError]) -> None:
    @dataclass
    class BareStatus(grpc.Status):
        code: grpc.StatusCode
        details: str = "because"
        trailing_metadata: None = None

    error = error_of(FailedCall(BareStatus(code)), "localhost:1")
    assert type(error) is kind
