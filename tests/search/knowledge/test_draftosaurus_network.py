"""What the network of Draftosaurus is told, and where it is asked."""

from __future__ import annotations

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.draftosaurus.choices import situation
from dinoai.engine.games import state_json, view
from dinoai.engine.rng import Rng
from dinoai.search.knowledge.draftosaurus_features import MOST_ZOO_ROWS, ZOO_ROWS, find_zoo_rows
from dinoai.search.knowledge.draftosaurus_guidance import configure, evaluation

DRAFTS = [variant for variant in VARIANTS if variant.startswith("draft")]


@pytest.mark.parametrize("variant", [variant for variant in DRAFTS if "winter" in variant])
def test_rows_tell_nothing_hidden(variant: str) -> None:
    """Worlds drawn for a seat's view have the same rows for it as the true state."""
    n_checked = 0
    for state, seat in random_positions(variant, 23, 60):
        rows = find_zoo_rows(state, seat)
        assert 15 <= len(rows) <= MOST_ZOO_ROWS and max(rows) < ZOO_ROWS, (rows, state_json(state, None), seat)
        seen = view(state, seat)
        for seed in range(5):
            world = seen.sample(seat, Rng(seed))
            assert find_zoo_rows(world, seat) == rows, (seed, seat, state_json(state, None), state_json(world, None))
            n_checked += 1
    assert n_checked > 100


@pytest.mark.parametrize("variant", DRAFTS)
def test_the_network_judges_winter_zoos_with_turns_left(variant: str, tables_alone: None) -> None:
    n_changed = n_same = 0
    for state, _ in random_positions(variant, 29, 100):
        by_tables = evaluation(state)[1]
        configure(refined=True)
        refined = evaluation(state)[1]
        configure(refined=False)
        for old, new in zip(by_tables, refined, strict=True):
            assert abs(old - new) < 12, (old, new, state_json(state, None))
            n_changed += old != new
            n_same += old == new
        if "winter" not in variant or situation(state)[1] == "QUARANTINE":
            assert refined == by_tables, state_json(state, None)
    assert "winter" not in variant or n_changed > 4 * n_same
