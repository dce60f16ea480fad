"""The example program plays whole games."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playing import ROOT
from serving import ServerThread


def played(address: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "examples" / "play_a_game.py"), *arguments]
    return subprocess.run(
        [*command, "--server", address, "--simulations", "20"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments", [("jurassic-snack",), ("draftosaurus",), ("draftosaurus", "--players", "5", "--side", "winter")]
)
def test_the_program_plays_to_the_end(server: ServerThread, arguments: tuple[str, ...]) -> None:
    done = played(server.address, *arguments)
    assert done.returncode == 0, done.stderr
    assert "won by seat" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("players", ["7", "-1"])
def test_what_cannot_be_played_is_told_in_a_line(server: ServerThread, players: str) -> None:
    done = played(server.address, "draftosaurus", "--players", players)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


def test_no_server_is_told_in_a_line() -> None:
    done = played("127.0.0.1:1", "jurassic-snack")
    assert done.returncode == 1
    assert "127.0.0.1:1 cannot be reached" in done.stderr
    assert done.stderr.count("\n") == 1
