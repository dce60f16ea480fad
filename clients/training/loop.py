"""The loop of training: play, learn, and again with what was learned.

A directory holds everything: the plan, the games of each generation in batches, the weights learned from them with
their losses, and a plot. What is there is not made again, so a training that was stopped goes on where it was; a file
appears whole or not at all. The seed and the plan decide every game; the weights depend on NumPy's sums too, which may
differ between machines in the last digits.
"""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dinoai.clients.errors import TrainingError
from dinoai.clients.training.course import Course, Generation, Losses, Report
from dinoai.clients.training.courses import find_course
from dinoai.clients.training.files import write_whole
from dinoai.clients.training.selfplay import Decisions, Recipe, play_games

BATCH = 100
"""Games a file."""


def train(course: Course, folder: Path, *, seed: int, workers: int, scheduler: str | None, report: Report) -> bytes:
    """Train through all generations of the plan; returns the last one's weights.

    Raises `TrainingError`, and for a scheduler as `connect` in clients/scheduler.py.
    """
    _keep_plan(course, folder, seed)
    weights: bytes | None = None
    losses: list[Losses] = []
    with _executor(workers, scheduler) as executor:
        for number, generation in enumerate(course.plan, 1):
            place = _place(folder, number)
            place.mkdir(exist_ok=True)
            if not (place / "weights.bin").exists():
                _play(course, generation, number, place, weights, seed, executor, report)
                _learn(course, generation, number, folder, seed, report)
            weights = (place / "weights.bin").read_bytes()
            losses.append(Losses(**json.loads((place / "losses.json").read_text())))
    assert weights is not None
    _draw(losses, folder / "losses.svg", report)
    return weights


def _place(folder: Path, number: int) -> Path:
    return folder / f"generation-{number}"


def _keep_plan(course: Course, folder: Path, seed: int) -> None:
    """Write the plan into a new directory, or see that it is the one that was begun."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        plan = {"game": course.game, "seed": seed, "plan": [dataclasses.asdict(row) for row in course.plan]}
        path = folder / "plan.json"
        if not path.exists():
            write_whole(path, (json.dumps(plan, indent=2) + "\n").encode())
        elif json.loads(path.read_text()) != plan:
            raise TrainingError(f"{path} holds another plan; go on with that one, or choose another directory")
    except OSError as error:
        raise TrainingError(f"{folder} cannot be used: {error.strerror}") from None
    except ValueError as error:
        raise TrainingError(f"{folder} cannot be used: {error}") from None


@contextmanager
def _executor(workers: int, scheduler: str | None) -> Iterator[Executor]:
    if scheduler is None:
        with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool
        return
    try:
        from dinoai.clients.scheduler import connect
    except ImportError:
        raise TrainingError("a scheduler needs Dask: pip install 'dinoai[cluster]'") from None
    with connect(scheduler) as client, client.get_executor() as pool:
        yield pool


def _play_batch(game: str, recipe: Recipe, weights: bytes | None, batch: int, n: int) -> Decisions:
    """In a worker."""
    course = find_course(game)
    if weights is not None:
        course.use(weights)
    return play_games(recipe, range(batch * BATCH, batch * BATCH + n), course.options(batch))


def _play(
    course: Course,
    generation: Generation,
    number: int,
    place: Path,
    weights: bytes | None,
    seed: int,
    executor: Executor,
    report: Report,
) -> None:
    recipe = Recipe(course.game, generation.bot, generation.simulations, _seed(seed, number))
    sizes = {start // BATCH: min(BATCH, generation.games - start) for start in range(0, generation.games, BATCH)}
    missing = [batch for batch in sizes if not _file(place, batch).exists()]
    running = {
        executor.submit(_play_batch, course.game, recipe, weights, batch, sizes[batch]): batch for batch in missing
    }
    done = sum(sizes.values()) - sum(sizes[batch] for batch in missing)
    try:
        for future in as_completed(running):
            future.result().save(_file(place, running[future]))
            done += sizes[running[future]]
            report(f"generation {number} of {len(course.plan)}: {done:,} of {generation.games:,} games")
    except BaseException:
        for future in running:
            future.cancel()
        raise


def _seed(seed: int, number: int) -> int:
    """Of a generation: far enough from the others that no two games share a deal."""
    return 1_000_000 * (100 * (seed - 1) + number)


def _file(place: Path, batch: int) -> Path:
    return place / f"{batch * BATCH:07d}.npz"


def _learn(course: Course, generation: Generation, number: int, folder: Path, seed: int, report: Report) -> None:
    first = max(1, number - generation.learn_from + 1)
    parts: list[Decisions] = []
    for earlier in range(first, number + 1):
        for path in sorted(_place(folder, earlier).glob("*.npz")):
            part = Decisions.load(path)
            part.games = part.games + (earlier - first) * 10_000_000
            parts.append(part)
    weights, losses = course.fit(
        generation, parts, seed, lambda line: report(f"generation {number} of {len(course.plan)}: {line}")
    )
    place = _place(folder, number)
    write_whole(place / "losses.json", (json.dumps(dataclasses.asdict(losses)) + "\n").encode())
    write_whole(place / "weights.bin", weights)


def _draw(losses: list[Losses], path: Path, report: Report) -> None:
    """Losses by epoch, a line for each generation."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        report("losses are not drawn: that needs matplotlib, pip install 'dinoai[report]'")
        return
    figure = Figure(figsize=(10, 3.5), layout="constrained")
    axes: Any = figure.subplots(1, 3)
    for kind, ax in zip(("value", "points", "policy"), axes, strict=True):
        for number, row in enumerate(losses, 1):
            values = getattr(row, kind)
            ax.plot(range(1, len(values) + 1), values, marker="o", label=f"generation {number}")
        ax.set_title(kind)
        ax.set_xlabel("epoch")
    axes[0].set_ylabel("loss on games kept apart")
    axes[0].legend()
    figure.savefig(path)
