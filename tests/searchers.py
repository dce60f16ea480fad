"""A searcher of a position, for tests that look into one."""

from __future__ import annotations

from typing import Any, TypeVar

from dinoai.engine.games import legal_moves, view
from dinoai.engine.state import State
from dinoai.search.ismcts import Searcher, StopFlag
from dinoai.search.position import find_position

_Searcher = TypeVar("_Searcher", bound=Searcher)


def searcher_of(kind: type[_Searcher], state: State, seat: int, **arguments: Any) -> _Searcher:
    """A searcher of all moves of a seat; `arguments` are those of its class that are not the usual ones."""
    position = find_position(view(state, seat), seat)
    assert list(position.moves) == legal_moves(state, seat)
    usual = {"exploration": 0.7, "seed": 5, "stream": 0, "max_simulations": 5000, "max_bytes": 2**24}
    return kind(position.view, seat, list(position.moves.values()), **{**usual, "stop_flag": StopFlag(), **arguments})
