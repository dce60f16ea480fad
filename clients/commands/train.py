"""`dinoai train`."""

from __future__ import annotations

import dataclasses
import os
import time
from pathlib import Path

import click

from dinoai.clients.training.courses import COURSES, find_course
from dinoai.clients.training.draftosaurus import train_draftosaurus
from dinoai.clients.training.loop import train
from dinoai.clients.training.workers import tell

_POTENTIAL = "draftosaurus"  # learned without search, in a way of its own
_GAMES = {name.replace("_", "-"): name for name in (*COURSES, _POTENTIAL)}
_SECONDS_A_LINE = 5.0


@click.command()
@click.argument("game", type=click.Choice(list(_GAMES)))
@click.argument("folder", metavar="DIRECTORY", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", type=click.IntRange(1, 1000), default=1, show_default=True, help="Decides every game.")
@click.option(
    "--scale",
    type=click.FloatRange(0.001, 100),
    default=1.0,
    show_default=True,
    help="So many times the games of the plan.",
)
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Worker processes.  [default: one a core]")
@click.option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler, tcp://...")
def command(game: str, folder: Path, seed: int, scale: float, workers: int | None, scheduler: str | None) -> None:
    """Learn the knowledge of a game from games that the search, in Draftosaurus its policy, plays against itself.

    Everything is kept in DIRECTORY; the same command goes on with a training that was stopped. The paths of what
    was learned last are printed in the end.
    """
    if game == _POTENTIAL:
        if scheduler is not None:
            raise click.UsageError("draftosaurus is trained without a scheduler")
        n = workers or os.cpu_count() or 1
        for path in train_draftosaurus(folder, seed=seed, scale=scale, workers=n, report=tell):
            click.echo(path)
        return
    course = find_course(_GAMES[game])
    plan = tuple(dataclasses.replace(row, games=max(1, round(scale * row.games))) for row in course.plan)
    last = 0.0

    def report(line: str) -> None:
        nonlocal last
        if ":" not in line or "games" not in line or time.monotonic() - last >= _SECONDS_A_LINE:
            last = time.monotonic()
            tell(line)

    train(
        dataclasses.replace(course, plan=plan),
        folder,
        seed=seed,
        workers=workers or os.cpu_count() or 1,
        scheduler=scheduler,
        report=report,
    )
    click.echo(folder / f"generation-{len(plan)}" / "weights.bin")
