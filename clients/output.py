"""Writing results: JSON as it is, pictures and tables as rich draws them."""

from __future__ import annotations

import click
from google.protobuf.message import Message
from rich.console import Console

from dinoai.engine.document import message_json

PIPE_WIDTH = 120
"""Columns where the output is no terminal, so that tables do not depend on who reads them."""


def print_message(message: Message) -> None:
    """Write a message as JSON to standard output."""
    click.echo(message_json(message))


def make_console(*, stderr: bool = False) -> Console:
    """A console on standard output or error; colours only on a terminal."""
    console = _Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else _Console(stderr=stderr, highlight=False, width=PIPE_WIDTH)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Called while the error is handled, which the command line knows how to end.
        raise
