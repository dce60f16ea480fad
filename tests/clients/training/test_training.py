"""`dinoai train`: a small training, stopped and gone on with; and the network it fits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from dinoai.clients.command_line import main
from dinoai.clients.training.jurassic_snack import COURSE
from dinoai.clients.training.network import Weights
from dinoai.clients.training.selfplay import Decisions, Recipe, play_games
from dinoai.search.knowledge.jurassic_snack_features import ACTION_ROWS, POSITION_ROWS, find_action_rows

RECIPE = Recipe("jurassic_snack", "ismcts", 40, 7)
SMALL = ("--scale", "0.001")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["train", "jurassic-snack", *arguments])
    return result.exit_code, result.output


def test_games_depend_on_their_number_alone() -> None:
    together, apart = play_games(RECIPE, range(3), {}), play_games(RECIPE, range(2, 3), {})
    of_last = together.games == 2
    assert of_last.sum() == len(apart.games) > 10
    assert (together.values[of_last] == apart.values).all()
    assert (together.wins[of_last] == apart.wins).all()


def test_recorded_visits_are_those_of_legal_actions() -> None:
    decisions = play_games(RECIPE, range(4), {})
    sizes = np.diff(decisions.starts.astype(int))
    assert (sizes >= 1).all()
    totals = np.add.reduceat(decisions.visits, decisions.starts[:-1])
    assert (totals <= 40).all()
    assert set(np.unique(decisions.wins)) <= {0.0, 0.5, 1.0}
    out = np.empty((len(decisions.actions), 12), np.int32)
    owners = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    find_action_rows(decisions.states, owners, decisions.actions, out)
    assert (out[:, 0] >= 0).all()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a small training leaves."""
    folder = tmp_path_factory.mktemp("trained")
    status, output = run(str(folder), *SMALL, "--workers", "1")
    assert status == 0, output
    assert output.splitlines()[-1] == str(weights_of(folder)[-1])
    return folder


def weights_of(folder: Path) -> list[Path]:
    return [folder / f"generation-{number}" / "weights.bin" for number in range(1, len(COURSE.plan) + 1)]


def test_a_training_goes_on_where_it_was_stopped(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    shutil.copytree(trained, folder)
    last = weights_of(folder)[-1]
    before = last.read_bytes()
    assert len(before) == len(Weights.fresh(1, POSITION_ROWS, ACTION_ROWS).to_bytes())
    last.unlink()
    (last.parent / "0000000.npz").unlink()
    assert run(str(folder), *SMALL, "--workers", "1")[0] == 0
    assert last.read_bytes() == before
    losses = json.loads((last.parent / "losses.json").read_text())
    assert len(losses["value"]) == COURSE.plan[-1].epochs
    status, output = run(str(folder), "--scale", "0.003")
    assert status == 2
    assert "another plan" in output


def test_a_cluster_learns_the_same(trained: Path, tmp_path: Path) -> None:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        status, output = run(str(tmp_path), *SMALL, "--scheduler", cluster.scheduler_address)
    assert status == 0, output
    for here, there in zip(weights_of(trained), weights_of(tmp_path), strict=True):
        assert here.read_bytes() == there.read_bytes(), there.parent.name


def test_losses_are_drawn_by_generation(trained: Path) -> None:
    drawing = (trained / "losses.svg").read_text()
    assert all(f"<!-- {kind} -->" in drawing for kind in ("value", "points", "policy"))
    assert all(f"<!-- generation {number} -->" in drawing for number in range(1, len(COURSE.plan) + 1))


def test_decisions_are_read_as_they_were_written(tmp_path: Path) -> None:
    decisions = play_games(RECIPE, range(2), {})
    decisions.save(tmp_path / "games.npz")
    read = Decisions.load(tmp_path / "games.npz")
    assert all((getattr(read, name) == getattr(decisions, name)).all() for name in Decisions.__dataclass_fields__)
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]


def test_what_is_no_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dinoai.clients.scheduler.CONNECT_SECONDS", 0.5)
    status, output = run(str(tmp_path), "--scheduler", "here")
    assert status == 2
    assert "scheduler: must be such as tcp://HOST:PORT" in output
    status, output = run(str(tmp_path), "--scheduler", "tcp://127.0.0.1:1")
    assert status == 3
    assert "the scheduler at tcp://127.0.0.1:1 cannot be reached" in output
