"""`dinoai new`."""

from __future__ import annotations

from typing import Any

import click

from dinoai.clients.arguments import json_option, seed_option
from dinoai.clients.new_games import GAME_NAMES, fresh_game, new_game_options
from dinoai.clients.output import print_message
from dinoai.engine import games
from dinoai.v1 import rules_pb2


@click.command()
@click.argument("game", type=click.Choice(list(GAME_NAMES)))
@new_game_options
@seed_option("Makes the game repeatable; drawn at random without it.")
@json_option
def command(game: str, as_json: bool, **options: Any) -> None:
    """Print a full state of a fresh game of GAME, the die of turn 1 rolled.

    Options of Jurassic Snack: stalemate_turns=2|4, eruption_last_token=REMOVE|LOOK. Options of Draftosaurus:
    prairie_capacity=6|12, boxed_visible=true|false, placement=WITH_PICK|AFTER_REVEAL. The first of each is the default.
    """
    state = games.encode_state(fresh_game(game, **options))
    print_message(rules_pb2.NewGameResponse(state=state) if as_json else state)
