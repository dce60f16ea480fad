"""A ladder as one HTML page that needs nothing else: no network, no scripts.

Needs jinja2 and matplotlib, which come with `dinoai[report]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.pairs import compare
from dinoai.clients.ladder.ratings import Ratings, rate
from dinoai.clients.ladder.records import Bot, GameResult
from dinoai.clients.ladder.scores import Score, score_all
from dinoai.clients.ladder.sprt import Decision, SequentialTest
from dinoai.clients.ladder.tables import FAULTS, interval_text, likelihood_text, order_by_rating, score_texts
from dinoai.clients.ladder.testing import judge

try:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from dinoai.clients.ladder.plots import Curve, plot_budgets, plot_ratings, plot_test
except ModuleNotFoundError as error:
    raise LadderError(f"a report needs {error.name}; `pip install 'dinoai[report]'` brings it") from None


Scores: TypeAlias = dict[tuple[int, int | None], Score]


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a report is made of."""

    title: str
    """What was played, such as `Jurassic Snack`."""

    facts: Sequence[tuple[str, str]]
    """More about it as names and values, such as the seed and the version."""

    bots: Sequence[Bot]

    results: Sequence[GameResult]

    anchor: int = 0
    """The bot at 0 Elo."""

    test: SequentialTest | None = None
    """The test of the first bot against the second that the ladder is, if it is one."""


def render_report(ladder: Ladder) -> str:
    """The page. The same ladder gives the same bytes."""
    ratings = rate(ladder.results, len(ladder.bots), ladder.anchor)
    scores = score_all(ladder.results, len(ladder.bots))
    environment = Environment(
        loader=PackageLoader("dinoai.clients.ladder", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(
        ladder=ladder,
        deals=len({result.deal for result in ladder.results}),
        seats=max((len(result.bots) for result in ladder.results), default=2),
        anchor=ladder.bots[ladder.anchor].name,
        faults=list(FAULTS.values()),
        ratings=list(_rating_rows(ladder, scores, ratings)),
        ratings_plot=Markup(plot_ratings(ladder.bots, ratings)),
        names=[ladder.bots[bot].name for bot in order_by_rating(ratings)],
        cross=_cross(ladder, scores, ratings),
        opponents=list(_opponent_rows(ladder, scores, ratings)),
        test=_test(ladder),
        budgets=list(_budgets(ladder, ratings)),
    )


def budget_curves(bots: Sequence[Bot]) -> list[tuple[str, list[Curve]]]:
    """For simulations and seconds the bots that differ in nothing else, where there are two or more of them."""
    result = []
    for unit in ("simulations", "seconds"):
        groups: dict[tuple[object, ...], list[tuple[float, int]]] = {}
        for index, bot in enumerate(bots):
            budget = bot.simulations if unit == "simulations" else bot.seconds
            other = bot.seconds if unit == "simulations" else bot.simulations
            if budget is not None:
                key = (bot.kind, other, *sorted(bot.options.items()))
                groups.setdefault(key, []).append((budget, index))
        curves = [
            (_curve_label(bots[points[0][1]]), sorted(points))
            for points in groups.values()
            if len({budget for budget, _ in points}) > 1
        ]
        if curves:
            result.append((unit, curves))
    return result


def _curve_label(bot: Bot) -> str:
    options = ", ".join(f"{name} {value}" for name, value in sorted(bot.options.items()))
    return f"{bot.kind} ({options})" if options else bot.kind


def _rating_rows(ladder: Ladder, scores: Scores, ratings: Ratings) -> Iterable[list[str]]:
    order = order_by_rating(ratings)
    for rank, bot in enumerate(order, 1):
        interval = "anchor" if bot == ratings.anchor else interval_text(ratings.rating(bot))
        above = ratings.difference(bot, order[rank]).superiority if rank < len(order) else None
        yield [
            str(rank),
            ladder.bots[bot].name,
            f"{ratings.values[bot]:.0f}",
            interval,
            "" if above is None else likelihood_text(above),
            *score_texts(scores[bot, None]),
        ]


def _cross(ladder: Ladder, scores: Scores, ratings: Ratings) -> list[tuple[str, list[Score | None]]]:
    order = order_by_rating(ratings)
    return [(ladder.bots[bot].name, [scores.get((bot, other)) for other in order]) for bot in order]


def _opponent_rows(ladder: Ladder, scores: Scores, ratings: Ratings) -> Iterable[tuple[str, list[list[str]]]]:
    order = order_by_rating(ratings)
    for bot in order:
        rows = []
        for other in order:
            if (bot, other) in scores:
                difference = ratings.difference(bot, other)
                elo = f"{difference.value:+z.0f}"
                texts = score_texts(scores[bot, other])
                rows.append([ladder.bots[other].name, elo, interval_text(difference), *texts])
        if rows:
            yield ladder.bots[bot].name, rows


@dataclass(frozen=True, slots=True)
class _TestSection:
    plot: str
    verdict: str
    figures: list[tuple[str, str]]


def _test(ladder: Ladder) -> _TestSection | None:
    test = ladder.test
    if test is None:
        return None
    first, second = ladder.bots[0].name, ladder.bots[1].name
    progress = judge(test, ladder.results).progress
    low, high = test.bounds
    figures = [
        ("Hypotheses", f"{first} is {test.elo0:g} or {test.elo1:g} Elo above {second}"),
        (
            "Error probabilities",
            f"{100 * test.alpha:g} % if {test.elo0:g} is true, {100 * test.beta:g} % if {test.elo1:g} is",
        ),
        ("Log likelihood ratio", f"{progress.ratio:.2f} (bounds {low:.2f} and {high:.2f})"),
        ("Deals", f"{len(progress.path):,}"),
    ]
    if test.own == test.others == 1:
        pairs = compare(ladder.results, 0, 1)
        figures += [
            ("Pairs with 0, ½, 1, 1½, 2 wins", ", ".join(f"{count:,}" for count in pairs.counts)),
            ("Elo", f"{pairs.elo.value:+z.0f} ({interval_text(pairs.elo)})"),
            ("Normalized Elo", f"{pairs.normalized_elo.value:+z.0f} ({interval_text(pairs.normalized_elo)})"),
            ("Likelihood that it is above", likelihood_text(pairs.elo.superiority)),
        ]
    verdict = "Not decided yet."
    if progress.decision is not None:
        accepted = test.elo1 if progress.decision is Decision.ELO1 else test.elo0
        verdict = f"Decided after {progress.decided_after:,} deals: {accepted:g} Elo accepted."
    return _TestSection(Markup(plot_test(test, progress)), verdict, figures)


def _budgets(ladder: Ladder, ratings: Ratings) -> Iterable[tuple[str, str]]:
    for unit, curves in budget_curves(ladder.bots):
        yield unit, Markup(plot_budgets(ratings, curves, unit))
