"""What is told of a ladder while it runs."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from dinoai.clients.ladder.records import Bot, GameResult
from dinoai.clients.ladder.watching import LadderProgress, duration

BOTS = [Bot("first"), Bot("second")]


def watched(*, terminal: bool) -> str:
    """What is written while four of eight games are added, two of which were played before."""
    out = io.StringIO()
    results = [GameResult(0, rotation, (0, 1), (1.0, 0.0), (3, 2)) for rotation in range(2)]
    console = Console(file=out, force_terminal=terminal, width=120, highlight=False, color_system=None)
    with LadderProgress(console, BOTS, results, 8, 1) as progress:
        results.extend(GameResult(1, rotation, (0, 1), (0.0, 1.0), (3, 2)) for rotation in range(2))
        progress.update()
    return out.getvalue()


def test_a_terminal_shows_games_and_ratings() -> None:
    text = watched(terminal=True)
    assert "4 of 8 games, " in text
    assert " a second, " in text
    assert " left" in text
    assert "first" in text
    assert "anchor" in text


def test_elsewhere_a_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(terminal=False) == ""
    monkeypatch.setattr("dinoai.clients.ladder.watching._LINE_SECONDS", 0.0)
    text = watched(terminal=False)
    assert text.startswith("4 of 8 games, ")
    assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "1 h 00 min"), (7260, "2 h 01 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
