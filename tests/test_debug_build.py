"""A debug build (DINOAI_DEBUG=1) checks itself, and a broken promise ends the process where it was broken."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from playing import ROOT

from dinoai.engine.debug import DEBUG

# A search that is given an action no seat has, past the checks of `suggest`.
ILLEGAL = """
from dinoai.engine.games import new_game, view
from dinoai.search.ismcts import Searcher, StopFlag
state = view(new_game("jurassic_snack", seed=1), 0)
searcher = Searcher(state, 0, [[(999,)]], exploration=0.7, seed=1, stream=0, max_simulations=9, max_bytes=1,
                    stop_flag=StopFlag())
searcher.run(9, 1.0)
"""


@pytest.mark.skipif(not DEBUG, reason="a release has no assertions")
def test_broken_promise_ends_the_process_and_is_told() -> None:
    done = subprocess.run([sys.executable, "-c", ILLEGAL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGABRT
    assert "engine/rng.pxd:" in done.stderr or "search/tree.pyx:" in done.stderr
    assert "the assertion does not hold" in done.stderr


def test_assertions_are_single_expressions() -> None:
    """`and` and `or` would be computed in a release too (engine/debug.pxd)."""
    for folder in ("engine", "search"):
        for path in (ROOT / folder).rglob("*.p[yx][xd]"):
            for line in path.read_text().splitlines():
                if line.lstrip().startswith("ensure("):
                    assert " and " not in line and " or " not in line, f"{path.name}: {line.strip()}"
