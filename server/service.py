"""The calls of both services as plain functions of the request: thin shells of the engine and the search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from google.protobuf.message import Message

from dinoai.engine import games
from dinoai.engine.document import MAX_DOCUMENT_BYTES
from dinoai.engine.errors import IllegalMoveError, InvalidInputError, InvalidStateError, Problem
from dinoai.engine.state import State
from dinoai.search import StopFlag, Suggestions, UnknownBotError, suggest
from dinoai.search.bots import find_bot
from dinoai.search.levels import at_level
from dinoai.search.suggest import DEFAULT_BOT
from dinoai.server.analyze import Analysis
from dinoai.server.codec import apply_response, moves_response, new_game, score_response, suggest_response
from dinoai.server.moves import move_notation
from dinoai.v1 import rules_pb2, state_pb2, suggest_pb2

LATE_SEARCH_SECONDS = 0.005
"""What a search has that starts after it should have ended."""


@dataclass(frozen=True, slots=True)
class Call:
    """What surrounds a request."""

    deadline: float | None = None
    """The instant of `time.monotonic()` at which a search must end; `None` for no such bound."""

    answer_by: float | None = None
    """The instant at which the answer must be there. A search that starts too late for `deadline` uses a little of the
    time between, so that it has an answer at all."""

    stop: StopFlag = field(default_factory=StopFlag)
    """Stops the search."""

    max_seconds: float | None = None
    """A search takes no longer, whatever the request says."""

    max_threads: int | None = None
    """The most search threads that a request may ask for."""

    max_megabytes: int | None = None
    """The memory of a search; `None` for the default of the search."""

    def search_until(self) -> float | None:
        """The instant at which a search must end that starts now."""
        if self.deadline is None or self.answer_by is None:
            return self.deadline
        return max(self.deadline, min(self.answer_by, time.monotonic() + LATE_SEARCH_SECONDS))


SearchRequest = suggest_pb2.SuggestRequest | suggest_pb2.AnalyzeRequest


def suggest_moves(
    state: State,
    request: SearchRequest,
    call: Call,
    progress: Callable[[int, float], None] | None = None,
    snapshot: Callable[[Suggestions], None] | None = None,
) -> suggest_pb2.SuggestResponse:
    """The answer to a request whose state is decoded.

    `progress` hears of simulations done and seconds passed, `snapshot` is given the answer so far, both now and then.
    Raises what `dinoai.search.suggest` raises, with the problems of bot, threads and all else together.
    """
    limits = request.limits
    threads = _optional(limits, "threads")
    bot = at_level(request.bot or DEFAULT_BOT, _optional(request, "level"))
    search = partial(
        suggest,
        state,
        _optional(request, "seat"),
        time=_seconds(limits, call.max_seconds),
        simulations=_optional(limits, "max_simulations"),
        seed=_optional(request, "seed"),
        top=_optional(request, "top"),
        allow_moves=list(request.allow_moves),
        avoid_moves=list(request.avoid_moves),
        deadline=call.search_until(),
        stop=call.stop,
        progress=progress,
        snapshot=snapshot,
        **_given(max_megabytes=call.max_megabytes),
    )
    unknown: UnknownBotError | None = None
    found: list[Problem] = []
    if threads is not None and call.max_threads is not None and threads > call.max_threads:
        text = f"must be from 1 to {call.max_threads} on this server, not {threads}"
        found.append(Problem("limits.threads", text))
    try:
        find_bot(bot, state.game)
    except UnknownBotError as error:
        unknown = error
        found.append(Problem("bot", str(error)))
    except InvalidInputError as error:
        found.extend(error.problems)
    if not found:
        return suggest_response(state.game, search(bot=bot, **_given(threads=threads)))
    try:
        search(bot="random")  # which searches nothing: what else is wrong is told too
    except InvalidInputError as error:
        found = [*error.problems, *found]
    if unknown is not None and len(found) == 1:
        raise unknown
    raise InvalidInputError(found)


def _seconds(limits: suggest_pb2.SearchLimits, most: float | None) -> float | None:
    """The limit of time; `None` where there is none, or the default applies."""
    millis = _optional(limits, "max_millis")
    if millis is None:
        return most if limits.HasField("max_simulations") else None
    return millis / 1000 if most is None else min(most, millis / 1000)


class SuggestService:
    """`dinoai.v1.SuggestService`."""

    def Suggest(self, request: suggest_pb2.SuggestRequest, call: Call) -> suggest_pb2.SuggestResponse:  # noqa: N802
        """Rank the moves of a seat."""
        return suggest_moves(_state(request), request, call)

    def Analyze(  # noqa: N802
        self, request: suggest_pb2.AnalyzeRequest, call: Call, send: Callable[[suggest_pb2.AnalyzeResponse], None]
    ) -> suggest_pb2.AnalyzeResponse:
        """Send improving answers to `send`; returns the final one."""
        state = _state(request)
        analysis = Analysis(request.interval_millis if request.HasField("interval_millis") else None)

        def snapshot(answer: Suggestions) -> None:
            if analysis.due(answer):
                send(analysis.message(suggest_response(state.game, answer)))

        return analysis.message(suggest_moves(state, request, call, snapshot=snapshot), final=True)


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
