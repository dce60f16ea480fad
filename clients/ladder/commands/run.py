"""`dinoai ladder run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dinoai.clients.arguments import Duration, seed_option
from dinoai.clients.ladder.bots import parse_bot
from dinoai.clients.ladder.commands.shared import make_workers, play, print_standings, store_argument, worker_options
from dinoai.clients.ladder.game import Rules
from dinoai.clients.ladder.running import versions
from dinoai.clients.ladder.schedule import SEATINGS, SYSTEMS
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.store import Store, stored_bots
from dinoai.clients.new_games import GAME_NAMES, read_settings
from dinoai.engine.games import draw_seed
from dinoai.search.suggest import engine_version


@click.command()
@store_argument
@click.argument("game", type=click.Choice(list(GAME_NAMES)))
@click.argument("bots", nargs=-1, metavar="BOT BOT ...")
@click.option("--deals", type=click.IntRange(1, 2**24), default=100, show_default=True, help="Deals a table.")
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
    default="single",
    show_default=True,
    help="From three players on: one bot among others of one kind, half and half, or all different.",
)
@click.option(
    "--patience",
    type=Duration(),
    default="60s",
    show_default=True,
    help="A move that takes longer than the bot's own limit of time and this loses the game.",
)
@seed_option("Decides all deals; drawn at random without it.")
@worker_options
def command(
    store_file: Path,
    game: str,
    bots: tuple[str, ...],
    deals: int,
    players: int | None,
    side: str | None,
    match: bool,
    area: str | None,
    settings: tuple[str, ...],
    gauntlet: bool,
    seating: str,
    patience: float,
    seed: int | None,
    workers: int | None,
) -> None:
    """Begin a ladder of bots and play it.

    Every pair of bots plays as many deals as asked for, each of them from both seats, or from three players on through
    all seats. The seed, the bots and their limits of simulations decide every game, whatever the number of workers.
    """
    if len(bots) < 2:
        raise click.UsageError("a ladder needs at least two bots")
    name = GAME_NAMES[game]
    given: dict[str, Any] = {
        "players": players,
        "side": side and side.upper(),
        "match": match or None,
        "area": area,
        **read_settings(name, settings),
    }
    ladder = Settings(
        rules=Rules(name, {option: value for option, value in given.items() if value is not None}),
        bots=tuple(parse_bot(bot, name) for bot in bots),
        deals=deals,
        seed=draw_seed() if seed is None else seed,
        system=SYSTEMS[1] if gauntlet else SYSTEMS[0],
        seating=seating,
        patience=patience,
    )
    with Store.create(store_file, ladder, stored_bots(ladder, versions(ladder)), engine_version()) as store:
        play(store, make_workers(workers))
        print_standings(store)
