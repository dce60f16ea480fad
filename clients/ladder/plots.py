"""Plots of a ladder as SVG to stand in a page, whose colours they take.

Needs matplotlib, which comes with `dinoai[report]`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from dinoai.clients.ladder.ratings import Ratings
from dinoai.clients.ladder.records import Bot
from dinoai.clients.ladder.sprt import Progress, SequentialTest
from dinoai.clients.ladder.tables import order_by_rating

COLOURS = {
    "#010101": "var(--text)",
    "#020202": "var(--muted)",
    "#030303": "var(--line)",
    "#040404": "var(--series-1)",
    "#050505": "var(--series-2)",
    "#060606": "var(--series-3)",
    "#070707": "var(--series-4)",
}
"""Stand-ins that matplotlib draws with, and the variables of the page that replace them, for light and dark alike."""

TEXT, MUTED, LINE, *SERIES = COLOURS
MARKERS = "osD^"
"""Series differ by marker too, for those who do not tell colours apart."""

WIDTH = 7.6
"""Inches; the page scales plots to its own width."""

Curve = tuple[str, list[tuple[float, int]]]
"""A label, and budgets with the bots that had them."""


def plot_ratings(bots: Sequence[Bot], ratings: Ratings) -> str:
    """Every bot's rating with its 95 % interval; an arrow where the games give no bound."""
    order = order_by_rating(ratings)
    with _plot("ratings", 0.9 + 0.34 * len(order)) as plot:
        axes = plot.axes
        for row, bot in enumerate(order):
            _draw_rating(axes, ratings, bot, None, row, 0)
        axes.set_yticks(range(len(order)), [bots[bot].name for bot in order])
        axes.set_ylim(len(order) - 0.4, -0.6)
        axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
        axes.grid(axis="x", color=LINE, linewidth=0.6)
        axes.set_xlabel(f"Elo above {bots[ratings.anchor].name}, with 95 % intervals")
    return plot.svg


def plot_test(test: SequentialTest, progress: Progress) -> str:
    """The log likelihood ratio after each deal, between the bounds."""
    with _plot("test", 3.2) as plot:
        axes = plot.axes
        axes.plot(np.arange(len(progress.path) + 1), [0, *progress.path], color=SERIES[0], linewidth=1.4)
        for bound, elo in zip(test.bounds, (test.elo0, test.elo1), strict=True):
            axes.axhline(bound, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
            axes.annotate(
                f"accept {elo:g} Elo",
                (0, bound),
                xytext=(4, 4 if bound > 0 else -11),
                textcoords="offset points",
                color=MUTED,
                fontsize=9,
            )
        if progress.decided_after is not None:
            decided = progress.decided_after
            axes.plot([decided], [progress.path[decided - 1]], MARKERS[0], color=SERIES[1], markersize=7)
        low, high = test.bounds
        axes.set_ylim(min(low, progress.path.min(initial=0)) - 0.8, max(high, progress.path.max(initial=0)) + 0.8)
        axes.set_xlim(left=0, right=max(1, len(progress.path)) * 1.02)
        axes.grid(color=LINE, linewidth=0.6)
        axes.set_xlabel("deals")
        axes.set_ylabel("log likelihood ratio")
    return plot.svg


def plot_budgets(ratings: Ratings, curves: Sequence[Curve], unit: str) -> str:
    """Elo against the budget a decision, in `unit`, on a logarithmic axis: a line for each kind of bot."""
    with _plot(f"budget-{unit}", 3.6) as plot:
        axes = plot.axes
        for number, (label, points) in enumerate(curves):
            values = [float(ratings.values[bot]) for _, bot in points]
            colour = SERIES[number % len(SERIES)]
            axes.plot([budget for budget, _ in points], values, color=colour, linewidth=1.4)
            for budget, bot in points:
                _draw_rating(axes, ratings, bot, budget, None, number)
            axes.plot([], [], f"{MARKERS[number % len(MARKERS)]}-", color=colour, label=label)
        axes.set_xscale("log")
        budgets = sorted({budget for _, points in curves for budget, _ in points})
        axes.set_xticks(budgets, [f"{budget:,g}" for budget in budgets])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.grid(color=LINE, linewidth=0.6)
        axes.set_xlabel(f"{unit} a decision")
        axes.set_ylabel("Elo, with 95 % intervals")
        axes.legend(frameon=False, fontsize=9)
    return plot.svg


def _draw_rating(axes: Axes, ratings: Ratings, bot: int, x: float | None, y: float | None, series: int) -> None:
    """A bot's rating and its interval, along the coordinate that is not given."""
    value = float(ratings.values[bot])
    place = (value if x is None else x, value if y is None else y)
    colour = SERIES[series % len(SERIES)]
    axes.plot(*place, MARKERS[series % len(MARKERS)], color=colour, markersize=6)
    if bot == ratings.anchor:
        return
    rating = ratings.rating(bot)
    axis, half = ("x" if x is None else "y"), rating.half_width
    ends = [[0.0 if rating.low is None else half], [0.0 if rating.high is None else half]]
    style: dict[str, Any] = {"fmt": "none", "color": colour, "elinewidth": 1.4, "capsize": 3.0}
    axes.errorbar(*place, **style | {f"{axis}err": ends})
    for bound, limit in ((rating.low, "uplims"), (rating.high, "lolims")):
        if bound is None:
            axes.errorbar(*place, **style | {f"{axis}err": half, f"{'x' if axis == 'x' else ''}{limit}": True})


@dataclass(slots=True)
class _Plot:
    axes: Axes
    svg: str = ""


@contextmanager
def _plot(name: str, height: float) -> Iterator[_Plot]:
    """Draw in the stand-ins, with text as text; at the end the plot has its `svg`."""
    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.size": 10,
        "axes.edgecolor": MUTED,
        "text.color": TEXT,
        "axes.labelcolor": TEXT,
        "xtick.color": TEXT,
        "ytick.color": TEXT,
    }
    with rc_context(style):  # type: ignore[arg-type]  # a literal for every key there is
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        plot = _Plot(figure.add_subplot())
        plot.axes.spines[["top", "right"]].set_visible(False)
        plot.axes.set_axisbelow(True)
        yield plot
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    plot.svg = _for_page(name, buffer.getvalue())


def _for_page(name: str, svg: str) -> str:
    """The `svg` element alone: it scales, has identifiers of its own, and takes the page's colours."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"<(metadata|style)\b.*?</\1>", "", element, flags=re.DOTALL)
    element = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{name}-", element)
    size = re.compile(r' (?:width|height)="[\d.]+pt"')
    element = re.sub(r"<svg [^>]*>", lambda tag: size.sub("", tag[0]), element, count=1)
    for stand_in, variable in COLOURS.items():
        element = element.replace(stand_in, variable)
    return element.replace("<svg ", '<svg aria-hidden="true" ', 1)
