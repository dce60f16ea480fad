"""`dinoai suggest`: its answers and options, a server, an interrupt and progress."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from commands import EXAMPLES, FULL, MIDDLE, OPENING, TWO, printed, refused
from playing import new_variant
from serving import ServerThread, dinoai_command, run_dinoai

from dinoai.engine import games


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_examples_have_suggestions(path: Path) -> None:
    seat = ("--seat", "0") if path.stem == "draftosaurus_full" else ()
    answer = json.loads(printed("suggest", str(path), *seat, "--simulations", "100", "--seed", "1", "--json"))
    state = games.parse_state(path.read_bytes())
    legal = games.legal_moves(state, answer["seat"])
    assert sorted(suggestion["notation"] for suggestion in answer["suggestions"]) == legal
    assert sum(answer["win_probabilities"]) == pytest.approx(1)
    assert answer["stats"]["stop_reason"] == "SIMULATIONS"
    text = printed("suggest", str(path), *seat, "--simulations", "100", "--seed", "1", "--top", "3")
    assert "100 simulations" in text
    assert answer["suggestions"][0]["notation"] in text
    assert "seen by" in text
    assert "\x1b" not in text


def test_options_of_a_search() -> None:
    moves = games.legal_moves(games.parse_state(Path(OPENING).read_bytes()))
    allowed = [word for move in moves[:3] for word in ("--allow", move)]
    options = ("--simulations", "40", "--threads", "2", "--top", "1", "--bot", "ismcts-plain", "--avoid", moves[0])
    answer = json.loads(printed("suggest", OPENING, "--seat", "blue", *options, *allowed, "--json"))
    assert len(answer["suggestions"]) == 1
    assert answer["suggestions"][0]["notation"] in moves[1:3]
    assert answer["engine"]["bot"] == "ismcts-plain"


def test_a_level_of_play() -> None:
    answer = json.loads(printed("suggest", OPENING, "--level", "1", "--seed", "1", "--json"))
    assert answer["engine"]["bot"] == "ismcts:level=1"
    assert answer["stats"]["simulations"] < 1000
    assert "level: is no option of greedy" in refused("suggest", OPENING, "--level", "1", "--bot", "greedy")


def test_no_time_at_all() -> None:
    answer = json.loads(printed("suggest", OPENING, "--time", "0", "--json"))
    assert answer["stats"]["simulations"] >= 1


def test_the_server_gives_the_same_answer(server: ServerThread) -> None:
    for path, seat in ((MIDDLE, ()), (TWO, ()), (FULL, ("--seat", "2"))):
        options = ("suggest", path, *seat, "--simulations", "300", "--seed", "4", "--threads", "2", "--json")
        answers = [json.loads(printed(*options)), json.loads(printed(*options, "--server", server.address))]
        for answer in answers:
            del answer["stats"]["elapsed_millis"]
        assert answers[0] == answers[1]


def test_exit_statuses_with_a_server(server: ServerThread) -> None:
    assert "the bots are" in refused("suggest", OPENING, "--server", server.address, "--bot", "nix")
    assert "allow_moves[0]" in refused("suggest", OPENING, "--server", server.address, "--allow", "x")
    message = refused("suggest", OPENING, "--server", server.address, "--bot", "nix", "--allow", "x")
    assert "allow_moves[0]" in message
    assert "bot: there is no bot" in message
    assert "nothing to decide" in refused(
        "suggest",
        "-",
        "--server",
        server.address,
        "--seat",
        "1",
        stdin=games.state_json(new_variant("snack-square", 1)),
    )
    nowhere = ("--server", "127.0.0.1:1", "--wait", "0s")
    assert "cannot be reached" in refused("suggest", OPENING, *nowhere, status=3)


@pytest.mark.parametrize("options", [("--json",), ()])
def test_an_interrupt_gives_the_best_so_far(options: tuple[str, ...]) -> None:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    command = dinoai_command("suggest", OPENING, "--time", "600s", *options)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=environment) as process:
        os.close(terminal)
        errors = b""
        while b"searching" not in errors:
            errors += os.read(master, 10000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 0, errors
    assert b"Traceback" not in errors
    assert (b"CANCELLED" if options else b"interrupted") in output


def test_progress_is_drawn_on_a_terminal_only() -> None:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    command = dinoai_command("suggest", OPENING, "--time", "3s", "--json")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=environment) as process:
        os.close(terminal)
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["suggestions"]
    assert b"searching" in os.read(master, 10000)
    os.close(master)
    assert run_dinoai("suggest", OPENING, "--time", "1200ms", "--json").stderr == b""
