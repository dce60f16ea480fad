"""`dinoai ladder`: run, resume and show."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dinoai.clients.command_line import main
from dinoai.clients.ladder.store import Store


def ladder(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("ladder", *arguments), catch_exceptions=False)


def games_of(path: Path) -> list[tuple[object, ...]]:
    """What must be the same in two runs of a ladder."""
    with Store.open(path) as store:
        return [
            (game.deal, played.rotation, played.bots, played.shares, played.points, played.moves)
            for game in store.games()
            for played in (game.played,)
        ]


def test_the_number_of_workers_does_not_matter(tmp_path: Path) -> None:
    found = []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.db"
        done = ladder(
            "run", str(path), "draftosaurus", "ismcts-plain:simulations=10", "random", "--players", "3",
            "--deals", "4", "--seed", "3", "--workers", workers,
        )  # fmt: skip
        assert done.exit_code == 0, done.output
        assert "24 of 24 games" in done.stdout
        found.append(games_of(path))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "x.db", "draftosaurus", "random"), "at least two bots"),
        (("run", "x.db", "draftosaurus", "random", "nobody"), 'there is no bot "nobody"'),
        (("run", "x.db", "draftosaurus", "random", "ismcts-plain"), "needs a limit"),
        (("run", "x.db", "jurassic-snack", "random", "greedy", "--players", "3"), "players"),
        (("run", "x.db", "jurassic-snack", "random", "greedy", "--option", "stalemate_turns=3"), "must be 2 or 4"),
        (("show", "nothing.db"), "there is no ladder nothing.db"),
        (("resume", "nothing.db"), "there is no ladder nothing.db"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = ladder(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
