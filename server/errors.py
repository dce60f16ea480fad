"""Errors as gRPC statuses: one table, which the Python client reads backwards."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from dinoai.engine.errors import (
    DinoaiError,
    IllegalMoveError,
    InvalidInputError,
    InvalidRevealError,
    InvalidStateError,
    NothingToDecideError,
    Problem,
)
from dinoai.search.errors import OutOfMemoryError, OutOfTimeError, UnknownBotError

DOMAIN = "dinoai"
"""The domain of `google.rpc.ErrorInfo.reason`."""

MAX_MESSAGE_CHARACTERS = 400
MAX_DETAIL_BYTES = 4096
"""Room for the details. They travel with the message in HTTP/2 trailers, of which clients accept 8 KiB by default."""


class ServerFullError(DinoaiError):
    """The server cannot serve the call in time; `retry_seconds` is when it could."""

    def __init__(self, message: str, retry_seconds: float = 1.0) -> None:
        self.retry_seconds = retry_seconds
        super().__init__(message)


class ShuttingDownError(DinoaiError):
    """The server takes no more calls; another one may."""


class ListenError(DinoaiError):
    """The server cannot listen on the address."""

    @classmethod
    def on(cls, address: str) -> ListenError:
        """The error of an address that is not free, or none of this machine."""
        return cls(f"cannot listen on {address}; it must be a free HOST:PORT of this machine")


class WorkerError(DinoaiError):
    """One of several server processes on a port cannot start."""


class UnauthenticatedError(DinoaiError):
    """The call has no token, or none that the server knows."""


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """How an exception travels."""

    error: type[DinoaiError]
    """The exception; a subclass not listed travels as its nearest listed base."""

    code: grpc.StatusCode
    """The status."""

    reason: str
    """`google.rpc.ErrorInfo.reason`."""


ERROR_TABLE = (
    ErrorRow(InvalidStateError, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_STATE"),
    ErrorRow(IllegalMoveError, grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_MOVE"),
    ErrorRow(InvalidRevealError, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REVEAL"),
    ErrorRow(InvalidInputError, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_INPUT"),
    ErrorRow(NothingToDecideError, grpc.StatusCode.FAILED_PRECONDITION, "NOTHING_TO_DECIDE"),
    ErrorRow(UnknownBotError, grpc.StatusCode.NOT_FOUND, "UNKNOWN_BOT"),
    ErrorRow(ServerFullError, grpc.StatusCode.RESOURCE_EXHAUSTED, "SERVER_FULL"),
    ErrorRow(OutOfMemoryError, grpc.StatusCode.RESOURCE_EXHAUSTED, "OUT_OF_MEMORY"),
    ErrorRow(ShuttingDownError, grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN"),
    ErrorRow(UnauthenticatedError, grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
    ErrorRow(OutOfTimeError, grpc.StatusCode.DEADLINE_EXCEEDED, "OUT_OF_TIME"),
)
"""Subclasses stand before their bases."""


def _row_of(error: Exception) -> ErrorRow | None:
    return next((row for row in ERROR_TABLE if isinstance(error, row.error)), None)


def reason_of(error: Exception) -> str:
    """`google.rpc.ErrorInfo.reason` of an exception; `BUG` for what no row covers."""
    row = _row_of(error)
    return "BUG" if row is None else row.reason


def status_of(error: Exception, incident: str = "") -> status_pb2.Status:
    """The status that answers an exception.

    What no row covers is a bug: it is logged and answered without details, both with the name `incident`.
    """
    row = _row_of(error)
    if row is None:
        incident = incident or uuid.uuid4().hex
        log.error("incident %s", incident, exc_info=error)
        return _status(grpc.StatusCode.INTERNAL, f"an error of the server; its log has it as incident {incident}", [])
    details: list[Message] = [error_details_pb2.ErrorInfo(reason=row.reason, domain=DOMAIN)]
    if isinstance(error, InvalidInputError):
        details.append(_bad_request(error.problems))
    elif isinstance(error, UnknownBotError):
        details.append(_bad_request([Problem("bot", str(error))]))
    elif isinstance(error, ServerFullError):
        delay = duration_pb2.Duration()
        delay.FromNanoseconds(round(error.retry_seconds * 1e9))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    return _status(row.code, str(error), details)


def _status(code: grpc.StatusCode, message: str, details: Sequence[Message]) -> status_pb2.Status:
    if len(message) > MAX_MESSAGE_CHARACTERS:
        message = message[: MAX_MESSAGE_CHARACTERS - 3] + "..."
    packed = []
    for detail in details:
        item = any_pb2.Any()
        item.Pack(detail)
        packed.append(item)
    return status_pb2.Status(code=code_pb2.Code.Value(code.name), message=message, details=packed)


def _bad_request(problems: Sequence[Problem]) -> error_details_pb2.BadRequest:
    """All problems as field violations, as far as there is room; the last one then tells how many are left out."""
    result = error_details_pb2.BadRequest()
    size = 0
    for index, problem in enumerate(problems):
        violation = error_details_pb2.BadRequest.FieldViolation(field=problem.path, description=problem.message)
        size += violation.ByteSize()
        if size > MAX_DETAIL_BYTES and index:
            text = f"{len(problems) - index} more problems are left out"
            result.field_violations.add(field="", description=text)
            break
        result.field_violations.append(violation)
    return result
