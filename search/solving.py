"""Answers from exact values: where perfect play is known nothing needs to be searched."""

from __future__ import annotations

import time as clock

from dinoai.search.guidance import GuidedBot
from dinoai.search.guided import GuidedSearcher
from dinoai.search.ismcts import Searcher
from dinoai.search.position import Position
from dinoai.search.results import EngineInfo, SearchStats, Suggestion, Suggestions
from dinoai.search.searchers import SearchingBot

Exact = tuple[float, list[float], list[float]]
"""Of a move: how likely perfect play chooses it, and every seat's share of the victory and points."""


_POSITIONS_A_SIMULATION = 20  # that may be looked at, so that solving does not take longer than searching
_POSITIONS_A_SECOND = 500_000
_FEW_POSITIONS = 10_000  # that are always allowed: a few milliseconds
_BYTES_A_POSITION = 128  # at most: the table of values is up to three quarters empty


def solve(
    bot: SearchingBot, searcher: Searcher, simulations: int | None, seconds: float, max_megabytes: int
) -> list[Exact] | None:
    """The exact values of a search's moves; `None` where the bot does not ask for them or they are not to be had.

    A bot that draws its move asks for none, since what it draws by are visits.

    The values are kept in memory of their own, at most `max_megabytes`, which is given back before the search starts.

    How many positions may be looked at follows from the bot and the number of simulations, where it is limited, so that
    a deadline does not change the answer unless it is near: solving ends after half of the `seconds` that there are.
    """
    if not isinstance(bot, GuidedBot) or bot.exact == 0 or bot.draws or not isinstance(searcher, GuidedSearcher):
        return None
    allowed = _POSITIONS_A_SECOND * seconds if simulations is None else _POSITIONS_A_SIMULATION * simulations
    fitting = max_megabytes * 2**20 // _BYTES_A_POSITION
    return searcher.solve(int(min(bot.exact, fitting, max(allowed, _FEW_POSITIONS))), max(0.0, seconds / 2))


def quality(value: Exact, seat: int) -> tuple[float, float, float]:
    """The higher the better: what perfect play chooses, then the share of the victory, then points."""
    share, win, points = value
    return round(share, 3), round(win[seat], 9), points[seat]


def solved_answer(
    position: Position, values: list[Exact], top: int | None, info: EngineInfo, started: float
) -> Suggestions:
    """The moves by their exact values."""
    seat = position.seat
    ranked = sorted(
        zip(position.moves, values, strict=True),
        key=lambda entry: (*(-part for part in quality(entry[1], seat)), entry[0]),
    )
    suggestions = [
        Suggestion(
            notation=notation,
            win_probability=win[seat],
            win_probability_low=win[seat],
            win_probability_high=win[seat],
            expected_score=points[seat],
            expected_margin=points[seat] - max(points[:seat] + points[seat + 1 :]),
            visits=0,
            share=share,
            principal_variation=(notation,),
        )
        for notation, (share, win, points) in ranked[:top]
    ]

    wins = [sum(share * win[other] for share, win, _ in values) for other in range(position.view.n_seats)]
    scores = [sum(share * points[other] for share, _, points in values) for other in range(position.view.n_seats)]
    stats = SearchStats(0, (clock.monotonic() - started) * 1000, 0, 0, "SOLVED")
    return Suggestions(seat, suggestions, wins, scores, stats, info)
