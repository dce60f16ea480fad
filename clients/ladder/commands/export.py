"""`dinoai ladder export`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from dinoai.clients.ladder.commands.shared import store_argument
from dinoai.clients.ladder.store import Store


@click.command()
@store_argument
def command(store_file: Path) -> None:
    """Print every game as a line of JSON.

    Of each its number, its deal with table and seed, the rotation, and by seat the bots, shares of the victory, points,
    seconds of thought, the longest thought and the moves played; all moves in notation; and a fault if one ended it.
    """
    with Store.open(store_file) as store:
        names = [bot.label for bot in store.bots()]
        for game in store.games():
            played = asdict(game.played)
            played["bots"] = [names[bot] for bot in game.played.bots]
            deal = {"deal": game.deal.number, "table": game.deal.table, "seed": game.deal.seed}
            click.echo(json.dumps({"game": game.game, **deal, **played}))
