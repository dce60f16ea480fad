"""The sequential test of a ladder: whether it is decided by the games so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dinoai.clients.ladder.pairs import deal_shares
from dinoai.clients.ladder.records import GameResult
from dinoai.clients.ladder.sprt import Decision, Progress, SequentialTest, follow


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """How a ladder's test stands."""

    test: SequentialTest
    """The test."""

    progress: Progress
    """Its course over the deals that have been played without a gap."""

    @property
    def decided(self) -> bool:
        """Whether no more games are needed."""
        return self.progress.decision is not None

    def text(self) -> str:
        """A line for a person."""
        low, high = self.test.bounds
        n_deals = self.progress.decided_after or len(self.progress.path)
        ratio = float(self.progress.path[n_deals - 1]) if n_deals else 0.0
        figures = f"after {n_deals:,} deals: log likelihood ratio {ratio:+.2f}, bounds {low:.2f} and {high:.2f}"
        if self.progress.decision is None:
            return f"Test of {self.test.elo0:g} against {self.test.elo1:g} Elo, not decided {figures}"
        accepted = self.test.elo1 if self.progress.decision is Decision.ELO1 else self.test.elo0
        return f"Test of {self.test.elo0:g} against {self.test.elo1:g} Elo: {accepted:g} accepted {figures}"

    def values(self) -> dict[str, Any]:
        """The same for JSON."""
        decision = self.progress.decision
        return {
            "decision": None if decision is None else decision.value,
            "decided_after": self.progress.decided_after,
            "ratio": self.progress.ratio,
            "bounds": list(self.test.bounds),
        }


def judge(test: SequentialTest, results: Sequence[GameResult]) -> Verdict:
    """Follow a test by the games of its deals in order, up to the first deal that is missing.

    So the decision does not depend on which deals happened to be finished first.
    """
    done = {result.deal for result in results}
    end = next(number for number in range(len(done) + 1) if number not in done)
    return Verdict(test, follow(test, deal_shares([result for result in results if result.deal < end], 0, 1)))
