"""The calls of both services as plain functions of the request: thin shells of the engine and the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from google.protobuf.message import Message

from dinoai.engine import games
from dinoai.engine.document import MAX_DOCUMENT_BYTES
from dinoai.engine.errors import IllegalMoveError, InvalidInputError, InvalidStateError, Problem
from dinoai.engine.state import State
from dinoai.search import StopFlag, UnknownBotError, suggest
from dinoai.server.codec import apply_response, moves_response, new_game, score_response, suggest_response
from dinoai.server.moves import move_notation
from dinoai.v1 import rules_pb2, state_pb2, suggest_pb2


@dataclass(frozen=True, slots=True)
class Call:
    """What surrounds a request."""

    deadline: float | None = None
    """The instant of `time.monotonic()` at which the answer must be there; `None` for no such bound."""

    stop: StopFlag = field(default_factory=StopFlag)
    """Stops the search."""


def suggest_moves(
    state: State,
    request: suggest_pb2.SuggestRequest,
    call: Call,
    progress: Callable[[int, float], None] | None = None,
) -> suggest_pb2.SuggestResponse:
    """The answer to a request whose state is decoded; `progress` hears of simulations done and seconds passed."""
    limits = request.limits
    millis = _optional(limits, "max_millis")
    search = partial(
        suggest,
        state,
        _optional(request, "seat"),
        time=None if millis is None else millis / 1000,
        simulations=_optional(limits, "max_simulations"),
        seed=_optional(request, "seed"),
        top=_optional(request, "top"),
        allow_moves=list(request.allow_moves),
        avoid_moves=list(request.avoid_moves),
        deadline=call.deadline,
        stop=call.stop,
        progress=progress,
        **_given(threads=_optional(limits, "threads")),
    )
    try:
        answer = search(**_given(bot=request.bot or None))
    except UnknownBotError as unknown:
        try:
            search(bot="random")  # which searches nothing: what else is wrong is told too
        except InvalidInputError as error:
            raise InvalidInputError([*error.problems, Problem("bot", str(unknown))]) from None
        raise
    return suggest_response(state.game, answer)


class SuggestService:
    """`dinoai.v1.SuggestService`."""

    def Suggest(self, request: suggest_pb2.SuggestRequest, call: Call) -> suggest_pb2.SuggestResponse:  # noqa: N802
        """Rank the moves of a seat."""
        return suggest_moves(_state(request), request, call)


class RulesService:
    """`dinoai.v1.RulesService`."""

    def NewGame(self, request: rules_pb2.NewGameRequest, call: Call) -> rules_pb2.NewGameResponse:  # noqa: N802
        """A full state of a fresh game."""
        return rules_pb2.NewGameResponse(state=games.encode_state(new_game(request)))

    def GetView(self, request: rules_pb2.GetViewRequest, call: Call) -> rules_pb2.GetViewResponse:  # noqa: N802
        """A seat's view of a full state."""
        state = _state(request)
        if not request.HasField("seat"):
            raise InvalidInputError.at("seat", "is required")
        return rules_pb2.GetViewResponse(state=games.encode_state(games.view(state, request.seat)))

    def ListMoves(self, request: rules_pb2.ListMovesRequest, call: Call) -> rules_pb2.ListMovesResponse:  # noqa: N802
        """The legal moves of a seat."""
        state = _state(request)
        return moves_response(state.game, games.legal_moves(state, _optional(request, "seat")))

    def ApplyMove(self, request: rules_pb2.ApplyMoveRequest, call: Call) -> rules_pb2.ApplyMoveResponse:  # noqa: N802
        """The state after a move."""
        state = _state(request)
        choice = request.WhichOneof("choice")
        if choice is None:
            raise IllegalMoveError.at("move", "a move or its notation is required")
        notation = request.notation if choice == "notation" else move_notation(request.move)
        after = games.apply_move(
            state,
            notation,
            _optional(request, "seat"),
            seed=_optional(request, "seed"),
            reveals=list(request.reveals),
        )
        return apply_response(after)

    def Score(self, request: rules_pb2.ScoreRequest, call: Call) -> rules_pb2.ScoreResponse:  # noqa: N802
        """The points, part by part, and the result."""
        return score_response(games.score(_state(request)))


class _HasState(Protocol):
    @property
    def state(self) -> state_pb2.State: ...

    def HasField(self, field_name: Any) -> bool: ...  # noqa: N802


def _state(request: _HasState) -> State:
    if not request.HasField("state"):
        raise InvalidStateError.at("state", "is required")
    size = request.state.ByteSize()
    if size >= MAX_DOCUMENT_BYTES:
        raise InvalidStateError.at("state", f"has {size} bytes; it must be smaller than {MAX_DOCUMENT_BYTES}")
    return games.decode_state(request.state)


def _optional(message: Message, name: str) -> int | None:
    value: int = getattr(message, name)
    return value if message.HasField(name) else None


def _given(**arguments: Any) -> dict[str, Any]:
    """The arguments that are not `None`, so that absent ones keep their defaults."""
    return {name: value for name, value in arguments.items() if value is not None}
