"""The sequential test of a ladder reads deals in their order."""

from __future__ import annotations

import random

from dinoai.clients.ladder.records import GameResult
from dinoai.clients.ladder.sprt import Decision, SequentialTest
from dinoai.clients.ladder.testing import judge

TEST = SequentialTest(0, 100)


def pair(deal: int, share: float) -> list[GameResult]:
    return [
        GameResult(deal, 0, (0, 1), (share, 1 - share), (1, 1)),
        GameResult(deal, 1, (1, 0), (1 - share, share), (1, 1)),
    ]


def test_deals_after_a_gap_wait() -> None:
    results = [game for deal in range(100) for game in pair(deal, 1.0) if deal != 3]
    waiting = judge(TEST, results)
    assert len(waiting.progress.path) == 3
    assert not waiting.decided
    assert waiting.text().startswith("Test of 0 against 100 Elo, not decided after 3 deals")
    complete = judge(TEST, results + pair(3, 1.0))
    assert complete.progress.decision is Decision.ELO1
    assert complete.text().startswith(
        f"Test of 0 against 100 Elo: 100 accepted after {complete.progress.decided_after}"
    )


def test_nothing_yet() -> None:
    verdict = judge(TEST, [])
    assert verdict.text().startswith("Test of 0 against 100 Elo, not decided after 0 deals")
    assert verdict.values()["ratio"] == 0


def test_the_order_in_which_deals_were_finished_does_not_matter() -> None:
    rng = random.Random(1)
    results = [game for deal in range(200) for game in pair(deal, rng.choice((0.0, 0.5, 1.0, 1.0)))]
    shuffled = rng.sample(results, len(results))
    assert judge(TEST, results).values() == judge(TEST, shuffled).values()
