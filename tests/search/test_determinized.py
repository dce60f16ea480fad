"""The yardstick `pimc` of Jurassic Snack: a tree for each of 16 determinizations."""

from __future__ import annotations

from functools import partial

import pytest
from playing import new_variant, random_positions
from searchers import searcher_of

from dinoai.engine.games import state_json
from dinoai.search.determinized import DeterminizedSearcher

N_WORLDS = 16


make_searcher = partial(searcher_of, DeterminizedSearcher, max_simulations=3000)


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_trees_keep_their_invariants(variant: str) -> None:
    for state, seat in random_positions(variant, 85, 20):
        searcher = make_searcher(state, seat)
        assert searcher.run(3000, float("inf")) == "SIMULATIONS"
        assert searcher.check() == 0, state_json(state, None)
        assert sum(visits for visits, *_ in searcher.statistics()) == 3000


def test_simulations_go_to_the_worlds_in_turn() -> None:
    """The first simulation of a world makes two nodes, its root and the leaf, every other one at most one."""
    searcher = make_searcher(new_variant("snack-square", 1), 0)
    for n in range(1, N_WORLDS + 1):
        searcher.simulate_once()
        assert searcher.nodes == 2 * n
        assert searcher.max_depth == 1
    searcher.run(3 * N_WORLDS, float("inf"))
    assert searcher.nodes == 4 * N_WORLDS
    assert searcher.max_depth == 1, "with more moves than visits each visit of a root tries another one"


def test_search_goes_on_when_memory_runs_out() -> None:
    for state, seat in random_positions("snack-square", 86, 10):
        searcher = make_searcher(state, seat, max_bytes=1)
        searcher.run(3000, float("inf"))
        assert searcher.nodes <= 64
        assert searcher.check() == 0
        assert sum(visits for visits, *_ in searcher.statistics()) == 3000


def test_choices_in_secret_are_refused() -> None:
    with pytest.raises(ValueError, match="in secret"):
        make_searcher(new_variant("draft-2-summer", 1), 0)
