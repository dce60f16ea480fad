"""A ladder on the terminal, and the same as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from dinoai.clients.ladder.estimates import Estimate
from dinoai.clients.ladder.ratings import Ratings, rate
from dinoai.clients.ladder.reading import bots_of, find_anchor, results_of, test_of
from dinoai.clients.ladder.records import Bot, GameResult
from dinoai.clients.ladder.scores import Score, score_bot
from dinoai.clients.ladder.store import Store, Thinking
from dinoai.clients.ladder.tables import FAULTS, cross_table, opponents_table, ratings_table
from dinoai.clients.ladder.testing import Verdict, judge
from dinoai.clients.names import name_of


def show_ladder(store: Store, anchor: str | None = None) -> Iterator[RenderableType]:
    """The parts of the picture: what is played, ratings, cross table, every pair, time, and the sequential test."""
    settings, results = store.settings(), results_of(store)
    bots = bots_of(settings)
    ratings = rate(results, len(bots), find_anchor(bots, anchor))
    options = ", ".join(f"{name} {str(value).lower()}" for name, value in settings.rules.options.items())
    n_deals = len({result.deal for result in results})
    yield f"{name_of(settings.rules.game)}{f', {options}' if options else ''}, seed {settings.seed}"
    yield f"{len(results):,} of {settings.n_games():,} games, {n_deals:,} deals"
    yield ratings_table(bots, results, ratings)
    if len(bots) > 2:
        yield cross_table(bots, results, ratings)
        yield opponents_table(bots, results, ratings)
    yield thinking_table(bots, store.thinking())
    if (test := test_of(settings)) is not None:
        yield judge(test, results).text()


def thinking_table(bots: Sequence[Bot], thinking: Sequence[Thinking]) -> Table:
    """The time that bots took."""
    table = Table("Bot", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in ("Moves", "ms/move", "Longest ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot, spent in zip(bots, thinking, strict=True):
        mean = f"{1000 * spent.seconds / spent.moves:.2f}" if spent.moves else ""
        table.add_row(bot.name, f"{spent.moves:,}", mean, f"{1000 * spent.longest:.1f}")
    return table


def ladder_values(store: Store, anchor: str | None = None) -> dict[str, Any]:
    """The same as plain values for JSON."""
    settings, results = store.settings(), results_of(store)
    bots = bots_of(settings)
    ratings = rate(results, len(bots), find_anchor(bots, anchor))
    thinking = store.thinking()
    values: dict[str, Any] = {
        "game": settings.rules.game,
        "options": settings.rules.options,
        "seed": settings.seed,
        "games": len(results),
        "games_planned": settings.n_games(),
        "deals": len({result.deal for result in results}),
        "bots": [_bot_values(index, bots, results, ratings, thinking[index]) for index in range(len(bots))],
    }
    if (test := test_of(settings)) is not None:
        verdict: Verdict = judge(test, results)
        values["test"] = {**(settings.test or {}), **verdict.values()}
    return values


def _bot_values(
    bot: int, bots: Sequence[Bot], results: Sequence[GameResult], ratings: Ratings, spent: Thinking
) -> dict[str, Any]:
    opponents = {
        bots[other].name: {"elo": _estimate_values(ratings.difference(bot, other)), **_score_values(score)}
        for other in range(len(bots))
        if other != bot and (score := score_bot(results, bot, other)).games
    }
    return {
        "name": bots[bot].name,
        "elo": _estimate_values(None if bot == ratings.anchor else ratings.rating(bot)),
        **_score_values(score_bot(results, bot)),
        "moves": spent.moves,
        "seconds": spent.seconds,
        "longest": spent.longest,
        "opponents": opponents,
    }


def _score_values(score: Score) -> dict[str, Any]:
    return {
        "games": score.games,
        "deals": score.deals,
        "share": _estimate_values(score.share),
        "points": _estimate_values(score.points),
        **{fault.value: score.faults[fault] for fault in FAULTS},
    }


def _estimate_values(estimate: Estimate | None) -> dict[str, float | None] | None:
    return None if estimate is None else {"value": estimate.value, "low": estimate.low, "high": estimate.high}
