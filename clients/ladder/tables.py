"""A ladder as text for the terminal: ratings, cross table, and every bot against every opponent."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from dinoai.clients.ladder.estimates import Estimate
from dinoai.clients.ladder.ratings import Ratings
from dinoai.clients.ladder.records import Bot, Fault, GameResult
from dinoai.clients.ladder.scores import Score, score_all

FAULTS = {Fault.CRASH: "Crash", Fault.ILLEGAL: "Illegal", Fault.TIMEOUT: "Timeout"}
"""Headings of the columns of faults."""


def order_by_rating(ratings: Ratings) -> list[int]:
    """The bots from the strongest to the weakest; equal ones by index."""
    return sorted(range(len(ratings.values)), key=lambda bot: (-ratings.values[bot], bot))


def ratings_table(bots: Sequence[Bot], results: Sequence[GameResult], ratings: Ratings) -> Table:
    """Elo with its interval, win share and points of each bot; by how much, and how likely, it is above the next."""
    table = _table(
        "#", "Bot", "Elo", "95 %", "To next", "Above next", "Win", "95 %", "Points", "Games", *FAULTS.values()
    )
    order, scores = order_by_rating(ratings), score_all(results, len(bots))
    for rank, bot in enumerate(order, 1):
        rating = None if bot == ratings.anchor else ratings.rating(bot)
        lead = ratings.difference(bot, order[rank]) if rank < len(order) else None
        table.add_row(
            str(rank),
            bots[bot].name,
            f"{ratings.values[bot]:.0f}",
            "anchor" if rating is None else interval_text(rating),
            "" if lead is None else difference_text(lead),
            "" if lead is None else likelihood_text(lead.superiority),
            *score_texts(scores[bot, None]),
        )
    return table


def cross_table(bots: Sequence[Bot], results: Sequence[GameResult], ratings: Ratings) -> Table:
    """Win shares in percent, of the bot of the row a seat, at tables with the bot of the column."""
    order, scores = order_by_rating(ratings), score_all(results, len(bots))
    table = _table("#", "Bot", *(str(rank) for rank in range(1, len(order) + 1)))
    for rank, bot in enumerate(order, 1):
        shares = [scores[bot, other].share if (bot, other) in scores else None for other in order]
        cells = ("" if share is None else f"{100 * share.value:.1f}" for share in shares)
        table.add_row(str(rank), bots[bot].name, *cells)
    return table


def opponents_table(bots: Sequence[Bot], results: Sequence[GameResult], ratings: Ratings) -> Table:
    """Every bot against every opponent that it has met."""
    table = _table("Bot", "Opponent", "Elo", "Win", "95 %", "Points", "Games", *FAULTS.values())
    order, scores = order_by_rating(ratings), score_all(results, len(bots))
    for bot in order:
        name = bots[bot].name
        for other in order:
            if (bot, other) in scores:
                difference = ratings.difference(bot, other)
                table.add_row(name, bots[other].name, difference_text(difference), *score_texts(scores[bot, other]))
                name = ""
    return table


def score_texts(score: Score) -> list[str]:
    """Win share, its interval, points, games and faults."""
    share, points = score.share, score.points
    return [
        "" if share is None else f"{100 * share.value:.1f} %",
        ""
        if share is None or share.low is None or share.high is None
        else f"{100 * share.low:.1f}-{100 * share.high:.1f}",
        "" if points is None else f"{points.value:.1f} ± {points.half_width:.1f}",
        f"{score.games:,}",
        *(str(score.faults[fault]) for fault in FAULTS),
    ]


def interval_text(rating: Estimate) -> str:
    """The interval of a rating: ± where it has two ends, else the bound that there is."""
    if rating.low is not None and rating.high is not None:
        return f"± {rating.half_width:.0f}"
    if rating.low is not None:
        return f"≥ {rating.low:z.0f}"
    return "no bound" if rating.high is None else f"≤ {rating.high:z.0f}"


def difference_text(difference: Estimate) -> str:
    """A difference of ratings with its interval, such as `+202 ± 24`."""
    return f"{difference.value:+z.0f} {interval_text(difference)}"


def likelihood_text(likelihood: float) -> str:
    """A likelihood in percent that is never said to be certain."""
    return "> 99.9 %" if likelihood > 0.999 else "< 0.1 %" if likelihood < 0.001 else f"{100 * likelihood:.1f} %"


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in headings:
        text = heading in ("Bot", "Opponent")
        table.add_column(heading, justify="left" if text else "right", overflow="fold", no_wrap=not text)
    return table
