"""The tables and the page of a ladder: complete, self-contained and well-formed."""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from io import StringIO
from itertools import combinations

import numpy as np
import pytest
from rich.console import Console
from simulated_ladders import World, play, round_robin

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.ratings import rate
from dinoai.clients.ladder.records import Bot, Fault, GameResult
from dinoai.clients.ladder.report import Ladder, budget_curves, render_report
from dinoai.clients.ladder.sprt import SequentialTest
from dinoai.clients.ladder.tables import cross_table, opponents_table, ratings_table

BOTS = [
    Bot("random", "random"),
    Bot("<greedy> & co", "greedy"),
    *(Bot(f"ismcts:simulations={n}", "ismcts", simulations=n) for n in (100, 1000)),
]
VOID = {"meta", "link", "br", "use"}


def games(deals: int = 8) -> list[GameResult]:
    """`random` loses everything, and `greedy` once by a fault."""
    rng = np.random.default_rng(2)
    world = World((-9000, 0, 100, 200), ties=0)
    results = play(world, deals, rng, list(combinations(range(4), 2)))
    results.append(GameResult(99, 0, (1, 2), (0.0, 1.0), (0, 0), Fault.TIMEOUT, 0))
    return results


class Page(HTMLParser):
    """Checks nesting and collects what a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.identifiers: Counter[str] = Counter()
        self.references: list[str] = []
        self.tags: Counter[str] = Counter()
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id" and value:
                self.identifiers[value] += 1
            if name in ("href", "xlink:href", "src", "aria-labelledby") and value:
                self.references.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


def check(page: str) -> Page:
    parsed = Page(page)
    assert max(parsed.identifiers.values()) == 1
    inside = {reference.removeprefix("#") for reference in parsed.references}
    assert inside <= parsed.identifiers.keys(), "a reference leaves the page"
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= parsed.identifiers.keys()
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= namespaces
    assert not parsed.tags["script"]
    assert not re.search(r"\b(nan|inf|None)\b", " ".join(parsed.texts))
    assert not re.search(r"#0[1-7]0", page), "a colour that the page does not define"
    defined = set(re.findall(r"(--[\w-]+):", page))
    assert set(re.findall(r"var\((--[\w-]+)\)", page)) <= defined
    return parsed


def test_the_page_is_complete_and_needs_nothing_else() -> None:
    ladder = Ladder("Jurassic Snack", [("Seed", "7")], BOTS, games())
    page = render_report(ladder)
    parsed = check(page)
    assert parsed.tags["svg"] == 2  # ratings, and strength against simulations
    assert parsed.tags["h1"] == 1 and parsed.tags["table"] == 3
    assert "<greedy> & co" in parsed.texts
    assert render_report(ladder) == page


@pytest.mark.parametrize("results", [[], games(1)[:1]])
def test_a_ladder_that_has_hardly_begun_has_a_page(results: list[GameResult]) -> None:
    check(render_report(Ladder("Begun", [], BOTS, results, test=SequentialTest())))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "dinoai.clients.ladder.report")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(LadderError, match=r"needs jinja2; `pip install 'dinoai\[report\]'`"):
        importlib.import_module("dinoai.clients.ladder.report")


def test_a_test_is_shown_with_its_decision() -> None:
    results = play(World((300, 0)), 60, np.random.default_rng(1), [(0, 1)])
    page = render_report(Ladder("Test", [], BOTS[:2], results, anchor=1, test=SequentialTest(0, 60)))
    text = " ".join(check(page).texts)
    assert re.search(r"Decided after \d+ deals: 60 Elo accepted\.", text)
    assert "accept 60 Elo" in text and "Normalized Elo" in text


def test_tables_of_four_have_a_page() -> None:
    world = World((0, 100, 200, 300), seats=4)
    results = play(world, 2, np.random.default_rng(1), round_robin(world))
    assert "4 seats" in " ".join(check(render_report(Ladder("Four", [], BOTS, results))).texts)


def test_budgets_compare_what_differs_in_nothing_else() -> None:
    bots = [
        Bot("a", "ismcts", simulations=1000),
        Bot("b", "ismcts", simulations=100),
        Bot("c", "ismcts", simulations=100, options={"leaf": "playout"}),
        Bot("d", "ismcts", seconds=0.1),
        Bot("e", "ismcts", seconds=0.2),
        Bot("f", "greedy"),
    ]
    assert budget_curves(bots) == [
        ("simulations", [("ismcts", [(100, 1), (1000, 0)])]),
        ("seconds", [("ismcts", [(0.1, 3), (0.2, 4)])]),
    ]


def text_of(table: object) -> str:
    console = Console(file=StringIO(), width=140)
    console.print(table)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_tables_for_the_terminal() -> None:
    results = games()
    ratings = rate(results, len(BOTS), anchor=1)
    ranked = text_of(ratings_table(BOTS, results, ratings))
    assert re.search(r"4 +random +-\d+ +≤ -\d+ ", ranked), ranked
    assert "anchor" in ranked and "nan" not in ranked
    cross = text_of(cross_table(BOTS, results, ratings))
    assert re.search(r"4 +random +0\.0 +0\.0 +0\.0", cross), cross
    opponents = text_of(opponents_table(BOTS, results, ratings))
    assert re.search(r"ismcts:simulations=100 .* 17 +0 +0 +1 *$", opponents, re.MULTILINE), opponents
