"""`dinoai ladder run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dinoai.clients.arguments import Duration, seed_option
from dinoai.clients.ladder.commands.shared import begin, make_workers, store_argument, worker_options
from dinoai.clients.ladder.config import MAX_DEALS, make_settings, read_config
from dinoai.clients.ladder.schedule import SEATINGS, SYSTEMS
from dinoai.clients.new_games import GAME_NAMES, read_settings


@click.command()
@store_argument
@click.argument("game", required=False, type=click.Choice(list(GAME_NAMES)))
@click.argument("bots", nargs=-1, metavar="[BOT BOT ...]")
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="A TOML file that describes the ladder."
)
@click.option("--deals", type=click.IntRange(1, MAX_DEALS), help="Deals a table.  [default: 100]")
@click.option("--players", type=click.IntRange(2, 5), help="Draftosaurus: how many play.  [default: 2]")
@click.option(
    "--side",
    type=click.Choice(["summer", "winter"], case_sensitive=False),
    help="Draftosaurus: the side.  [default: summer]",
)
@click.option("--match", is_flag=True, help="Draftosaurus: play Summer/Winter matches.")
@click.option(
    "--area",
    type=click.Choice(["square", "random"]),
    help="Jurassic Snack: how the pastures lie.  [default: square]",
)
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--gauntlet", is_flag=True, help="Let the first bot alone play against each of the others.")
@click.option(
    "--seating",
    type=click.Choice(SEATINGS),
    help="From three players on: one bot among others of one kind, half and half, or all different.  [default: single]",
)
@click.option(
    "--patience",
    type=Duration(),
    help="A move that takes longer than the bot's own limit of time and this loses the game.  [default: 60s]",
)
@seed_option("Decides all deals; drawn at random without it.")
@worker_options
def command(
    store_file: Path,
    game: str | None,
    bots: tuple[str, ...],
    config: Path | None,
    deals: int | None,
    players: int | None,
    side: str | None,
    match: bool,
    area: str | None,
    settings: tuple[str, ...],
    gauntlet: bool,
    seating: str | None,
    patience: float | None,
    seed: int | None,
    workers: int | None,
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
    options: dict[str, Any] = {
        "players": players,
        "side": side and side.upper(),
        "match": match or None,
        "area": area,
        **(read_settings(name, settings) if settings else {}),
    }
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
    table = document.setdefault("options", {})
    if isinstance(table, dict):
        table.update((key, value) for key, value in options.items() if value is not None)
    begin(store_file, make_settings(document), make_workers(workers))
