"""`dinoai ladder`: its sub-commands from the command line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import tomllib
from pathlib import Path

import pytest
from ladders import HereWorkers, create, games_of, ladder, play_here, settings_of
from playing import ROOT
from serving import ServerThread, dinoai_command

from dinoai.clients.client import Client
from dinoai.clients.commands.ladder import SUBCOMMANDS
from dinoai.clients.errors import LadderError, ServerUnreachableError
from dinoai.clients.ladder.bots import BotSpec
from dinoai.clients.ladder.config import make_settings
from dinoai.clients.ladder.players import RemotePlayer
from dinoai.clients.ladder.running import run_ladder
from dinoai.clients.ladder.store import Store
from dinoai.engine.errors import IllegalMoveError
from dinoai.engine.games import new_game, parse_state, view
from dinoai.search.errors import OutOfTimeError
from dinoai.server.errors import ServerFullError
from dinoai.v1 import suggest_pb2


def test_help_lists_the_sub_commands() -> None:
    text = printed("--help")
    for name, summary in SUBCOMMANDS.items():
        assert f"  {name}" in text
        assert summary in text
        assert printed(name, "--help").startswith("Usage: ")


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
        (("run", "x.db", "draftosaurus", "random"), "at least two bots, not ['random']"),
        (("run", "x.db", "draftosaurus", "random", "nobody"), 'there is no bot "nobody"'),
        (("run", "x.db", "draftosaurus", "random", "ismcts-plain"), "needs a limit"),
        (("run", "x.db", "jurassic-snack", "random", "greedy", "--players", "3"), "players"),
        (("run", "x.db", "jurassic-snack", "random", "greedy", "--option", "stalemate_turns=3"), "must be 2 or 4"),
        (("show", "nothing.db"), "there is no ladder nothing.db"),
        (("replay", "nothing.db", "1"), "there is no ladder nothing.db"),
        (("export", "nothing.db"), "there is no ladder nothing.db"),
        (("run", "x.db", "--config", "nothing.toml"), "nothing.toml cannot be read"),
        (("run", "x.db"), "GAME is required"),
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


def printed(*arguments: str) -> str:
    done = ladder(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of six games."""
    path = tmp_path_factory.mktemp("small") / "small.db"
    play_here(path, settings_of("draftosaurus", ["greedy", "random"], players=3, side="WINTER", deals=1, seed=5))
    return path


def test_export(small: Path) -> None:
    games = [json.loads(line) for line in printed("export", str(small)).splitlines()]
    assert [(game["game"], game["deal"], game["rotation"]) for game in games] == [
        (1, 0, 0), (2, 0, 1), (3, 0, 2), (4, 1, 0), (5, 1, 1), (6, 1, 2),
    ]  # fmt: skip
    assert games[0]["bots"] == ["greedy", "random", "random"]
    assert all(len(game["moves"]) == sum(game["decisions"]) for game in games)


def test_show(small: Path) -> None:
    text = printed("show", str(small))
    assert "6 of 6 games" in text
    assert "Draftosaurus, players 3, side winter, seed 5" in text
    values = json.loads(printed("show", str(small), "--json"))
    assert [(bot["name"], bot["games"], bot["deals"]) for bot in values["bots"]] == [("greedy", 6, 2), ("random", 6, 2)]
    assert values["bots"][1]["elo"] is None
    assert values["bots"][0]["elo"]["value"] > 0
    assert values["bots"][0]["opponents"].keys() == {"random"}
    anchored = json.loads(printed("show", str(small), "--json", "--anchor", "greedy"))
    assert anchored["bots"][0]["elo"] is None
    done = ladder("show", str(small), "--anchor", "nobody")
    assert (done.exit_code, "there are greedy, random" in done.stderr) == (2, True)


def test_report(small: Path, tmp_path: Path) -> None:
    page = tmp_path / "small.html"
    assert printed("report", str(small), str(page)) == ""
    assert "Draftosaurus" in page.read_text()
    done = ladder("report", str(small), str(tmp_path / "no" / "page.html"))
    assert (done.exit_code, "cannot be written" in done.stderr) == (2, True)


def test_replay_draws_every_move(small: Path) -> None:
    moves = json.loads(printed("export", str(small)).splitlines()[1])["moves"]
    text = printed("replay", str(small), "2")
    assert text.startswith("Seat 0: random\nSeat 1: random\nSeat 2: greedy\n")
    for number, move in enumerate(moves, start=1):
        assert f"{number}. Seat " in text
        assert move in text
    assert text.rstrip().endswith("has won.") or "share the victory" in text


def test_replay_prints_a_state(small: Path) -> None:
    state = parse_state(printed("replay", str(small), "2", "--move", "3", "--json"))
    assert state.viewer is None
    assert "4." not in printed("replay", str(small), "2", "--move", "3")
    assert parse_state(printed("replay", str(small), "2", "--json")).over


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("7",), "there is no game 7"), (("1", "--move", "99"), "so there is no position after 99")],
)
def test_what_cannot_be_replayed(small: Path, arguments: tuple[str, ...], message: str) -> None:
    done = ladder("replay", str(small), *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_file_describes_a_ladder(tmp_path: Path) -> None:
    config = tmp_path / "ladder.toml"
    config.write_text(
        'game = "jurassic_snack"\nbots = ["greedy", "random", "ismcts-plain:simulations=5"]\ndeals = 9\n'
        'system = "gauntlet"\n[options]\narea = "random"\n'
    )
    path = tmp_path / "x.db"
    assert "8 of 8 games" in printed("run", str(path), "--config", str(config), "--deals", "2", "--seed", "1")
    with Store.open(path) as store:
        assert store.settings().rules.options == {"area": "random"}
        assert [bot.label for bot in store.bots()] == ["greedy", "random", "ismcts-plain:simulations=5"]
        assert store.bots()[2].configuration["options"] == {"exploration": 0.7}


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("game", []),
        ('game = "chess"\nbots = ["random"]\ndeal = 5', ["deal", "game", "bots"]),
        ('game = "draftosaurus"\nbots = ["random", "greedy"]\ndeals = 0\nseed = -1', ["deals", "seed"]),
        ('game = "draftosaurus"\nbots = ["random", "greedy"]\n[options]\nplayers = 9', ["players"]),
        ('game = "draftosaurus"\nbots = ["random", "ismcts-plain"]', ["simulations"]),
        ('game = ["draftosaurus"]\nbots = ["random", "greedy"]', ["game"]),
    ],
)
def test_files_that_describe_none(tmp_path: Path, text: str, paths: list[str]) -> None:
    config = tmp_path / "ladder.toml"
    config.write_text(text)
    done = ladder("run", str(tmp_path / "x.db"), "--config", str(config))
    assert done.exit_code == 2
    for path in paths:
        assert f"{path}: " in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_options_beside_a_file_in_which_they_are_no_table(tmp_path: Path) -> None:
    config = tmp_path / "ladder.toml"
    config.write_text('game = "draftosaurus"\nbots = ["random", "greedy"]\noptions = 3')
    done = ladder("run", str(tmp_path / "x.db"), "--config", str(config), "--players", "3")
    assert done.exit_code == 2
    assert "options: must be a table, not 3" in done.stderr


def test_more_deals(tmp_path: Path) -> None:
    path, whole = tmp_path / "x.db", tmp_path / "whole.db"
    play_here(path, settings_of("jurassic_snack", ["greedy", "random", "random"], deals=2, seed=5))
    assert "24 of 24 games" in printed("resume", str(path), "--deals", "4", "--workers", "1")
    play_here(whole, settings_of("jurassic_snack", ["greedy", "random", "random"], deals=4, seed=5))
    assert games_of(path) == games_of(whole)
    done = ladder("resume", str(path), "--deals", "3")
    assert done.exit_code == 2
    assert "cannot shrink" in done.stderr


def test_a_bot_on_a_server_plays_as_in_the_process(tmp_path: Path) -> None:
    with ServerThread() as server:
        bots = [f"grpc://{server.address}/ismcts-plain:simulations=20", "random"]
        play_here(tmp_path / "there.db", settings_of("draftosaurus", bots, deals=2, seed=5))
        play_here(tmp_path / "there2.db", settings_of("jurassic_snack", bots, deals=1, seed=5))
    here = ["ismcts-plain:simulations=20", "random"]
    play_here(tmp_path / "here.db", settings_of("draftosaurus", here, deals=2, seed=5))
    play_here(tmp_path / "here2.db", settings_of("jurassic_snack", here, deals=1, seed=5))
    assert games_of(tmp_path / "there.db") == games_of(tmp_path / "here.db")
    assert games_of(tmp_path / "there2.db") == games_of(tmp_path / "here2.db")


def test_a_server_that_goes_away_ends_the_run(tmp_path: Path) -> None:
    with ServerThread() as server:
        settings = settings_of("draftosaurus", [f"grpc://{server.address}/greedy", "random"], deals=3, seed=5)
        store = create(tmp_path / "x.db", settings)
        with store, pytest.raises(ServerUnreachableError):
            run_ladder(store, HereWorkers(), lambda _: server.run(server.server.stop()) or False)
    with Store.open(tmp_path / "x.db") as store:
        assert store.done() == {0}
        assert [game.played.fault for game in store.games()] == [None, None]


def test_a_full_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def full_at_first(client: Client, request: object, *, timeout: float) -> suggest_pb2.SuggestResponse:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise ServerFullError("full")
        return suggest_pb2.SuggestResponse(suggestions=[suggest_pb2.Suggestion(notation="box t_rex")])

    monkeypatch.setattr(Client, "suggest", full_at_first)
    player = RemotePlayer(BotSpec("ismcts", "here:1"), "here:1")
    own = view(new_game("draftosaurus", seed=1), 0)
    with pytest.raises(IllegalMoveError, match="not a legal move here"):
        player.choose(own, 0, 1, patience=60.0)
    assert asked == 3
    asked = -(10**6)
    with pytest.raises(OutOfTimeError, match=r"full for 0\.05 seconds"):
        player.choose(own, 0, 1, patience=0.05)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    done = ladder("run", str(tmp_path / "x.db"), "draftosaurus", "grpc://127.0.0.1:1/ismcts", "random")
    assert done.exit_code == 3
    assert "cannot be reached" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_sequential_test_stops_when_it_is_decided(tmp_path: Path) -> None:
    path = str(tmp_path / "x.db")
    bots = ("ismcts-plain:simulations=200", "random")  # slow enough for short batches
    arguments = ("draftosaurus", *bots, "--players", "4", "--elo1", "100", "--seed", "1", "--workers", "1")
    values = json.loads(printed("sprt", path, *arguments, "--json"))
    assert values["test"]["decision"] == "elo1"
    assert values["games"] < 400
    assert "100 accepted after" in printed("show", path)
    again = json.loads(printed("resume", path, "--json"))
    assert again == values


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--elo0", "5", "--elo1", "5"), "must be above elo0"), (("--alpha", "0.7"), "must be above 0 and below 0.5")],
)
def test_what_is_no_test(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    done = ladder("sprt", str(tmp_path / "x.db"), "jurassic-snack", "greedy", "random", *arguments)
    assert (done.exit_code, message in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    bots = ["ismcts-plain:simulations=200", "ismcts-plain:simulations=100"]
    process = subprocess.Popen(
        dinoai_command("ladder", "run", str(path), "jurassic-snack", *bots, "--deals", "100000"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True,
    )  # fmt: skip
    while not path.exists() or not n_deals(path):
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 1
    assert stdout == ""
    assert re.fullmatch(rf"Error: stopped after [\d,]+ games; `dinoai ladder resume {path}` goes on\n", stderr)
    assert n_deals(path)


def n_deals(path: Path) -> int:
    """How many deals are stored; 0 too where the ladder is just being made."""
    try:
        with Store.open(path) as store:
            return len(store.done())
    except LadderError:
        return 0


def test_the_commands_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer simulations and deals."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "ladder.md").read_text()
    block = re.search(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block
    lines = [line.partition("#")[0].split() for line in block[1].splitlines()]
    for line in lines:
        assert line[:2] == ["dinoai", "ladder"]
        smaller = [word.replace("=1000", "=10") for word in line[2:]]
        for option, value in (("200", "3"), ("20", "300")):
            smaller = [value if word == option else word for word in smaller]
        printed(*smaller)
    assert len(lines) > 5
    config = re.search(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert config
    settings = make_settings(tomllib.loads(config[1]))
    assert (settings.n_seats, len(settings.bots), settings.deals) == (4, 4, 200)
    for name, game in (("baseline.toml", "jurassic_snack"), ("baseline_draftosaurus.toml", "draftosaurus")):
        baseline = tomllib.loads((ROOT / "benchmarks" / name).read_text())
        assert len(make_settings({**baseline, "game": game}).tables()) == 15
