"""The example program plays whole games."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playing import ROOT
from serving import ServerThread


@pytest.mark.parametrize(
    "arguments", [("jurassic-snack",), ("draftosaurus",), ("draftosaurus", "--players", "5", "--side", "winter")]
)
def test_the_program_plays_to_the_end(server: ServerThread, arguments: tuple[str, ...]) -> None:
    command = [sys.executable, str(ROOT / "examples" / "play_a_game.py"), *arguments]
    done = subprocess.run(
        [*command, "--server", server.address, "--simulations", "20"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "won by seat" in done.stdout.splitlines()[-1]
