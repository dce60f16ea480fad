"""`dinoai score`."""

from __future__ import annotations

import click

from dinoai.clients.arguments import json_option, read_state, state_argument
from dinoai.clients.output import make_console, print_message
from dinoai.clients.score_report import score_report
from dinoai.engine import games
from dinoai.server.codec import score_response


@click.command()
@state_argument
@json_option
def command(state_file: str, as_json: bool) -> None:
    """Count the points, pen by pen or token by token, and tell the result if the game is over."""
    state = read_state(state_file)
    if as_json:
        print_message(score_response(games.score(state)))
        return
    console = make_console()
    for part in score_report(state):
        console.print(part)
