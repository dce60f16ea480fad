"""Typed clients of the service, one synchronous and one for asyncio.

Both take the request messages of the schema and return its responses; a failed call raises the exception that the same
fault raises in the process, or `ServerUnreachableError` or `ServerRefusedError`.

    with Client("127.0.0.1:50051") as client:
        state = client.new_game(NewGameRequest(game=Game.JURASSIC_SNACK)).state
        best = client.suggest(SuggestRequest(state=state)).suggestions[0]
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message

from dinoai.clients.statuses import error_of
from dinoai.v1 import rules_pb2, suggest_pb2

RULES_TIMEOUT = 10.0
"""Seconds that a call without a search may take."""

SEARCH_TIMEOUT_EXTRA = 10.0
"""Seconds that a suggestion may take beyond its limit of time, for the way and for a busy server."""

SIMULATIONS_TIMEOUT = 3600.0
"""Seconds that a suggestion with a limit of simulations alone may take; a shorter deadline would cut it off."""

_Response = TypeVar("_Response", bound=Message)


def suggest_timeout(request: suggest_pb2.SuggestRequest) -> float:
    """The seconds that a suggestion may take unless the caller says otherwise."""
    limits = request.limits
    if limits.HasField("max_millis"):
        return limits.max_millis / 1000 + SEARCH_TIMEOUT_EXTRA
    return SIMULATIONS_TIMEOUT if limits.HasField("max_simulations") else 1.0 + SEARCH_TIMEOUT_EXTRA


def _method(
    channel: grpc.Channel | grpc.aio.Channel, service: str, name: str, response: type[_Response]
) -> Callable[..., Any]:
    path = f"/dinoai.v1.{service}/{name}"
    return channel.unary_unary(
        path, request_serializer=lambda request: request.SerializeToString(), response_deserializer=response.FromString
    )


class Client:
    """A connection to a server. Its methods block; it may be shared by threads. `timeout` arguments are in seconds."""

    def __init__(self, address: str) -> None:
        """Prepare a connection to `HOST:PORT`; it is made at the first call."""
        self.address = address
        self._channel = grpc.insecure_channel(address)

    def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = suggest_timeout(request) if timeout is None else timeout
        return self._call("SuggestService", "Suggest", request, suggest_pb2.SuggestResponse, seconds)

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

    def _call(self, service: str, name: str, request: Message, response: type[_Response], timeout: float) -> _Response:
        try:
            answer: _Response = _method(self._channel, service, name, response)(request, timeout=timeout)
        except grpc.RpcError as error:
            raise error_of(error, self.address) from None
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
    """A connection to a server for asyncio; made and used within one event loop. `timeout` arguments are in seconds.

    Cancelling a task that awaits a suggestion stops the search on the server.
    """

    def __init__(self, address: str) -> None:
        """Prepare a connection to `HOST:PORT`; it is made at the first call."""
        self.address = address
        self._channel = grpc.aio.insecure_channel(address)

    async def suggest(
        self, request: suggest_pb2.SuggestRequest, *, timeout: float | None = None
    ) -> suggest_pb2.SuggestResponse:
        """Rank the moves of a seat. The server answers before the timeout with what it has."""
        seconds = suggest_timeout(request) if timeout is None else timeout
        return await self._call("SuggestService", "Suggest", request, suggest_pb2.SuggestResponse, seconds)

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

    async def _call(
        self, service: str, name: str, request: Message, response: type[_Response], timeout: float
    ) -> _Response:
        try:
            answer: _Response = await _method(self._channel, service, name, response)(request, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            raise error_of(error, self.address) from None
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
