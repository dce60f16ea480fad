"""The methods of the services as clients call them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from dinoai.v1 import info_pb2, rules_pb2, suggest_pb2

_Response = TypeVar("_Response", bound=Message)


@dataclass(frozen=True, slots=True)
class Method(Generic[_Response]):
    """One method."""

    name: str
    """Its service and name: `SuggestService/Suggest`."""

    response: type[_Response]
    """The message of its answers."""

    def on(self, kind: Callable[..., Callable[..., Any]]) -> Callable[..., Any]:
        """The method on a channel, of which `kind` is `unary_unary` or `unary_stream`."""
        return kind(
            f"/dinoai.v1.{self.name}",
            request_serializer=lambda request: request.SerializeToString(),
            response_deserializer=self.response.FromString,
        )


SUGGEST = Method("SuggestService/Suggest", suggest_pb2.SuggestResponse)
ANALYZE = Method("SuggestService/Analyze", suggest_pb2.AnalyzeResponse)
NEW_GAME = Method("RulesService/NewGame", rules_pb2.NewGameResponse)
GET_VIEW = Method("RulesService/GetView", rules_pb2.GetViewResponse)
LIST_MOVES = Method("RulesService/ListMoves", rules_pb2.ListMovesResponse)
APPLY_MOVE = Method("RulesService/ApplyMove", rules_pb2.ApplyMoveResponse)
SCORE = Method("RulesService/Score", rules_pb2.ScoreResponse)
LIST_BOTS = Method("InfoService/ListBots", info_pb2.ListBotsResponse)
SERVER_INFO = Method("InfoService/GetServerInfo", info_pb2.GetServerInfoResponse)
