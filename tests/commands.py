"""Commands run in the process of a test, and the examples that they are given."""

from __future__ import annotations

from click.testing import CliRunner, Result
from playing import ROOT

from dinoai.clients.command_line import main

EXAMPLES = ROOT / "examples"
MIDDLE = str(EXAMPLES / "jurassic_snack_middle.json")
OPENING = str(EXAMPLES / "jurassic_snack_opening.json")
TWO = str(EXAMPLES / "draftosaurus_two_players.json")
FULL = str(EXAMPLES / "draftosaurus_full.json")


def dinoai(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)


def printed(*arguments: str, stdin: str | None = None) -> str:
    """What a command prints that is done."""
    result = dinoai(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refused(*arguments: str, stdin: str | None = None, status: int = 2) -> str:
    """The message of a command that is refused."""
    result = dinoai(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    return result.stderr
