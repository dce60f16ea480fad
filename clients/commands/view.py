"""`dinoai view`."""

from __future__ import annotations

import click

from dinoai.clients.arguments import json_option, read_seat, read_state, seat_option, state_argument
from dinoai.clients.output import print_message
from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError
from dinoai.v1 import rules_pb2


@click.command()
@state_argument
@seat_option
@json_option
def command(state_file: str, seat: str | None, as_json: bool) -> None:
    """Print a seat's view of a full state: what that seat may know, and nothing else."""
    state = read_state(state_file)
    number = read_seat(seat, state)
    if number is None:
        raise InvalidInputError.at("seat", "is required; give it with --seat")
    view = games.encode_state(games.view(state, number))
    print_message(rules_pb2.GetViewResponse(state=view) if as_json else view)
