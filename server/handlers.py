"""From the bytes of a request to those of the answer, the same for all calls: threads, deadlines, errors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from dinoai.engine.document import MAX_DOCUMENT_BYTES
from dinoai.engine.errors import InvalidInputError
from dinoai.search import StopFlag
from dinoai.server.errors import ServerFullError, status_of
from dinoai.server.service import Call

MAX_REQUEST_BYTES = MAX_DOCUMENT_BYTES + 8192
"""A larger request is refused unread: a state, and room for what travels with it."""

ANSWER_MARGIN_SECONDS = 0.05
"""How long before the deadline of a call a search stops, so that the answer still arrives; half of a short time."""

MAX_CALLS = 256
"""Calls in progress, waiting ones included; further ones are refused."""

Implementation = Callable[[Any, Call], Message]
Context = grpc.aio.ServicerContext[bytes, bytes]


class RunningCalls:
    """The stop flags of the calls in progress, so that a shutdown can end them early."""

    def __init__(self) -> None:
        self._flags: set[StopFlag] = set()

    def add(self, flag: StopFlag) -> None:
        """A call begins."""
        self._flags.add(flag)

    def discard(self, flag: StopFlag) -> None:
        """A call has ended."""
        self._flags.discard(flag)

    def __len__(self) -> int:
        """How many calls are in progress."""
        return len(self._flags)

    def stop_all(self) -> None:
        """Make every search answer now with what it has."""
        for flag in self._flags:
            flag.set("SHUTDOWN")


def service_handler(
    service: ServiceDescriptor, implementation: object, executor: Executor, running: RunningCalls
) -> grpc.GenericRpcHandler:
    """The handler of a service whose methods `implementation` has under their names.

    Unary methods run in `executor`; a method that `implementation` lacks answers UNIMPLEMENTED.
    """
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {}
    for method in service.methods:
        function: Implementation | None = getattr(implementation, method.name, None)
        if method.server_streaming:
            handlers[method.name] = grpc.unary_stream_rpc_method_handler(_unimplemented(method))
        else:
            assert function is not None, method.full_name
            handlers[method.name] = grpc.unary_unary_rpc_method_handler(_unary(method, function, executor, running))
    return grpc.method_handlers_generic_handler(service.full_name, handlers)


def _unary(
    method: MethodDescriptor, function: Implementation, executor: Executor, running: RunningCalls
) -> Callable[[bytes, Context], Awaitable[bytes]]:
    request_class = GetMessageClass(method.input_type)

    def answer(data: bytes, call: Call) -> bytes:
        return function(parse_request(request_class, data), call).SerializeToString(deterministic=True)

    async def handle(data: bytes, context: Context) -> bytes:
        if len(running) >= MAX_CALLS:
            full = ServerFullError(f"the server is busy with {len(running)} calls; try again later")
            await context.abort_with_status(rpc_status.to_status(status_of(full)))
        call = Call(deadline=_search_deadline(context.time_remaining()), stop=StopFlag())
        running.add(call.stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, answer, data, call)
        except asyncio.CancelledError:
            call.stop.set("CANCELLED")
            raise
        except Exception as error:
            await context.abort_with_status(rpc_status.to_status(status_of(error)))
            raise
        finally:
            running.discard(call.stop)

    return handle


def _unimplemented(method: MethodDescriptor) -> Callable[[bytes, Context], AsyncIterator[bytes]]:
    async def handle(data: bytes, context: Context) -> AsyncIterator[bytes]:
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, f"{method.name} is not available yet")
        yield b""

    return handle


def parse_request(request_class: type[Message], data: bytes) -> Message:
    """The request in the bytes. Raises `InvalidInputError` when they are too many or no such message.

    A field that this version does not know could change what is asked, so it is refused rather than passed over.
    """
    if len(data) >= MAX_REQUEST_BYTES:
        raise InvalidInputError.at(
            "", f"the request has {len(data)} bytes; it must be smaller than {MAX_REQUEST_BYTES}"
        )
    try:
        request = request_class.FromString(data)
    except DecodeError:
        raise InvalidInputError.at("", f"not a message of type {request_class.DESCRIPTOR.full_name}") from None
    size = request.ByteSize()
    request.DiscardUnknownFields()
    if request.ByteSize() != size:
        raise InvalidInputError.at("", "the request has fields that this version of the schema does not know")
    return request


def _search_deadline(time_remaining: float | None) -> float | None:
    if time_remaining is None:
        return None
    return time.monotonic() + time_remaining - min(ANSWER_MARGIN_SECONDS, time_remaining / 2)
