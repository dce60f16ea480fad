"""Levels of play by the ladder: three levels up is clearly stronger (docs/levels.md has the whole table)."""

from __future__ import annotations

from pathlib import Path

import pytest
from ladders import play_here, settings_of

from dinoai.clients.ladder.reading import results_of
from dinoai.clients.ladder.scores import score_bot
from dinoai.clients.ladder.store import Store


@pytest.mark.parametrize("weaker", [1, 4, 7])
@pytest.mark.parametrize("game", ["jurassic_snack", "draftosaurus"])
def test_a_higher_level_is_stronger(tmp_path: Path, game: str, weaker: int) -> None:
    bots = [f"ismcts:level={weaker + 3},simulations=600", f"ismcts:level={weaker}"]
    path = tmp_path / "x.db"
    play_here(path, settings_of(game, bots, deals=12, seed=5))
    with Store.open(path) as store:
        score = score_bot(results_of(store), 0)
    assert score.share is not None
    assert score.share.value > 0.6, score
