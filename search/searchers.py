"""A bot's search of a position, ready to run."""

from __future__ import annotations

from typing import TypeVar

from dinoai.engine.state import State
from dinoai.search.bots import SearchBot
from dinoai.search.guidance import GuidedBot
from dinoai.search.guided import GuidedSearcher
from dinoai.search.ismcts import Searcher, StopFlag

SearchingBot = SearchBot | GuidedBot

Kind = TypeVar("Kind", bound=Searcher)

_SHARE_OF_TREE = 18 / 22  # of an edge's bytes; the others hold its prior


def new_searcher(
    bot: SearchingBot,
    view: State,
    seat: int,
    moves: list[list[tuple[int, ...]]],
    *,
    seed: int,
    stream: int = 0,
    max_simulations: int,
    max_bytes: int = 2**28,
    stop_flag: StopFlag | None = None,
) -> Searcher:
    """One thread's search; `moves` are the seat's complete moves, each with all action sequences that make it.

    Streams of one seed are independent of each other. Raises `MemoryError` when the memory cannot be reserved.
    """

    def make(kind: type[Kind], max_bytes: int) -> Kind:
        return kind(
            view,
            seat,
            moves,
            exploration=bot.exploration,
            seed=seed,
            stream=stream,
            max_simulations=max_simulations,
            max_bytes=max_bytes,
            stop_flag=StopFlag() if stop_flag is None else stop_flag,
        )

    if isinstance(bot, SearchBot):
        return make(bot.searcher, max_bytes)
    searcher = make(GuidedSearcher, int(max_bytes * _SHARE_OF_TREE))
    searcher.guide(bot)
    return searcher
