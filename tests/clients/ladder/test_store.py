"""The file of a ladder."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from ladders import create, games_of, play_here, settings_of

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.replay import replay
from dinoai.clients.ladder.running import tasks
from dinoai.clients.ladder.store import Store
from dinoai.clients.ladder.workers import play_deal

SETTINGS = settings_of("jurassic_snack", ["greedy", "random"], deals=4, seed=9)


def test_a_deal_is_never_counted_twice(tmp_path: Path) -> None:
    first, second, third = (play_deal(task) for task in list(tasks(SETTINGS, frozenset()))[:3])
    with create(tmp_path / "x.db", SETTINGS) as store:
        assert store.add_deals([first]) == [first]
        assert store.add_deals([first, second, second]) == [second]
        before = list(store.games())
        assert store.add_deals([first, second]) == []
        assert list(store.games()) == before
        assert store.add_deals([third]) == [third]
        assert store.done() == {0, 1, 2}
    assert len(games_of(tmp_path / "x.db")) == 6


def test_a_deal_that_cannot_be_written_whole_is_not_written(tmp_path: Path) -> None:
    finished = play_deal(next(tasks(SETTINGS, frozenset())))
    doubled = type(finished)(finished.deal, (finished.games[0], finished.games[0]))
    with create(tmp_path / "x.db", SETTINGS) as store:
        with pytest.raises(sqlite3.IntegrityError):
            store.add_deals([doubled])
        assert store.done() == frozenset()
        assert list(store.games()) == []
        assert store.add_deals([finished]) == [finished]


def test_what_is_stored_is_what_was_played(tmp_path: Path) -> None:
    finished = [play_deal(task) for task in tasks(SETTINGS, frozenset())]
    with create(tmp_path / "x.db", SETTINGS) as store:
        store.add_deals(finished)
    with Store.open(tmp_path / "x.db") as store:
        assert store.settings() == SETTINGS
        assert [(game.deal, game.played) for game in store.games()] == [
            (one.deal, played) for one in finished for played in one.games
        ]
        assert [game.game for game in store.games(3)] == [3]


@pytest.mark.parametrize("seating", ["single", "half", "mixed"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("side", ["SUMMER", "WINTER"])
def test_every_stored_game_replays(tmp_path: Path, players: int, side: str, seating: str) -> None:
    bots = ["ismcts-plain:simulations=10", "random", "greedy"]
    settings = settings_of("draftosaurus", bots, players=players, side=side, seating=seating, deals=1, seed=players)
    check_replays(tmp_path / "x.db", settings)


@pytest.mark.parametrize("area", ["square", "random"])
def test_every_stored_game_of_two_replays(tmp_path: Path, area: str) -> None:
    bots = ["ismcts-plain:simulations=10", "random", "greedy"]
    check_replays(tmp_path / "x.db", settings_of("jurassic_snack", bots, area=area, deals=3, seed=2))


def check_replays(path: Path, settings: object) -> None:
    play_here(path, settings)  # type: ignore[arg-type]
    with Store.open(path) as store:
        rules = store.settings().rules
        for game in store.games():
            assert list(replay(rules, game))[-1].state.over


def test_a_game_that_was_changed_does_not_replay(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    play_here(path, SETTINGS)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE seats SET points = points + 1 WHERE game = 2 AND seat = 0")
        connection.execute("UPDATE games SET moves = '[\"pass\"]' WHERE game = 3")
    with Store.open(path) as store:
        for number in (2, 3):
            with pytest.raises(LadderError, match=f"game {number} does not replay"):
                list(replay(SETTINGS.rules, next(store.games(number))))


def test_one_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with create(path, SETTINGS):
        with pytest.raises(LadderError, match="another process is running"):
            Store.open(path, write=True)
        with Store.open(path) as reader:
            assert reader.done() == frozenset()
    with Store.open(path, write=True):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["x.db"]


@pytest.mark.parametrize("content", ["", "no database", "CREATE TABLE ladder (id)"])
def test_what_is_no_ladder(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.db"
    if content.startswith("CREATE"):
        with sqlite3.connect(path) as connection:
            connection.execute(content)
            connection.execute("PRAGMA user_version = 7")
    else:
        path.write_text(content)
    before = path.read_bytes()
    with pytest.raises(LadderError):
        Store.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("settings", ["", "{}", "[]", '{"rules": 3}', '{"rules": {"game": "chess"}, "deals": 1}'])
def test_damaged_settings(tmp_path: Path, settings: str) -> None:
    path = tmp_path / "x.db"
    with create(path, SETTINGS):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE ladder SET settings = ?", (settings,))
    with Store.open(path) as store, pytest.raises(LadderError, match="settings"):
        store.settings()


def test_a_ladder_is_not_overwritten(tmp_path: Path) -> None:
    play_here(tmp_path / "x.db", SETTINGS)
    with pytest.raises(LadderError, match="exists"):
        create(tmp_path / "x.db", SETTINGS)
