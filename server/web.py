"""The services for browsers: Connect and gRPC-Web over HTTP, in JSON and in the wire format, as an ASGI application.

Calls go through the handlers of the gRPC server, and so share its queue, limits, errors, logs and metrics.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import grpc
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from starlette.middleware.cors import CORSMiddleware

from dinoai.engine.document import message_json
from dinoai.server.json_requests import JsonText
from dinoai.server.web_context import REQUEST_HEADERS, RESPONSE_HEADERS, WebContext

PREFLIGHT_SECONDS = 7200
"""How long a browser remembers what pages may do."""


class WireCodec:
    """Requests as they are, for the handlers to read; answers in the wire format."""

    def name(self) -> str:
        """The codec's name in content types."""
        return "proto"

    def decode(self, data: bytes | bytearray, message_class: type[Any]) -> bytes:
        """The bytes of a request."""
        return bytes(data)

    def encode(self, message: Message) -> bytes:
        """The bytes of an answer."""
        return message.SerializeToString(deterministic=True)


class JsonCodec:
    """Requests as they are, marked as JSON; answers as JSON, written as everywhere."""

    def name(self) -> str:
        """The codec's name in content types."""
        return "json"

    def decode(self, data: bytes | bytearray, message_class: type[Any]) -> JsonText:
        """The bytes of a request."""
        return JsonText(data)

    def encode(self, message: Message) -> bytes:
        """The bytes of an answer."""
        return message_json(message, indent=None).encode()


class CallDetails(grpc.HandlerCallDetails):
    """Which method is called, and with which metadata."""

    def __init__(self, method: str, invocation_metadata: tuple[tuple[str, str | bytes], ...]) -> None:
        self.method = method
        self.invocation_metadata = invocation_metadata


class WebApplication(ConnectASGIApplication[None]):
    """The ASGI application of some services."""

    def __init__(
        self,
        services: Sequence[ServiceDescriptor],
        handlers: Sequence[grpc.GenericRpcHandler],
        interceptors: Sequence[grpc.aio.ServerInterceptor],
        max_message_bytes: int,
    ) -> None:
        """`handlers` run the calls of `services`, after `interceptors` have let them in."""
        self._services = services
        self._handlers = handlers
        self._guards = interceptors
        super().__init__(
            service=None,
            endpoints=self._endpoints_of,
            read_max_bytes=max_message_bytes,
            compressions=(),  # a small message must not become a large one
            codecs=(WireCodec(), JsonCodec()),
        )

    @property
    def path(self) -> str:
        """Where it is mounted."""
        return "/"

    def _endpoints_of(self, _: None) -> dict[str, Any]:
        endpoints: dict[str, Any] = {}
        for service in self._services:
            for method in service.methods:
                info: MethodInfo[Any, Any] = MethodInfo(
                    name=method.name,
                    service_name=service.full_name,
                    input=bytes,
                    output=GetMessageClass(method.output_type),
                    idempotency_level=IdempotencyLevel.UNKNOWN,
                    stream_type=StreamType.SERVER_STREAM if method.server_streaming else StreamType.UNARY,
                )
                path = f"/{service.full_name}/{method.name}"
                endpoints[path] = (
                    Endpoint.server_stream(info, partial(self._stream, path, method))
                    if method.server_streaming
                    else Endpoint.unary(info, partial(self._answer, path, method))
                )
        return endpoints

    async def _answer(
        self, path: str, method: MethodDescriptor, data: bytes, context: RequestContext[Any, Any]
    ) -> Message:
        call = WebContext(context)
        run = await self._find(path, call)
        try:
            return GetMessageClass(method.output_type).FromString(await run(data, call))
        finally:
            call.done()

    async def _stream(
        self, path: str, method: MethodDescriptor, data: bytes, context: RequestContext[Any, Any]
    ) -> AsyncIterator[Message]:
        call = WebContext(context)
        run = await self._find(path, call)
        running = asyncio.ensure_future(run(data, call))
        running.add_done_callback(call.no_more)
        try:
            while (answer := await call.read()) is not None:
                yield GetMessageClass(method.output_type).FromString(answer)
                call.taken()
            await running
        finally:
            running.cancel()
            await asyncio.wait([running])
            call.done()

    async def _find(self, path: str, call: WebContext) -> Callable[[bytes, WebContext], Awaitable[Any]]:
        """The handler of a call, or of its refusal."""

        async def own(details: grpc.HandlerCallDetails) -> Any:
            return next(found for handler in self._handlers if (found := handler.service(details)) is not None)

        find: Callable[[Any], Awaitable[Any]] = own
        for interceptor in reversed(self._guards):
            find = partial(interceptor.intercept_service, find)
        handler = await find(CallDetails(path, call.invocation_metadata()))
        run: Callable[[bytes, WebContext], Awaitable[Any]] = handler.unary_unary or handler.unary_stream
        return run


def with_origins(application: Any, origins: Sequence[str]) -> CORSMiddleware:
    """The application for pages of these origins; `*` stands for any."""
    return CORSMiddleware(
        application,
        allow_origins=origins,
        allow_methods=("POST",),
        allow_headers=REQUEST_HEADERS,
        expose_headers=RESPONSE_HEADERS,
        max_age=PREFLIGHT_SECONDS,
    )
