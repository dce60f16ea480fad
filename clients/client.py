"""Typed clients of the service, one synchronous and one for asyncio.

Both take the request messages of the schema and return its responses; a failed call raises the exception that the same
fault raises in the process, or `ServerUnreachableError` or `ServerRefusedError`.

    with Client("127.0.0.1:50051") as client:
        state = client.new_game(NewGameRequest(game=Game.JURASSIC_SNACK)).state
        best = client.suggest(SuggestRequest(state=state)).suggestions[0]
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message

from dinoai.clients.connection import Connection, Tls
from dinoai.clients.statuses import error_of
from dinoai.clients.waiting import Patience, search_timeout
from dinoai.v1 import info_pb2, rules_pb2, suggest_pb2

RULES_TIMEOUT = 10.0
"""Seconds that a call without a search may take."""

_Response = TypeVar("_Response", bound=Message)


def _method(
    kind: Callable[..., Callable[..., Any]], service: str, name: str, response: type[_Response]
) -> Callable[..., Any]:
    return kind(
        f"/dinoai.v1.{service}/{name}",
        request_serializer=lambda request: request.SerializeToString(),
        response_deserializer=response.FromString,
    )


class Analysis:
    """The improving answers of one search, for `for` and for `with`; the search ends when it is closed."""

    def __init__(self, call: Any, address: str) -> None:
        self._call = call
        self._address = address
        self._closed = False

    def __iter__(self) -> Iterator[suggest_pb2.AnalyzeResponse]:
        try:
            yield from self._call
        except grpc.RpcError as error:
            if not self._closed:
                raise error_of(error, self._address) from None

    def close(self) -> None:
        """End the search where it has not ended; no more answers come."""
        self._closed = True
        self._call.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class Client:
    """A connection to one server or several. Its methods block; it may be shared by threads.

    `timeout` arguments are in seconds.
    """

    def __init__(
        self,
        address: str | Sequence[str],
        *,
        tls: Tls | None = None,
        token: str = "",
        patience: float = 0.0,
        wait: float = 0.0,
    ) -> None:
        """Prepare a connection; it is made at the first call. The arguments are those of `Connection`.

        A call that a full server refuses is repeated as soon as the server says, for `patience` seconds in all, and
        one for which no server is there, as when it is just being started, for `wait` seconds.
        """
        connection = Connection(address, tls, token)
        self.address = connection.name
        self._patience = patience
        self._wait = wait
        self._metadata = connection.metadata
        credentials = connection.credentials()
        if credentials is None:
            self._channel = grpc.insecure_channel(connection.target(), connection.options())
        else:
            self._channel = grpc.secure_channel(connection.target(), credentials, connection.options())

    def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = search_timeout(request) if timeout is None else timeout
        return self._call("SuggestService", "Suggest", request, suggest_pb2.SuggestResponse, seconds)

    def analyze(self, request: suggest_pb2.AnalyzeRequest, *, timeout: float | None = None) -> Analysis:
        """Improving answers until the limit or the timeout, the last one marked final."""
        seconds = search_timeout(request) if timeout is None else timeout
        method = _method(self._channel.unary_stream, "SuggestService", "Analyze", suggest_pb2.AnalyzeResponse)
        return Analysis(method(request, timeout=seconds, metadata=self._metadata), self.address)

    def new_game(
        self, request: rules_pb2.NewGameRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.NewGameResponse:
        """A full state of a fresh game."""
        return self._call("RulesService", "NewGame", request, rules_pb2.NewGameResponse, timeout)

    def get_view(
        self, request: rules_pb2.GetViewRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.GetViewResponse:
        """A seat's view of a full state."""
        return self._call("RulesService", "GetView", request, rules_pb2.GetViewResponse, timeout)

    def list_moves(
        self, request: rules_pb2.ListMovesRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ListMovesResponse:
        """The legal moves of a seat."""
        return self._call("RulesService", "ListMoves", request, rules_pb2.ListMovesResponse, timeout)

    def apply_move(
        self, request: rules_pb2.ApplyMoveRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ApplyMoveResponse:
        """The state after a move."""
        return self._call("RulesService", "ApplyMove", request, rules_pb2.ApplyMoveResponse, timeout)

    def score(self, request: rules_pb2.ScoreRequest, *, timeout: float = RULES_TIMEOUT) -> rules_pb2.ScoreResponse:
        """The points, part by part, and the result."""
        return self._call("RulesService", "Score", request, rules_pb2.ScoreResponse, timeout)

    def list_bots(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.ListBotsResponse:
        """The bots of the server, strongest first."""
        return self._call("InfoService", "ListBots", info_pb2.ListBotsRequest(), info_pb2.ListBotsResponse, timeout)

    def server_info(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.GetServerInfoResponse:
        """Version, limits and load of the server that answers."""
        request, response = info_pb2.GetServerInfoRequest(), info_pb2.GetServerInfoResponse
        return self._call("InfoService", "GetServerInfo", request, response, timeout)

    def _call(self, service: str, name: str, request: Message, response: type[_Response], timeout: float) -> _Response:
        method = _method(self._channel.unary_unary, service, name, response)
        patience = Patience(self._patience, self._wait, timeout)
        while True:
            try:
                answer: _Response = method(request, timeout=patience.timeout, metadata=self._metadata)
            except grpc.RpcError as error:
                time.sleep(patience.pause_after(error_of(error, self.address)))
            else:
                return answer

    def close(self) -> None:
        """End the connection and the calls in progress."""
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient:
    """A connection to one server or several for asyncio; made and used within one event loop.

    `timeout` arguments are in seconds. Cancelling a task that awaits a suggestion stops the search on the server.
    """

    def __init__(
        self,
        address: str | Sequence[str],
        *,
        tls: Tls | None = None,
        token: str = "",
        patience: float = 0.0,
        wait: float = 0.0,
    ) -> None:
        """Prepare a connection, as `Client` does."""
        connection = Connection(address, tls, token)
        self.address = connection.name
        self._patience = patience
        self._wait = wait
        self._metadata = connection.metadata
        credentials = connection.credentials()
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(connection.target(), connection.options())
        else:
            self._channel = grpc.aio.secure_channel(connection.target(), credentials, connection.options())

    async def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = search_timeout(request) if timeout is None else timeout
        return await self._call("SuggestService", "Suggest", request, suggest_pb2.SuggestResponse, seconds)

    async def analyze(
        self, request: suggest_pb2.AnalyzeRequest, *, timeout: float | None = None
    ) -> AsyncIterator[suggest_pb2.AnalyzeResponse]:
        """Improving answers until the limit or the timeout, the last one marked final.

        Closing the iterator (`contextlib.aclosing`) ends the search.
        """
        seconds = search_timeout(request) if timeout is None else timeout
        method = _method(self._channel.unary_stream, "SuggestService", "Analyze", suggest_pb2.AnalyzeResponse)
        call = method(request, timeout=seconds, metadata=self._metadata)
        try:
            async for answer in call:
                yield answer
        except grpc.aio.AioRpcError as error:
            raise error_of(error, self.address) from None
        finally:
            call.cancel()

    async def new_game(
        self, request: rules_pb2.NewGameRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.NewGameResponse:
        """A full state of a fresh game."""
        return await self._call("RulesService", "NewGame", request, rules_pb2.NewGameResponse, timeout)

    async def get_view(
        self, request: rules_pb2.GetViewRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.GetViewResponse:
        """A seat's view of a full state."""
        return await self._call("RulesService", "GetView", request, rules_pb2.GetViewResponse, timeout)

    async def list_moves(
        self, request: rules_pb2.ListMovesRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ListMovesResponse:
        """The legal moves of a seat."""
        return await self._call("RulesService", "ListMoves", request, rules_pb2.ListMovesResponse, timeout)

    async def apply_move(
        self, request: rules_pb2.ApplyMoveRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ApplyMoveResponse:
        """The state after a move."""
        return await self._call("RulesService", "ApplyMove", request, rules_pb2.ApplyMoveResponse, timeout)

    async def score(
        self, request: rules_pb2.ScoreRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ScoreResponse:
        """The points, part by part, and the result."""
        return await self._call("RulesService", "Score", request, rules_pb2.ScoreResponse, timeout)

    async def list_bots(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.ListBotsResponse:
        """The bots of the server, strongest first."""
        request, response = info_pb2.ListBotsRequest(), info_pb2.ListBotsResponse
        return await self._call("InfoService", "ListBots", request, response, timeout)

    async def server_info(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.GetServerInfoResponse:
        """Version, limits and load of the server that answers."""
        request, response = info_pb2.GetServerInfoRequest(), info_pb2.GetServerInfoResponse
        return await self._call("InfoService", "GetServerInfo", request, response, timeout)

    async def _call(
        self, service: str, name: str, request: Message, response: type[_Response], timeout: float
    ) -> _Response:
        method = _method(self._channel.unary_unary, service, name, response)
        patience = Patience(self._patience, self._wait, timeout)
        while True:
            try:
                answer: _Response = await method(request, timeout=patience.timeout, metadata=self._metadata)
            except grpc.aio.AioRpcError as error:
                await asyncio.sleep(patience.pause_after(error_of(error, self.address)))
            else:
                return answer

    async def close(self) -> None:
        """End the connection and the calls in progress."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
