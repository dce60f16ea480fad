"""The README's commands and program do as printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playing import ROOT

README = (ROOT / "README.md").read_text()


def block(section: str, language: str) -> str:
    found = re.search(rf"^## {section}$.*?^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert found, section
    return found[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def run(folder: Path, *command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PYTHONUTF8": "1", "PATH": path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_the_commands(folder: Path) -> None:
    commands = block("Command line", "sh")
    output = run(folder, "sh", "-euc", commands)
    assert "Signature: " in output
    for name in re.findall(r"> (\S+\.json)", commands):
        assert (folder / name).stat().st_size > 0, name


def test_the_program(folder: Path) -> None:
    assert run(folder, sys.executable, "-c", block("Library", "python"))


def test_the_first_suggestion(folder: Path) -> None:
    command = block("Install and ask for a move", "sh").rpartition(".venv/bin/")[2]
    printed = re.search(r"^```\n(Jurassic Snack, .*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert printed
    assert without_times(run(folder, "sh", "-euc", command)) == without_times(printed[1])


def without_times(output: str) -> list[str]:
    return [re.sub(r"in [\d.]+ s", "in a moment", line.rstrip()) for line in output.rstrip().splitlines()]
