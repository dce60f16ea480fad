"""Searches on four threads while others look on; also what ThreadSanitizer runs (docs/testing.md)."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from playing import VARIANTS, new_variant

from dinoai.search import StopFlag, suggest


@pytest.mark.parametrize("variant", VARIANTS)
def test_progress_is_read_while_four_threads_search(variant: str) -> None:
    state = new_variant(variant, 3)
    done: list[int] = []
    answer = suggest(
        state,
        state.actor,
        simulations=100_000,
        threads=4,
        seed=1,
        max_megabytes=16,
        progress=lambda simulations, seconds: done.append(simulations),
    )
    assert answer.stats.simulations == 100_000
    assert all(before <= after for before, after in pairwise(done))


@pytest.mark.parametrize("variant", ["snack-square", "draft-5-winter"])
def test_stop_is_seen_by_four_threads(variant: str) -> None:
    state = new_variant(variant, 3)
    stop = StopFlag()
    threading.Timer(0.2, stop.set).start()
    answer = suggest(state, state.actor, time=60, threads=4, seed=1, stop=stop, max_megabytes=16)
    assert answer.stats.stop_reason == "CANCELLED"
