"""`dinoai show`."""

from __future__ import annotations

import click

from dinoai.clients.arguments import read_state, state_argument
from dinoai.clients.drawing import draw_state
from dinoai.clients.output import make_console


@click.command()
@state_argument
def command(state_file: str) -> None:
    """Draw a state for a person."""
    console = make_console()
    console.print(draw_state(read_state(state_file), console.encoding))
