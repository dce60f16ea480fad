"""A call over HTTP as the handlers of gRPC calls see it, so that both kinds of call are run by the same code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.request import RequestContext
from google.rpc import error_details_pb2, status_pb2
from protobuf.wkt import Any as AnyDetail

from dinoai.server.calls import REQUEST_ID_KEY

_DETAILS_KEY = "grpc-status-details-bin"

Metadata = Sequence[tuple[str, str | bytes]]


class WebContext:
    """What handlers ask of `grpc.aio.ServicerContext`, for a call that came by Connect or gRPC-Web."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        self._context = context
        self._answers: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._callbacks: list[Callable[[object], None]] = []

    def invocation_metadata(self) -> tuple[tuple[str, str | bytes], ...]:
        """The headers of the request."""
        return tuple(self._context.request_headers.allitems())

    def auth_context(self) -> Mapping[str, Sequence[bytes]]:
        """Nothing: names in certificates are not known here."""
        return {}

    def peer(self) -> str:
        """The caller's address as gRPC writes it."""
        host, _, port = (self._context.client_address or "").rpartition(":")
        return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"

    def time_remaining(self) -> float | None:
        """Seconds until the caller's deadline; `None` without one."""
        millis = self._context.timeout_ms
        return None if millis is None else max(0.0, millis / 1000)

    def set_trailing_metadata(self, metadata: Metadata) -> None:
        """Headers of the answer."""
        self._context.response_headers.update({key: value for key, value in metadata if isinstance(value, str)})

    def add_done_callback(self, callback: Callable[[object], None]) -> None:
        """Have a function called when the call has ended."""
        self._callbacks.append(callback)

    def done(self) -> None:
        """The call has ended."""
        for callback in self._callbacks:
            callback(self)

    async def abort(self, code: grpc.StatusCode, details: str = "", trailing_metadata: Metadata = ()) -> NoReturn:
        """End the call with an error."""
        status = status_pb2.Status()
        for key, value in trailing_metadata:
            if key == _DETAILS_KEY and isinstance(value, bytes):
                status = status_pb2.Status.FromString(value)
        self._tell_when_to_retry(status)
        packed = [ErrorDetail(AnyDetail(type_url=item.type_url, value=item.value)) for item in status.details]
        raise ConnectError(Code(code.name.lower()), details, packed)

    async def write(self, answer: bytes) -> None:
        """Send an answer of a stream; returns when it has been taken."""
        self._answers.put_nowait(answer)
        await self._answers.join()

    def taken(self) -> None:
        """The answer last read has been sent."""
        self._answers.task_done()

    def no_more(self, _: object) -> None:
        """No more answers of the stream will come."""
        self._answers.put_nowait(None)

    async def read(self) -> bytes | None:
        """Wait for an answer of the stream; `None` when there are no more."""
        return await self._answers.get()

    def _tell_when_to_retry(self, status: status_pb2.Status) -> None:
        for detail in status.details:
            retry = error_details_pb2.RetryInfo()
            if detail.Unpack(retry):
                seconds = -(-retry.retry_delay.ToMilliseconds() // 1000)  # the header knows whole seconds
                self._context.response_headers["retry-after"] = str(max(1, seconds))


REQUEST_HEADERS = (
    "authorization",
    "connect-protocol-version",
    "connect-timeout-ms",
    "content-type",
    "grpc-timeout",
    "x-dinoai-priority",
    "x-grpc-web",
    REQUEST_ID_KEY,
    "x-user-agent",
)
"""What pages may send."""

RESPONSE_HEADERS = ("grpc-message", "grpc-status", _DETAILS_KEY, "retry-after", REQUEST_ID_KEY)
"""What pages may read."""
