"""The load tool, shortly; and at length where there is time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from playing import ROOT


def figures(scenario: str, seconds: float) -> dict[str, Any]:
    command = [sys.executable, str(ROOT / "benchmarks" / "load.py"), scenario, "--seconds", str(seconds), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert "INTERNAL" not in found["codes"] and "UNKNOWN" not in found["codes"], found
    return found


def test_mixed_calls() -> None:
    codes = figures("soak", 3)["codes"]
    assert codes.keys() & {"OK", "NOT_FOUND"}, codes  # some may be late or refused where there is little processor


@pytest.mark.slow
def test_overload() -> None:
    found = figures("overload", 60)
    assert found["goodput %"] >= 90
    assert set(found["health codes"]) == {"OK"}


@pytest.mark.slow
def test_nothing_grows_in_a_long_soak() -> None:
    found = figures("soak", 900)
    assert found["threads first, last, trend"][2] < 1
    assert found["files first, last, trend"][2] < 2
    assert found["memory_mib first, last, trend"][2] < 8  # of some 80


@pytest.mark.slow
def test_no_answer_is_lost_at_the_end() -> None:
    found = figures("shutdown", 0)
    assert found["lost"] == 0
    assert set(found["exits"]) == {0}
