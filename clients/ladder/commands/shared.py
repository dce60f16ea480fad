"""What several sub-commands of the ladder share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.reading import bots_of, find_anchor, result_of, results_of, test_of
from dinoai.clients.ladder.running import run_ladder, versions
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.showing import ladder_values, show_ladder
from dinoai.clients.ladder.store import Store, stored_bots
from dinoai.clients.ladder.testing import judge
from dinoai.clients.ladder.watching import LadderProgress
from dinoai.clients.ladder.workers import Finished, LocalWorkers, Workers
from dinoai.clients.output import make_console
from dinoai.search.suggest import engine_version

_PIPE_WIDTH = 160  # so that two bots with their settings fit beside their figures
_JUDGEMENT_SHARE = 50  # a test is judged anew when its games have grown by this part

_Function = TypeVar("_Function", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print the ladder's figures as JSON.")
"""The option `--json`."""


def store_argument(function: _Function) -> _Function:
    """The argument STORE."""
    return click.argument("store_file", metavar="STORE", type=click.Path(dir_okay=False, path_type=Path))(function)


def worker_options(function: _Function) -> _Function:
    """The options that say where deals are played, and how the outcome is printed."""
    for decorate in (
        json_option,
        click.option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler, tcp://..."),
        click.option(
            "--workers", type=click.IntRange(1, 1024), metavar="N", help="Worker processes here.  [default: one a core]"
        ),
    ):
        function = decorate(function)
    return function


def make_workers(n_workers: int | None, scheduler: str | None) -> Workers:
    """The workers that the options ask for. For a cluster raises as `connect` does, or `LadderError`."""
    if scheduler is None:
        return LocalWorkers(n_workers)
    if n_workers is not None:
        raise click.UsageError("--workers and --scheduler exclude each other: the cluster has workers of its own")
    from dinoai.clients.ladder.cluster import ClusterWorkers

    return ClusterWorkers(scheduler)


def begin(path: Path, settings: Settings, workers: Workers, *, as_json: bool) -> None:
    """Begin a ladder, play it and print its figures."""
    with Store.create(path, settings, stored_bots(settings, versions(settings)), engine_version()) as store:
        play(store, workers)
        print_ladder(store, as_json=as_json)


def check_version(store: Store) -> None:
    """Raise `LadderError` where the ladder was begun with another version of dinoai, so that none mixes two."""
    if store.engine_version != engine_version():
        raise LadderError(
            f"{store.path} was begun with dinoai {store.engine_version}; this is {engine_version()}, so it cannot go on"
        )


def play(store: Store, workers: Workers) -> None:
    """Play what is left, with progress on standard error; a sequential test only until it is decided."""
    settings, results = store.settings(), results_of(store)
    bots, test = bots_of(settings), test_of(settings)
    if test is not None and judge(test, results).decided:
        return
    console = make_console(stderr=True)
    with LadderProgress(console, bots, results, settings.n_games(), find_anchor(bots)) as progress:
        next_judgement = 0

        def observe(batch: list[Finished]) -> bool:
            nonlocal next_judgement
            results.extend(result_of(finished.deal, game) for finished in batch for game in finished.games)
            progress.update()
            if test is None or len(results) < next_judgement:
                return False
            next_judgement = len(results) + len(results) // _JUDGEMENT_SHARE
            return judge(test, results).decided

        try:
            run_ladder(store, workers, observe)
        except KeyboardInterrupt:
            raise click.ClickException(
                f"stopped after {len(results):,} games; `dinoai ladder resume {store.path}` goes on"
            ) from None


def print_ladder(store: Store, anchor: str | None = None, *, as_json: bool = False) -> None:
    """Print the figures of a ladder."""
    if as_json:
        click.echo(json.dumps(ladder_values(store, anchor), indent=2))
        return
    console = make_console()
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    for part in show_ladder(store, anchor):
        console.print(part)
