"""The memory of searches, which later ones are given again."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from playing import VARIANTS, new_variant, random_positions

from dinoai.engine.state import State
from dinoai.search import Suggestions, suggest


def answer(state: State, seat: int, bot: str, simulations: int) -> Suggestions:
    """An answer without its time."""
    found = suggest(state, seat, bot=bot, simulations=simulations, seed=3)
    return replace(found, stats=replace(found.stats, elapsed_millis=0.0))


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_left_of_searches_before(variant: str) -> None:
    positions = random_positions(variant, 91, 4)
    asked = [
        (state, seat, bot, simulations)
        for simulations in (2000, 500)
        for state, seat in positions
        for bot in ("ismcts", "ismcts-plain", "pimc")
    ]
    first = [answer(*one) for one in asked]
    assert [answer(*one) for one in reversed(asked)] == first[::-1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the page faults of a thread")
def test_a_small_search_after_others_takes_hardly_any_new_memory() -> None:
    import resource

    state = new_variant("snack-square", 1)

    def page_faults() -> int:
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        answer(state, 0, "ismcts", 10_000)
        return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before

    assert min(page_faults() for _ in range(4)) < 50
