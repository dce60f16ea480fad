"""benchmarks/tuning.py: options tuned by matches."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def tuning() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tuning", ROOT / "benchmarks" / "tuning.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tuning"] = module
    spec.loader.exec_module(module)
    return module


def test_values_go_where_the_bot_is_strongest(tuning: ModuleType) -> None:
    """Twenty simulated games a round; strength falls by 30 Elo a step and more from the best values."""
    best = np.array([3.0, -2.0])
    rng = np.random.default_rng(7)

    def match(number: int, one: np.ndarray, other: np.ndarray) -> float:
        lead = 15 * (np.sum((other - best) ** 2) - np.sum((one - best) ** 2))
        return float(rng.binomial(20, 1 / (1 + 10 ** (-lead / 400))) / 20)

    path = tuning.tune(match, 2, 300, 1.0, 3)
    assert np.mean(path[150:], axis=0) == pytest.approx(best, abs=0.7)


def test_bots_are_played_against_each_other(tuning: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    bot = "ismcts:simulations=2,exact=0"
    tuning.main(["jurassic-snack", bot, "exploration=1.2:0.3", "--rounds", "2", "--deals", "1", "--workers", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"     0 games: {bot},exploration=1.2"
    assert lines[-1].startswith(f"mean of the last half: {bot},exploration=")
