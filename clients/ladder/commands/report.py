"""`dinoai ladder report`."""

from __future__ import annotations

from pathlib import Path

import click

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.commands.shared import store_argument
from dinoai.clients.ladder.reading import bots_of, find_anchor, results_of, test_of
from dinoai.clients.ladder.store import Store
from dinoai.clients.names import name_of


@click.command()
@store_argument
@click.argument("page", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--anchor", metavar="BOT", help="The bot at 0 Elo.  [default: random if it plays, else the last]")
def command(store_file: Path, page: Path, anchor: str | None) -> None:
    """Write a ladder as one HTML page that needs no network: ratings, cross table, plots and every pair."""
    from dinoai.clients.ladder.report import Ladder, render_report

    with Store.open(store_file) as store:
        settings = store.settings()
        bots = bots_of(settings)
        options = [(name_of(name), str(value).lower()) for name, value in settings.rules.options.items()]
        ladder = Ladder(
            title=name_of(settings.rules.game),
            facts=[*options, ("Seed", str(settings.seed)), ("Version", store.engine_version)],
            bots=bots,
            results=results_of(store),
            anchor=find_anchor(bots, anchor),
            test=test_of(settings),
        )
    try:
        page.write_text(render_report(ladder), encoding="utf-8")
    except OSError as error:
        raise LadderError(f"{page} cannot be written: {error.strerror}") from None
