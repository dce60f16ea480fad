"""The command line: help, usage, and what no command can help."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import MISSING
from pathlib import Path

import click
import pytest
from commands import FULL, MIDDLE, OPENING, printed, refused
from serving import ServerThread, dinoai_command, run_dinoai

from dinoai.clients.arguments import Duration
from dinoai.clients.command_line import COMMANDS
from dinoai.server.config import SETTINGS


def test_help_lists_the_commands_as_they_describe_themselves() -> None:
    text = printed("--help")
    for name, summary in COMMANDS.items():
        assert summary in text
        assert printed(name, "--help").startswith("Usage: ")


def test_help_shows_the_defaults_of_settings() -> None:
    text = " ".join(printed("serve", "--help").split())
    for name, item in SETTINGS.items():
        if item.default is not MISSING and item.default:
            default = name if item.default is True else item.default
            assert re.search(rf"--{name.replace('_', '-')} .*?\[default: {re.escape(str(default))}\]", text), name


def test_help_is_quick() -> None:
    """Engine and gRPC must not be imported for it."""
    code = (
        "import sys; from dinoai.clients.command_line import main; main(['--help'], standalone_mode=False);"
        "sys.exit(any(name in sys.modules for name in ('grpc', 'google.protobuf', 'dinoai.engine', 'rich')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("new",),
        ("new", "chess"),
        ("new", "jurassic-snack", "--area", "round"),
        ("new", "jurassic-snack", "--option", "stalemate_turns"),
        ("new", "jurassic-snack", "--option", "stalemate_turns=2", "--option", "stalemate_turns=4"),
        ("new", "draftosaurus", "--players", "6"),
        ("show", "/no/such/file"),
        ("show", "/"),
        ("suggest", MIDDLE, "--time", "soon"),
        ("suggest", MIDDLE, "--simulations", "0"),
        ("suggest", MIDDLE, "--server", "nowhere"),
        ("suggest", MIDDLE, "--seed", "-1"),
        ("serve", "--listen", "127.0.0.1"),
        ("serve", "--listen", "127.0.0.1:70000"),
        ("bench", "--bot", "random"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert refused(*arguments).startswith("Usage: ")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2s", 2.0), ("500ms", 0.5), ("1.5s", 1.5), ("1m", 60.0), ("3", 3.0), ("0", 0.0), (" .5 S", 0.5)],
)
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert Duration().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "s", "-1s", "1h", "1e3s", "nan", "9999999s"])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration().convert(text, None, None)


def test_a_length_of_time_that_is_too_long() -> None:
    assert "is too long; the longest is 4294967s" in refused("suggest", MIDDLE, "--time", "9999999s")
    assert "a bare number is seconds" in " ".join(printed("suggest", "--help").split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sugest", OPENING), 'there is no command "sugest"; did you mean suggest?'),
        (("ladder", "shwo"), 'there is no command "shwo"; did you mean show?'),
        (("chess",), 'there is no command "chess"\n'),
    ],
)
def test_an_unknown_command(words: tuple[str, ...], message: str) -> None:
    assert message in refused(*words)


def test_a_reader_that_has_had_enough() -> None:
    process = subprocess.Popen(dinoai_command("show", FULL), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    "arguments", [("show", FULL), ("new", "draftosaurus"), ("moves", OPENING), ("--help",), ("show", "--help")]
)
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(dinoai_command(*arguments), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.decode() == "Error: No space left on device\n"


def test_an_address_that_is_taken(server: ServerThread) -> None:
    done = run_dinoai("serve", "--listen", server.address)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("Error: cannot listen on")
