"""What several sub-commands of the ladder share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.running import run_ladder, versions
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.standings import Standings
from dinoai.clients.ladder.store import Store, stored_bots
from dinoai.clients.ladder.watching import LadderProgress, standings_table
from dinoai.clients.ladder.workers import Finished, LocalWorkers, Workers
from dinoai.clients.output import make_console
from dinoai.search.suggest import engine_version

_Function = TypeVar("_Function", bound=Callable[..., Any])


def store_argument(function: _Function) -> _Function:
    """The argument STORE."""
    return click.argument("store_file", metavar="STORE", type=click.Path(dir_okay=False, path_type=Path))(function)


def worker_options(function: _Function) -> _Function:
    """The options that say where deals are played."""
    return click.option(
        "--workers", type=click.IntRange(1, 1024), metavar="N", help="Worker processes.  [default: one a core]"
    )(function)


def make_workers(n_workers: int | None) -> Workers:
    """The workers that the options ask for."""
    return LocalWorkers(n_workers)


def begin(path: Path, settings: Settings, workers: Workers) -> None:
    """Begin a ladder, play it and print its standings."""
    with Store.create(path, settings, stored_bots(settings, versions(settings)), engine_version()) as store:
        play(store, workers)
        print_standings(store)


def check_version(store: Store) -> None:
    """Raise `LadderError` where the ladder was begun with another version of dinoai, so that none mixes two."""
    if store.engine_version != engine_version():
        raise LadderError(
            f"{store.path} was begun with dinoai {store.engine_version}; this is {engine_version()}, so it cannot go on"
        )


def play(store: Store, workers: Workers) -> None:
    """Play what is left, with progress on standard error."""
    names = [bot.label for bot in store.bots()]
    standings = standings_of(store)
    with LadderProgress(make_console(stderr=True), names, standings, store.settings().n_games()) as progress:

        def observe(finished: Finished) -> bool:
            standings.add(finished.games)
            progress.update()
            return False

        try:
            run_ladder(store, workers, observe)
        except KeyboardInterrupt:
            raise click.ClickException(
                f"stopped after {standings.n_games:,} games; `dinoai ladder resume {store.path}` goes on"
            ) from None


def standings_of(store: Store) -> Standings:
    """The standings of all games stored."""
    return Standings.of((game.deal.number, game.played) for game in store.games())


def print_standings(store: Store) -> None:
    """Print the standings."""
    console = make_console()
    standings = standings_of(store)
    console.print(f"{standings.n_games:,} of {store.settings().n_games():,} games, {standings.n_deals:,} deals")
    console.print(standings_table(standings, [bot.label for bot in store.bots()]))
