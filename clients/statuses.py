"""A failed call as the exception that the same fault raises in the process."""

from __future__ import annotations

from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from dinoai.clients.errors import ServerRefusedError, ServerUnreachableError
from dinoai.engine.errors import DinoaiError, InvalidInputError, Problem
from dinoai.search.errors import OutOfTimeError
from dinoai.server.errors import DOMAIN, ERROR_TABLE, ServerFullError

_DETAILS_KEY = "grpc-status-details-bin"


def error_of(call: Any, address: str) -> DinoaiError:
    """The exception for a failed call, with the problems that the server found.

    `call` is what gRPC raises, `grpc.RpcError` or `grpc.aio.AioRpcError`.
    """
    code: grpc.StatusCode = call.code()
    message: str = call.details() or ""
    details = _details(call)
    info = error_details_pb2.ErrorInfo()
    violations = error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    for detail in details.details:
        for known in (info, violations, retry):
            if detail.Is(known.DESCRIPTOR):
                detail.Unpack(known)
    error = next((row.error for row in ERROR_TABLE if info.domain == DOMAIN and row.reason == info.reason), None)
    if error is not None and issubclass(error, InvalidInputError):
        return error(Problem(violation.field, violation.description) for violation in violations.field_violations)
    if error is ServerFullError:
        return ServerFullError(message, retry.retry_delay.ToNanoseconds() / 1e9)
    if error is not None:
        return error(message)
    if code is grpc.StatusCode.UNAVAILABLE:
        return ServerUnreachableError(f"the server at {address} cannot be reached: {message}")
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return OutOfTimeError(f"the server at {address} did not answer in time")
    return ServerRefusedError(code.name, message)


def _details(call: Any) -> status_pb2.Status:
    for key, value in call.trailing_metadata() or ():
        if key == _DETAILS_KEY:
            return status_pb2.Status.FromString(value)
    return status_pb2.Status()
