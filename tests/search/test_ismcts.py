"""The search core: tree invariants, availability, memory bound."""

from __future__ import annotations

from functools import partial

import pytest
from playing import VARIANTS, new_variant, random_positions
from searchers import searcher_of

from dinoai.engine.games import state_json
from dinoai.search import suggest
from dinoai.search.bench import run_bench
from dinoai.search.ismcts import Searcher, StopFlag

make_searcher = partial(searcher_of, Searcher)


@pytest.mark.parametrize("variant", VARIANTS)
def test_tree_keeps_its_invariants(variant: str) -> None:
    for state, seat in random_positions(variant, 81, 5):
        searcher = make_searcher(state, seat)
        assert searcher.run(3000, float("inf")) == "SIMULATIONS"
        assert searcher.check() == 0, state_json(state, None)
        assert searcher.simulations == 3000
        assert sum(visits for visits, *_ in searcher.statistics()) == 3000


@pytest.mark.parametrize("variant", VARIANTS)
def test_actions_follow_from_the_information_set(variant: str) -> None:
    """Matching actions at every visit changes nothing: what a node's seat may do never depends on the world."""
    for state, seat in random_positions(variant, 82, 5):
        plain, matching = (make_searcher(state, seat, match_actions=match) for match in (False, True))
        for searcher in (plain, matching):
            searcher.run(3000, float("inf"))
            assert searcher.check() == 0
        assert plain.statistics() == matching.statistics(), state_json(state, None)
        assert plain.digest() == matching.digest()


@pytest.mark.parametrize("variant", VARIANTS)
def test_search_goes_on_when_memory_runs_out(variant: str) -> None:
    for state, seat in random_positions(variant, 83, 3):
        searcher = make_searcher(state, seat, max_bytes=1, max_simulations=10**6)
        searcher.run(5000, float("inf"))
        assert searcher.out_of_memory or searcher.nodes < 64
        assert searcher.nodes <= 64
        assert searcher.check() == 0
        assert sum(visits for visits, *_ in searcher.statistics()) == 5000


def test_more_simulations_than_slots_grow_the_table() -> None:
    searcher = make_searcher(new_variant("snack-square", 1), 0, max_bytes=2**26, max_simulations=20000)
    searcher.run(20000, float("inf"))
    assert searcher.nodes > 10000
    assert searcher.check() == 0


def test_a_stop_flag_set_beforehand_leaves_one_simulation() -> None:
    stop = StopFlag()
    stop.set("SHUTDOWN")
    stop.set("CANCELLED")
    answer = suggest(new_variant("snack-square", 1), 0, simulations=1000, stop=stop)
    assert answer.stats.simulations == 1
    assert answer.stats.stop_reason == "SHUTDOWN"


def test_bench_signature_is_the_same_on_every_run() -> None:
    first, second = (run_bench(simulations=300, playouts=10) for _ in range(2))
    assert first.signature == second.signature
    assert [row.signature for row in first.rows] == [row.signature for row in second.rows]
    assert run_bench(simulations=301, playouts=10).signature != first.signature
