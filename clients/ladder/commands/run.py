"""`dinoai ladder run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dinoai.clients.ladder.commands.rules_options import game_options, rules_options
from dinoai.clients.ladder.commands.shared import begin, make_workers, store_argument, worker_options
from dinoai.clients.ladder.config import MAX_DEALS, make_settings, read_config
from dinoai.clients.ladder.schedule import SEATINGS, SYSTEMS
from dinoai.clients.new_games import GAME_NAMES


@click.command()
@store_argument
@click.argument("game", required=False, type=click.Choice(list(GAME_NAMES)))
@click.argument("bots", nargs=-1, metavar="[BOT BOT ...]")
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="A TOML file that describes the ladder."
)
@click.option("--deals", type=click.IntRange(1, MAX_DEALS), help="Deals a table.  [default: 100]")
@click.option("--gauntlet", is_flag=True, help="Let the first bot alone play against each of the others.")
@click.option(
    "--seating",
    type=click.Choice(SEATINGS),
    help="From three players on: one bot among others of one kind, half and half, or all different.  [default: single]",
)
@rules_options
@worker_options
def command(
    store_file: Path,
    game: str | None,
    bots: tuple[str, ...],
    config: Path | None,
    deals: int | None,
    gauntlet: bool,
    seating: str | None,
    patience: float | None,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
    **rules: Any,
) -> None:
    """Begin a ladder of bots and play it.

    Every pair of bots plays as many deals as asked for, each of them from both seats, or from three players on through
    all seats. The seed, the bots and their limits of simulations decide every game, whatever the number of workers.

    In a TOML file the keys are game, bots (a list), deals, seed, system (round-robin or gauntlet), seating, patience (a
    number of seconds) and the table options with those of the game, such as players and side. Options given beside the
    file come before it.
    """
    document = {} if config is None else read_config(config)
    name = GAME_NAMES[game] if game else document.get("game", "")
    if not name:
        raise click.UsageError("GAME is required, or --config with a file that names it")
    given: dict[str, Any] = {
        "game": name,
        "bots": list(bots) or None,
        "deals": deals,
        "seed": seed,
        "system": SYSTEMS[1] if gauntlet else None,
        "seating": seating,
        "patience": patience,
    }
    document.update((key, value) for key, value in given.items() if value is not None)
    if options := game_options(name, **rules):
        own = document.get("options", {})
        document["options"] = {**own, **options} if isinstance(own, dict) else own  # the second is refused below
    ladder = make_settings(document)
    begin(store_file, ladder, make_workers(workers, scheduler), as_json=as_json)
