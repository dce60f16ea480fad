"""A bot's search of a position, ready to run."""

from __future__ import annotations

from collections.abc import Sequence
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


def join_statistics(searchers: Sequence[Searcher]) -> tuple[list[tuple[int, float, float, float]], list[int]]:
    """The statistics of each move over all threads, and what is proven of it: 1 for a win, -1 for a loss, else 0.

    What is proven replaces the share of the victory that was found on the way to the proof.
    """
    statistics = []
    proofs = [max(of_move, key=abs) for of_move in zip(*(searcher.proofs() for searcher in searchers), strict=True)]
    rows = zip(*(searcher.statistics() for searcher in searchers), strict=True)
    for of_move, proof in zip(rows, proofs, strict=True):
        visits = sum(row[0] for row in of_move)
        win, score, margin = (sum(row[column] for row in of_move) for column in (1, 2, 3))
        statistics.append((visits, (win, visits, 0)[proof], score, margin))
    return statistics, proofs
