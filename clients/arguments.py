"""Arguments and options that several sub-commands share, and reading what they name."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from dinoai.engine import games
from dinoai.engine.document import MAX_DOCUMENT_BYTES, shorten
from dinoai.engine.errors import InvalidInputError, InvalidStateError
from dinoai.engine.jurassic_snack.names import COLOURS
from dinoai.engine.state import State
from dinoai.search.guidance import FULL_LEVEL

MAX_SEED = 2**32 - 1
"""Seeds are 32-bit numbers everywhere, so that they survive any JSON reader."""

MAX_SECONDS = (2**32 - 1) // 1000
"""Requests hold lengths of time as milliseconds in 32 bits."""

_SEAT_WORDS = [colour.lower() for colour in COLOURS]  # of Jurassic Snack, by seat

_DURATION = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "": 1.0}

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Duration(click.ParamType[float]):
    """A length of time such as `2s`, `500ms` or `1m`, in seconds; a bare number is seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a length of time."""
        if isinstance(value, float):
            return value
        match = _DURATION.fullmatch(str(value).strip().lower())
        if match is None:
            self.fail(f"{value!r} is not a length of time such as 2s, 500ms or 1m", param, ctx)
        seconds = float(match[1]) * _SECONDS[match[2]]
        if seconds > MAX_SECONDS:
            self.fail(f"{shorten(value)} is too long; the longest is {MAX_SECONDS}s", param, ctx)
        return seconds


class Address(click.ParamType[str]):
    """An address `HOST:PORT`."""

    name = "host:port"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the form of an address."""
        host, _, port = str(value).rpartition(":")
        if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
            self.fail(f"{value!r} is not HOST:PORT with a port from 0 to 65535", param, ctx)
        return str(value)


def state_argument(function: _Function) -> _Function:
    """The argument STATE: a file, or `-` for standard input."""
    return click.argument("state_file", metavar="STATE", type=click.Path(exists=True, dir_okay=False, allow_dash=True))(
        function
    )


def seat_option(function: _Function) -> _Function:
    """The option `--seat`."""
    return click.option("--seat", metavar="SEAT", help="A seat number, or blue or yellow in Jurassic Snack.")(function)


def seed_option(help_text: str) -> Callable[[_Function], _Function]:
    """The option `--seed`."""
    return click.option("--seed", type=click.IntRange(0, MAX_SEED), help=help_text)


level_option = click.option(
    "--level",
    type=click.IntRange(1, FULL_LEVEL),
    help="The level of play of ismcts, from 1, a beginner, to 10, its full strength.  [default: 10]",
)
"""The option `--level`."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print the response message as JSON.")
"""The option `--json`."""


def read_state(name: str) -> State:
    """The state in a file, or on standard input for `-`. Raises `InvalidStateError`, with the file in its notes."""
    shown = "standard input" if name == "-" else name
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_DOCUMENT_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(MAX_DOCUMENT_BYTES + 1)
    except OSError as error:
        raise click.UsageError(f"{shown} cannot be read: {error.strerror}") from None
    try:
        if len(data) > MAX_DOCUMENT_BYTES:
            raise InvalidStateError.at("", f"a state must be smaller than {MAX_DOCUMENT_BYTES} bytes")
        return games.parse_state(data)
    except InvalidStateError as error:
        error.add_note(shown)
        raise


def read_seat(text: str | None, state: State) -> int | None:
    """The seat that an option names. Raises `InvalidInputError` for what is no seat of the game."""
    if text is None:
        return None
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) < 3:
        seat = int(word)
    elif state.game == "jurassic_snack" and word in _SEAT_WORDS:
        seat = _SEAT_WORDS.index(word)
    else:
        allowed = (
            "blue, yellow, 0 or 1" if state.game == "jurassic_snack" else f"a number from 0 to {state.n_seats - 1}"
        )
        raise InvalidInputError.at("seat", f"must be {allowed}, not {text!r}")
    games.check_seat(state, seat)
    return seat
