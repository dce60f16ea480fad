"""Results refuse what cannot be, and are grouped by deal."""

from __future__ import annotations

from typing import Any

import pytest

from dinoai.clients.ladder.records import Fault, GameResult, by_deal


def result(**changed: Any) -> GameResult:
    fields = {"deal": 1, "rotation": 0, "bots": (0, 1), "shares": (1.0, 0.0), "points": (9, 4)} | changed
    return GameResult(**fields)


@pytest.mark.parametrize(
    "changed",
    [
        {"bots": (0,)},
        {"points": (1, 2, 3)},
        {"shares": (1.0, 0.5)},
        {"shares": (1.5, -0.5)},
        {"shares": (float("nan"), 1.0)},
        {"fault": Fault.CRASH},
        {"faulty_seat": 1},
        {"fault": Fault.CRASH, "faulty_seat": 0},
    ],
)
def test_contradictions_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must|together"):
        result(**changed)


def test_groups() -> None:
    games = [
        result(deal=2, rotation=1, bots=(1, 0)),
        result(deal=2, bots=(0, 1)),
        result(deal=1, bots=(2, 0)),
    ]
    assert by_deal(games) == {1: [games[2]], 2: games[:2]}


def test_faults_are_named_as_they_are_stored() -> None:
    assert [str(fault) for fault in Fault] == ["crash", "illegal", "timeout"]
