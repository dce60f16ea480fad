"""The corpus of the fuzzers, replayed: it keeps the promises of `targets`, in time and memory."""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from mutation import mutate_json, mutate_moves, mutate_proto  # noqa: E402
from targets import TARGETS  # noqa: E402

MUTATIONS = {"json": mutate_json, "proto": mutate_proto, "moves": mutate_moves}
MAX_SECONDS = 1.0  # an input
MAX_GROWTH = 256 * 2**20  # bytes of peak memory for all inputs of a target


def seeds(target: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((HERE / "corpus" / target).iterdir())]


def peak_memory() -> int:
    """The most memory this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@pytest.mark.parametrize("target", TARGETS)
def test_corpus_keeps_the_promises(target: str) -> None:
    inputs = seeds(target)
    assert len(inputs) >= 20
    before = peak_memory()
    for data in inputs:
        started = time.process_time()
        TARGETS[target](data)
        assert time.process_time() - started < MAX_SECONDS, data
    assert peak_memory() - before < MAX_GROWTH


@pytest.mark.parametrize("target", TARGETS)
def test_changed_seeds_keep_the_promises(target: str) -> None:
    """A few of the changes that the fuzzers make, with fixed seeds."""
    rng = random.Random(7)
    for data in seeds(target):
        for _ in range(5):
            TARGETS[target](MUTATIONS[target](data, rng))
