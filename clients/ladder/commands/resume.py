"""`dinoai ladder resume`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.commands.shared import (
    check_version,
    make_workers,
    play,
    print_ladder,
    store_argument,
    worker_options,
)
from dinoai.clients.ladder.config import MAX_DEALS
from dinoai.clients.ladder.store import Store


@click.command()
@store_argument
@click.option("--deals", type=click.IntRange(1, MAX_DEALS), help="Deals a table from now on, if more are wanted.")
@worker_options
def command(store_file: Path, deals: int | None, workers: int | None, scheduler: str | None, as_json: bool) -> None:
    """Go on with a ladder that was stopped, or that is to have more deals; no game is counted twice."""
    with Store.open(store_file, write=True) as store:
        check_version(store)
        if deals is not None:
            settings = store.settings()
            if deals < settings.deals:
                raise LadderError(f"the ladder has {settings.deals} deals a table; it cannot shrink to {deals}")
            store.change_settings(replace(settings, deals=deals))
        play(store, make_workers(workers, scheduler))
        print_ladder(store, as_json=as_json)
