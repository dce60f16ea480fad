"""A bot of a ladder at the table: given a view it answers with actions, in the process or on a server."""

from __future__ import annotations

import time
from functools import cache
from typing import Protocol

from dinoai.clients.errors import ServerUnreachableError
from dinoai.clients.ladder.bots import BotSpec
from dinoai.engine.errors import DinoaiError, IllegalMoveError
from dinoai.engine.state import State
from dinoai.search.errors import OutOfTimeError
from dinoai.search.position import find_position
from dinoai.server.errors import ServerFullError

_FULL_SECONDS = 0.1  # after which a server that was full is asked again


class Player(Protocol):
    """What plays a seat."""

    def choose(self, view: State, seat: int, seed: int, patience: float) -> tuple[int, ...]:
        """The actions of a move. Raises `OutOfTimeError` when they take longer than `patience` seconds."""


class RemotePlayer:
    """A bot on a server."""

    def __init__(self, spec: BotSpec, address: str) -> None:
        """Prepare a connection; it is made at the first move."""
        from dinoai.clients.client import Client

        self._spec = spec
        self._client = Client(address)

    def choose(self, view: State, seat: int, seed: int, patience: float) -> tuple[int, ...]:
        """Ask the server, unless there is only one move.

        Raises `IllegalMoveError` when it answers with what is no move here, and what a failed call raises.
        """
        moves = find_position(view, seat).moves
        if len(moves) == 1:
            return next(iter(moves.values()))[0]
        notation = self._ask(view, seed, patience)[0]
        if notation not in moves:
            raise IllegalMoveError.at("move", f"{notation!r} is not a legal move here")
        return moves[notation][0]

    def probe(self, view: State) -> str:
        """The version of dinoai that the server runs, for a view in which something is to be decided."""
        return self._ask(view, 1, 60.0)[1]

    def _ask(self, view: State, seed: int, patience: float) -> tuple[str, str]:
        """The best move and the version of the server, which is asked again while it is full."""
        from dinoai.engine.games import encode_state
        from dinoai.v1 import suggest_pb2

        spec = self._spec
        request = suggest_pb2.SuggestRequest(
            state=encode_state(view),
            seed=seed,
            top=1,
            bot=spec.named,
            limits=suggest_pb2.SearchLimits(
                max_millis=spec.millis, max_simulations=spec.simulations, threads=spec.threads
            ),
        )
        end = time.monotonic() + patience
        while True:
            try:
                answer = self._client.suggest(request, timeout=max(0.001, end - time.monotonic()))
                break
            except ServerFullError:
                if time.monotonic() + _FULL_SECONDS >= end:
                    raise OutOfTimeError(f"the server was full for {patience:g} seconds") from None
                time.sleep(_FULL_SECONDS)
        return answer.suggestions[0].notation if answer.suggestions else "", answer.engine.version


@cache
def make_player(spec: BotSpec, game: str) -> Player:
    """The player of a specification for a game, one a process."""
    return spec.chooser(game) if spec.server is None else RemotePlayer(spec, spec.server)


def fault_of(error: Exception) -> str:
    """What is held against a bot that raised: `timeout`, `illegal` or `crash`.

    A server that cannot be reached is no fault of its bot and raised again.
    """
    if isinstance(error, ServerUnreachableError):
        raise error
    if isinstance(error, OutOfTimeError):
        return "timeout"
    return "illegal" if isinstance(error, IllegalMoveError) else "crash"


def describe_fault(error: Exception) -> str:
    """The error in a line."""
    text = str(error).partition("\n")[0]
    return text if isinstance(error, DinoaiError) else f"{type(error).__name__}: {text}"
