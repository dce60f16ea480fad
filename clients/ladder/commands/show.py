"""`dinoai ladder show`."""

from __future__ import annotations

from pathlib import Path

import click

from dinoai.clients.ladder.commands.shared import print_standings, store_argument
from dinoai.clients.ladder.store import Store


@click.command()
@store_argument
def command(store_file: Path) -> None:
    """Print the standings of a ladder, also of one that is running."""
    with Store.open(store_file) as store:
        print_standings(store)
