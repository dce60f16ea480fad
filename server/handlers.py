"""From the bytes of a request to those of the answer: what all calls have in common, and how each kind is run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status

from dinoai.engine.document import MAX_DOCUMENT_BYTES
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.server.admission import CallLimit
from dinoai.server.analyze import Mailbox
from dinoai.server.calls import REQUEST_ID_KEY, CallRecord, Context, begin_call
from dinoai.server.errors import reason_of, status_of
from dinoai.server.json_requests import JsonText, read_json_request
from dinoai.server.searching import Searches
from dinoai.server.service import Call
from dinoai.v1 import suggest_pb2

MAX_REQUEST_BYTES = MAX_DOCUMENT_BYTES + 8192
"""A larger request is refused unread: a state, and room for what travels with it."""

MAX_RULES_CALLS = 256
"""Calls without a search that are in progress at a time; further ones are refused."""

OTHER_METHOD = "other"
"""What is told in place of a method's name that may be of the caller's own making."""


class Observer(Protocol):
    """Hears of calls that have ended."""

    def ended(self, record: CallRecord) -> None:
        """A call has ended and its answer is on the way."""


class Handlers:
    """Runs the calls of one server: reading, threads, errors and what is told of them."""

    def __init__(self, searches: Searches, rules: Executor, observer: Observer, *, certificates: bool = False) -> None:
        """`rules` are the threads of calls without a search; `certificates` says that clients have them."""
        self._certificates = certificates
        self._searches = searches
        self._rules = rules
        self._observer = observer
        self._limit = CallLimit(MAX_RULES_CALLS, searches.admission.max_calls_per_client)
        self._names: dict[str, str] = {}

    def service(self, service: ServiceDescriptor, implementation: object) -> grpc.GenericRpcHandler:
        """The handler of a service whose methods `implementation` has under their names."""
        handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {}
        for method in service.methods:
            self._names[f"/{service.full_name}/{method.name}"] = method.name
            function = getattr(implementation, method.name)
            if method.server_streaming:
                handle = partial(self._analyze, method, function)
                handlers[method.name] = grpc.unary_stream_rpc_method_handler(handle)
            else:
                run = self._suggest if method.name == "Suggest" else self._without_search
                handlers[method.name] = grpc.unary_unary_rpc_method_handler(partial(run, method, function))
        return grpc.method_handlers_generic_handler(service.full_name, handlers)

    def refusal(self, path: str, error: DinoaiError) -> grpc.RpcMethodHandler[bytes, bytes]:
        """The handler that answers a call of `/SERVICE/METHOD` with an error."""

        async def refuse(data: bytes, context: Context) -> None:
            async with self._recorded(self._names.get(path, OTHER_METHOD), context):
                raise error

        return grpc.unary_unary_rpc_method_handler(refuse)

    @asynccontextmanager
    async def _recorded(self, method: str, context: Context) -> AsyncIterator[CallRecord]:
        """Answer errors as statuses, and tell how the call ended."""
        record = begin_call(method, context, certificates=self._certificates)
        request_id = ((REQUEST_ID_KEY, record.request_id),)
        context.set_trailing_metadata(request_id)
        try:
            yield record
        except (asyncio.CancelledError, grpc.aio.InternalError):  # the second where its connection broke
            record.code = "CANCELLED"
            self._observer.ended(record)
            raise
        except Exception as error:
            status = rpc_status.to_status(status_of(error, record.request_id))
            record.code, record.reason = status.code.name, reason_of(error)
            self._observer.ended(record)
            await context.abort(status.code, status.details, (*request_id, *(status.trailing_metadata or ())))
        else:
            self._observer.ended(record)

    async def _without_search(
        self, method: MethodDescriptor, function: Callable[[Any, Call], Message], data: bytes, context: Context
    ) -> bytes:
        def answer() -> bytes:
            return _to_bytes(function(parse_request(GetMessageClass(method.input_type), data), Call()))

        async with self._recorded(method.name, context) as record:
            with self._limit.entered(record.client):
                return await asyncio.get_running_loop().run_in_executor(self._rules, answer)
        raise AssertionError("an error is answered by a status")

    async def _suggest(
        self,
        method: MethodDescriptor,
        function: Callable[[suggest_pb2.SuggestRequest, Call], suggest_pb2.SuggestResponse],
        data: bytes,
        context: Context,
    ) -> bytes:
        async with self._recorded(method.name, context) as record:
            request = await self._read(suggest_pb2.SuggestRequest, data)
            running = await self._searches.begin(
                request, record, context.time_remaining(), lambda call: function(request, call)
            )
            response = await running.answer()
            self._when_left(context, self._searches.learn(request, response, record, running))
            return _to_bytes(response)
        raise AssertionError("an error is answered by a status")

    async def _analyze(
        self,
        method: MethodDescriptor,
        function: Callable[
            [suggest_pb2.AnalyzeRequest, Call, Callable[[suggest_pb2.AnalyzeResponse], None]],
            suggest_pb2.AnalyzeResponse,
        ],
        data: bytes,
        context: Context,
    ) -> None:
        async with self._recorded(method.name, context) as record:
            request = await self._read(suggest_pb2.AnalyzeRequest, data)
            mailbox: Mailbox[suggest_pb2.AnalyzeResponse] = Mailbox(asyncio.get_running_loop())
            running = await self._searches.begin(
                request,
                record,
                context.time_remaining(),
                lambda call: function(request, call, mailbox.put),
                mailbox.close,
            )
            try:
                while (answer := await mailbox.take()) is not None:
                    await context.write(_to_bytes(answer))
            except BaseException:
                running.cancel()
                raise
            final = await running.answer()
            self._when_left(context, self._searches.learn(request, final.answer, record, running))
            await context.write(_to_bytes(final))

    async def _read(self, request_class: type[Any], data: bytes) -> Any:
        """The request in the bytes. JSON of the largest size takes long enough that other calls should not wait."""
        if isinstance(data, JsonText):
            return await asyncio.get_running_loop().run_in_executor(self._rules, parse_request, request_class, data)
        return parse_request(request_class, data)

    @staticmethod
    def _when_left(context: Context, left: Callable[[object], None]) -> None:
        context.add_done_callback(left)  # type: ignore[arg-type]  # the stubs want an instance of a class of theirs


def _to_bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def parse_request(request_class: type[Any], data: bytes) -> Any:
    """The request in the bytes. Raises `InvalidInputError` when they are too many or no such message.

    A field that this version does not know could change what is asked, so it is refused rather than passed over.
    """
    if isinstance(data, JsonText):
        return read_json_request(request_class, data)
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
