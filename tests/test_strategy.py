"""The positions of the strategy documents: drawn as printed, searchable, and judged as told."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playing import ROOT
from rich.console import Console

from dinoai.clients.drawing import draw_state
from dinoai.clients.output import PIPE_WIDTH
from dinoai.engine.games import legal_moves, parse_state
from dinoai.engine.state import State
from dinoai.search import suggest

POSITIONS = ROOT / "examples" / "positions"

TABLE = re.compile(
    r"^```\n(?P<drawing>(?:(?!```).*\n)+)```\n\n"
    r"^\| \[(?P<label>\w+)\]\(\.\./examples/positions/(?P<file>\w+/\w+\.json)\) \| searched \| played out \|\n"
    r"\|---\|---\|---\|\n"
    r"\| better: `(?P<better>[^`]+)` \| (?P<high>[\d.]+) % \| (?P<high_got>[\d.]+) ± [\d.]+ % \|\n"
    r"\| played: `(?P<played>[^`]+)` \| (?P<low>[\d.]+) % \| (?P<low_got>[\d.]+) ± [\d.]+ % \|$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Told:
    """What a document says of a position."""

    document: str
    file: str
    drawing: str
    better: str
    played: str
    high: float
    """The searched chance of winning of the better move, in percent."""

    low: float
    """That of the move played."""

    high_got: float
    """The share of the games played on from there, in percent."""

    low_got: float

    @property
    def view(self) -> State:
        """The position."""
        return parse_state((POSITIONS / self.file).read_bytes())


def told() -> list[Told]:
    found = []
    for path in sorted((ROOT / "docs").glob("*_strategy.md")):
        for match in TABLE.finditer(path.read_text()):
            values = {key: float(match[key]) for key in ("high", "low", "high_got", "low_got")}
            found.append(Told(path.name, match["file"], match["drawing"], match["better"], match["played"], **values))
    return found


TOLD = told()


def test_every_position_is_told_of_once_in_the_document_of_its_game() -> None:
    files = sorted(str(path.relative_to(POSITIONS)) for path in POSITIONS.rglob("*.json"))
    assert sorted(of.file for of in TOLD) == files
    assert all(of.document == f"{Path(of.file).parent}_strategy.md" for of in TOLD)


@pytest.mark.parametrize("of", TOLD, ids=lambda of: of.file)
def test_a_position(of: Told) -> None:
    console = Console(file=io.StringIO(), width=PIPE_WIDTH)
    console.print(draw_state(of.view))
    assert isinstance(console.file, io.StringIO)
    drawn = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert of.drawing.splitlines() == drawn
    assert of.view.viewer is not None
    assert {of.better, of.played} <= set(legal_moves(of.view))
    found = suggest(of.view, simulations=200, seed=1, allow_moves=[of.better, of.played])
    assert {suggestion.notation for suggestion in found.suggestions} == {of.better, of.played}
    assert of.high > of.low and of.high_got > of.low_got


@pytest.mark.slow
@pytest.mark.parametrize("of", TOLD, ids=lambda of: of.file)
def test_the_better_move_is_worth_more_than_the_one_played(of: Told) -> None:
    found = []
    for move, chance in ((of.better, of.high), (of.played, of.low)):
        alone = suggest(of.view, simulations=20_000, seed=1, allow_moves=[move]).suggestions[0]
        assert 100 * alone.win_probability == pytest.approx(chance, abs=10)
        found.append(alone.win_probability)
    assert found[0] > found[1]
