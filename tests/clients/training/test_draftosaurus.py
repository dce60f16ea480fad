"""Learning the potential: it gains points, and a training that was stopped goes on as if it had not been."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dinoai.clients.command_line import main
from dinoai.clients.training import draftosaurus, draftosaurus_network
from dinoai.clients.training.draftosaurus import first_summer, first_winter, shares_among, train_variant
from dinoai.clients.training.draftosaurus_network import train_network
from dinoai.search.knowledge.draftosaurus_features import MOST_ZOO_ROWS, ZOO_ROWS
from dinoai.search.knowledge.draftosaurus_selfplay import Policy, play_games, record_games


def silent(line: str) -> None:
    pass


def test_it_gains_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draftosaurus, "TEMPERATURES", (2.0, 1.0))
    for side, first in ((0, first_summer()), (1, first_winter())):
        learned = train_variant(2, side, tmp_path / f"{side}.npz", 1, 500, silent)
        before, _ = play_games([Policy(first, 0.0)] * 2, side, 500, 9)
        after, _ = play_games([Policy(learned, 0.0)] * 2, side, 500, 9)
        assert sum(after) > sum(before), side


@pytest.mark.parametrize("n_seats", [2, 3])
def test_better_tables_win_more_among_the_others(n_seats: int) -> None:
    guess = first_winter()
    spoilt = guess.copy()
    spoilt[:, 66:71] = 50  # for an empty Pyramid
    shares = shares_among([spoilt, guess, guess], n_seats, 1, 1, 100)
    assert shares[0] < 1 / n_seats - 0.1 and min(shares[1:]) > 1 / n_seats, shares


def test_it_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draftosaurus, "TEMPERATURES", (2.0, 1.0))
    whole = train_variant(3, 0, tmp_path / "whole.npz", 1, 50, silent)
    monkeypatch.setattr(draftosaurus, "TEMPERATURES", (2.0,))
    train_variant(3, 0, tmp_path / "parts.npz", 1, 50, silent)
    monkeypatch.setattr(draftosaurus, "TEMPERATURES", (2.0, 1.0))
    lines: list[str] = []
    parts = train_variant(3, 0, tmp_path / "parts.npz", 1, 50, lines.append)
    assert np.array_equal(whole, parts)
    assert len(lines) == 1


def test_the_network_learns_what_the_tables_leave_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And goes on where it was."""
    guess = first_winter()
    monkeypatch.setattr(draftosaurus_network, "PLACEMENTS", 60_000)
    monkeypatch.setattr(draftosaurus_network, "RATES", (0.004, 0.004))
    lines: list[str] = []
    network = train_network(2, guess, tmp_path / "whole.npz", 1, 1.0, lines.append)
    for line in lines:
        before, after = (float(word) for word in line.split() if word[0].isdigit() and "." in word)
        assert after < 0.95 * before, line
    points, _ = play_games([Policy(guess, 0.0, network)] * 2, 1, 2000, 9)
    points_by_tables, _ = play_games([Policy(guess, 0.0)] * 2, 1, 2000, 9)
    assert sum(points) > sum(points_by_tables)
    monkeypatch.setattr(draftosaurus_network, "RATES", (0.004,))
    train_network(2, guess, tmp_path / "parts.npz", 1, 1.0, silent)
    monkeypatch.setattr(draftosaurus_network, "RATES", (0.004, 0.004))
    assert train_network(2, guess, tmp_path / "parts.npz", 1, 1.0, silent) == network


def test_recorded_are_placements_from_the_explored_one_on() -> None:
    """Of eleven placements with turns left; the explored turn is any of twelve, so 5.5 on average."""
    n_games = 500
    rows = np.empty((n_games * 3 * 12, MOST_ZOO_ROWS), np.uint16)
    errors = np.empty(len(rows), np.float32)
    n = record_games(Policy(first_winter(), 0.3), 3, n_games, 1, 2.0, rows, errors)
    assert abs(n / (3 * n_games) - sum(range(12)) / 12) < 0.3
    used = rows[:n] < ZOO_ROWS
    assert (rows[:n] <= ZOO_ROWS).all()
    # Unused columns come last.
    assert (np.diff(used.astype(np.int8), axis=1) <= 0).all() and used.sum(axis=1).min() >= 16
    with pytest.raises(ValueError, match="lines of"):
        record_games(Policy(first_winter(), 0.3), 3, n_games + 1, 1, 2.0, rows, errors)


def test_a_training_that_cannot_go_on_says_so_at_once(tmp_path: Path) -> None:
    """What is queued is given up: at this scale it would take a minute and more."""
    (tmp_path / "2-summer-0.npz").write_bytes(b"no arrays")
    result = CliRunner().invoke(main, ["train", "draftosaurus", str(tmp_path), "--scale", "0.005", "--workers", "1"])
    assert result.exit_code == 2, result.output
    assert "cannot be gone on with" in result.output
    assert not list(tmp_path.glob("*-winter-*.npz"))
