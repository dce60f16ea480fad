"""The sessions that docs/playing.md prints come out as printed; `⋮` stands for any lines."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from playing import ROOT

from dinoai.clients.command_line import main

SESSIONS = re.findall(
    r"^```console\n\$ dinoai (.*)\n((?:.*\n)*?)```$", (ROOT / "docs/playing.md").read_text(), re.MULTILINE
)
ANSWERED = re.compile(r"^(?:Your|Seat \d's|The|How|Side).*: (.+)$")


@pytest.mark.parametrize(("command", "printed"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_a_session(command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answers = [match[1] for line in printed.splitlines() if (match := ANSWERED.match(line))]
    result = CliRunner().invoke(main, shlex.split(command), input="\n".join(answers), catch_exceptions=False)
    assert result.exit_code == 0
    lines = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
    pattern = "(?:.*\\n)*?".join(map(re.escape, printed.split("⋮\n")))
    assert re.fullmatch(pattern, lines), lines


def test_there_is_one_of_each_kind() -> None:
    assert {command.split()[0] for command, _ in SESSIONS} == {"play", "assist"}
