"""`dinoai ladder show`."""

from __future__ import annotations

from pathlib import Path

import click

from dinoai.clients.ladder.commands.shared import json_option, print_ladder, store_argument
from dinoai.clients.ladder.store import Store


@click.command()
@store_argument
@click.option("--anchor", metavar="BOT", help="The bot at 0 Elo.  [default: random if it plays, else the last]")
@json_option
def command(store_file: Path, anchor: str | None, as_json: bool) -> None:
    """Print ratings, cross table and every pair of a ladder, also of one that is running."""
    with Store.open(store_file) as store:
        print_ladder(store, anchor, as_json=as_json)
