"""`dinoai apply`."""

from __future__ import annotations

import click

from dinoai.clients.arguments import json_option, read_seat, read_state, seat_option, seed_option, state_argument
from dinoai.clients.output import print_message
from dinoai.engine import games
from dinoai.server.codec import apply_response


@click.command()
@state_argument
@click.argument("move")
@seat_option
@seed_option("Decides the die and the draw in a full state; drawn at random without it.")
@click.option("--reveals", multiple=True, metavar="REVEAL", help="What turned up at the table, in a view; repeatable.")
@json_option
def command(
    state_file: str, move: str, seat: str | None, seed: int | None, reveals: tuple[str, ...], as_json: bool
) -> None:
    """Print the state after a move.

    In a full state the seed decides chance. In a view, --reveals tells what turned up. In Jurassic Snack: a Grass name
    for the eaten token, or for each token that an own look shows, by row, then column. In Draftosaurus: SEAT:NOTATION
    for every other seat's choice, die:FACE for the next roll, hand:SPECIES,SPECIES,... for the own next hand where it
    is not known.
    """
    state = read_state(state_file)
    after = games.apply_move(state, move, read_seat(seat, state), seed=seed, reveals=reveals)
    response = apply_response(after)
    print_message(response if as_json else response.state)
