"""`dinoai ladder sprt`."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from dinoai.clients.ladder.commands.rules_options import game_options, rules_options
from dinoai.clients.ladder.commands.shared import begin, make_workers, store_argument, worker_options
from dinoai.clients.ladder.config import MAX_DEALS, make_settings
from dinoai.clients.ladder.sprt import SequentialTest
from dinoai.clients.new_games import GAME_NAMES


@click.command()
@store_argument
@click.argument("game", type=click.Choice(list(GAME_NAMES)))
@click.argument("candidate", metavar="BOT")
@click.argument("base", metavar="OTHER")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="Elo of BOT above OTHER by hypothesis 0.")
@click.option("--elo1", type=float, default=10.0, show_default=True, help="Elo of BOT above OTHER by hypothesis 1.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Risk of accepting 1 where 0 is true.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Risk of accepting 0 where 1 is true.")
@click.option("--deals", type=click.IntRange(1, MAX_DEALS), default=20_000, show_default=True, help="Deals at most.")
@rules_options
@worker_options
def command(
    store_file: Path,
    game: str,
    candidate: str,
    base: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    deals: int,
    patience: float | None,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
    **rules: Any,
) -> None:
    """Play BOT against OTHER until it is decided whether it is stronger.

    The test ends when it accepts that BOT is above OTHER by elo0, or by elo1; from three players on BOT sits alone
    among OTHER's. It is a ladder like others: resume goes on with it, show and report tell its course. Deals are judged
    in their order, so that the decision does not depend on the workers.
    """
    test = asdict(SequentialTest(elo0, elo1, alpha, beta))
    name = GAME_NAMES[game]
    given = {
        "game": name,
        "bots": [candidate, base],
        "deals": deals,
        "seed": seed,
        "patience": patience,
        "options": game_options(name, **rules),
    }
    ladder = make_settings({key: value for key, value in given.items() if value is not None})
    hypotheses = {key: test[key] for key in ("elo0", "elo1", "alpha", "beta")}
    begin(store_file, replace(ladder, test=hypotheses), make_workers(workers, scheduler), as_json=as_json)
