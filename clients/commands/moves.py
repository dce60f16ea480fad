"""`dinoai moves`."""

from __future__ import annotations

import click

from dinoai.clients.arguments import json_option, read_seat, read_state, seat_option, state_argument
from dinoai.clients.output import print_message
from dinoai.engine import games
from dinoai.server.codec import moves_response


@click.command()
@state_argument
@seat_option
@json_option
def command(state_file: str, seat: str | None, as_json: bool) -> None:
    """List the legal moves of a seat, one a line; none where it has nothing to decide.

    Without --seat: in Jurassic Snack of the player to move, in Draftosaurus of the viewer; a full state of Draftosaurus
    needs it.
    """
    state = read_state(state_file)
    notations = games.legal_moves(state, read_seat(seat, state))
    if as_json:
        print_message(moves_response(state.game, notations))
    else:
        for notation in notations:
            click.echo(notation)
