"""`dinoai ladder resume`."""

from __future__ import annotations

from pathlib import Path

import click

from dinoai.clients.ladder.commands.shared import make_workers, play, print_standings, store_argument, worker_options
from dinoai.clients.ladder.store import Store


@click.command()
@store_argument
@worker_options
def command(store_file: Path, workers: int | None) -> None:
    """Go on with a ladder that was stopped; no game is counted twice."""
    with Store.open(store_file, write=True) as store:
        play(store, make_workers(workers))
        print_standings(store)
