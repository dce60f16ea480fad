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
from dinoai.clients.methods import (
    ANALYZE,
    APPLY_MOVE,
    GET_VIEW,
    LIST_BOTS,
    LIST_MOVES,
    NEW_GAME,
    SCORE,
    SERVER_INFO,
    SUGGEST,
    Method,
)
from dinoai.clients.statuses import error_of
from dinoai.clients.waiting import Patience, search_timeout
from dinoai.v1 import info_pb2, rules_pb2, suggest_pb2

RULES_TIMEOUT = 10.0
"""Seconds that a call without a search may take."""

_Response = TypeVar("_Response", bound=Message)


def _open(connection: Connection, insecure: Callable[..., Any], secure: Callable[..., Any]) -> Any:
    """A channel of the kind that these two make."""
    credentials = connection.credentials()
    if credentials is None:
        return insecure(connection.target(), connection.options())
    return secure(connection.target(), credentials, connection.options())


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
        self._channel: grpc.Channel = _open(connection, grpc.insecure_channel, grpc.secure_channel)

    def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = search_timeout(request) if timeout is None else timeout
        return self._call(SUGGEST, request, seconds)

    def analyze(self, request: suggest_pb2.AnalyzeRequest, *, timeout: float | None = None) -> Analysis:
        """Improving answers until the limit or the timeout, the last one marked final."""
        seconds = search_timeout(request) if timeout is None else timeout
        return Analysis(
            ANALYZE.on(self._channel.unary_stream)(request, timeout=seconds, metadata=self._metadata), self.address
        )

    def new_game(
        self, request: rules_pb2.NewGameRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.NewGameResponse:
        """A full state of a fresh game."""
        return self._call(NEW_GAME, request, timeout)

    def get_view(
        self, request: rules_pb2.GetViewRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.GetViewResponse:
        """A seat's view of a full state."""
        return self._call(GET_VIEW, request, timeout)

    def list_moves(
        self, request: rules_pb2.ListMovesRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ListMovesResponse:
        """The legal moves of a seat."""
        return self._call(LIST_MOVES, request, timeout)

    def apply_move(
        self, request: rules_pb2.ApplyMoveRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ApplyMoveResponse:
        """The state after a move."""
        return self._call(APPLY_MOVE, request, timeout)

    def score(self, request: rules_pb2.ScoreRequest, *, timeout: float = RULES_TIMEOUT) -> rules_pb2.ScoreResponse:
        """The points, part by part, and the result."""
        return self._call(SCORE, request, timeout)

    def list_bots(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.ListBotsResponse:
        """The bots of the server, strongest first."""
        return self._call(LIST_BOTS, info_pb2.ListBotsRequest(), timeout)

    def server_info(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.GetServerInfoResponse:
        """Version, limits and load of the server that answers."""
        return self._call(SERVER_INFO, info_pb2.GetServerInfoRequest(), timeout)

    def _call(self, method: Method[_Response], request: Message, timeout: float) -> _Response:
        call = method.on(self._channel.unary_unary)
        patience = Patience(self._patience, self._wait, timeout)
        while True:
            try:
                answer: _Response = call(request, timeout=patience.timeout, metadata=self._metadata)
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
        self._channel: grpc.aio.Channel = _open(connection, grpc.aio.insecure_channel, grpc.aio.secure_channel)

    async def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = search_timeout(request) if timeout is None else timeout
        return await self._call(SUGGEST, request, seconds)

    async def analyze(
        self, request: suggest_pb2.AnalyzeRequest, *, timeout: float | None = None
    ) -> AsyncIterator[suggest_pb2.AnalyzeResponse]:
        """Improving answers until the limit or the timeout, the last one marked final.

        Closing the iterator (`contextlib.aclosing`) ends the search.
        """
        seconds = search_timeout(request) if timeout is None else timeout
        call = ANALYZE.on(self._channel.unary_stream)(request, timeout=seconds, metadata=self._metadata)
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
        return await self._call(NEW_GAME, request, timeout)

    async def get_view(
        self, request: rules_pb2.GetViewRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.GetViewResponse:
        """A seat's view of a full state."""
        return await self._call(GET_VIEW, request, timeout)

    async def list_moves(
        self, request: rules_pb2.ListMovesRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ListMovesResponse:
        """The legal moves of a seat."""
        return await self._call(LIST_MOVES, request, timeout)

    async def apply_move(
        self, request: rules_pb2.ApplyMoveRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ApplyMoveResponse:
        """The state after a move."""
        return await self._call(APPLY_MOVE, request, timeout)

    async def score(
        self, request: rules_pb2.ScoreRequest, *, timeout: float = RULES_TIMEOUT
    ) -> rules_pb2.ScoreResponse:
        """The points, part by part, and the result."""
        return await self._call(SCORE, request, timeout)

    async def list_bots(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.ListBotsResponse:
        """The bots of the server, strongest first."""
        return await self._call(LIST_BOTS, info_pb2.ListBotsRequest(), timeout)

    async def server_info(self, *, timeout: float = RULES_TIMEOUT) -> info_pb2.GetServerInfoResponse:
        """Version, limits and load of the server that answers."""
        return await self._call(SERVER_INFO, info_pb2.GetServerInfoRequest(), timeout)

    async def _call(self, method: Method[_Response], request: Message, timeout: float) -> _Response:
        call = method.on(self._channel.unary_unary)
        patience = Patience(self._patience, self._wait, timeout)
        while True:
            try:
                answer: _Response = await call(request, timeout=patience.timeout, metadata=self._metadata)
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
