"""Learning the potential of Draftosaurus: policy iteration by regression, without search.

For each number of players and side: games of the policy that draws its choices by the softmax of the potential; ridge
regression of the points that were still to come on the indicators of each placement, for every number of turns left;
the next games by the tables found, at a lower temperature. The start is a guess by hand that is optimistic about pens
that pay late (the Woody Trio pays nothing until its third dinosaur), so that self-play does not forget them. It ends in
one of several local optima, by chance; so it is done several times, and the tables that win most among the others stay.
For the Winter side draftosaurus_network.py goes on from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dinoai.clients.errors import TrainingError
from dinoai.clients.training.course import Report
from dinoai.clients.training.draftosaurus_network import PLACEMENTS, RATES, SEATS, Table, train_networks
from dinoai.clients.training.files import whole_file, write_whole
from dinoai.clients.training.workers import learning_processes, tell
from dinoai.search.knowledge.draftosaurus_selfplay import Policy, play_games

N_LEFT, N_ENTRIES = 12, 704
GAMES = 20_000  # an iteration, at scale 1
TEMPERATURES = (2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.5, 0.4, *[0.3] * 8)  # in points, one an iteration
DECAY = 0.5  # of what earlier iterations have shown
RIDGE = 3.0
SAME_STEP = (0, 2, 4, 4, 6, 6)  # what the next dinosaur of the Forest or the Wood adds
CONTENDERS = 4  # trainings of each variant
MATCH_GAMES = 2_000  # of one contender in one seat among others of one kind, at scale 1
VARIANTS = tuple((n_seats, side) for n_seats in (2, 3, 4, 5) for side in (0, 1))

Sums = NDArray[np.float64]


def first_summer() -> Table:
    """The guess for the Summer side; entries as draftosaurus_summer.pyx lays them out."""
    promise = np.zeros((N_LEFT, N_ENTRIES), np.float32)
    for left in range(1, N_LEFT):
        row = promise[left]
        for size in range(1, 6):  # Forest, where any of its species are to come
            row[2 + 4 * (size - 1) : 5 + 4 * (size - 1)] = 0.45 * SAME_STEP[size]
        for size in range(6):  # Meadow
            row[21 + 3 * size : 24 + 3 * size] = 0.45 * (size + 1)
        for size in range(7):  # Prairie, by singles
            row[39 + 4 * size : 43 + 4 * size] = [1.6 * min(n, left, 6 - size) for n in range(4)]
        if left >= 3:
            row[67] = 1.0  # Trio
        row[68] = 2.2 if left >= 2 else 0
        row[69] = 4.4
        row[70:75] = 3.2  # King
        for lead in range(-3, 4):
            chance = 7 / (1 + math.exp(-3 * (lead + 0.5) / math.sqrt(left + 1)))
            row[75 + 4 * (lead + 3) : 79 + 4 * (lead + 3)] = chance - (7 if lead >= 0 else 0)
        row[103:110] = 3.5  # Island
        row[110:114] = 7 * (0.93**left - 1)
    return promise


def first_winter() -> Table:
    """The guess for the Winter side; entries as draftosaurus_winter.pyx lays them out."""
    promise = np.zeros((N_LEFT, N_ENTRIES), np.float32)
    for left in range(1, N_LEFT):
        row = promise[left]
        row[2:5] = 0.45 * SAME_STEP[1]  # Wood
        for size in range(2, 6):
            row[7 + 8 * (size - 2) : 13 + 8 * (size - 2)] = 0.45 * SAME_STEP[size]
        for n in range(16):  # Bridge
            row[37 + n] = 1.6 * min(n // 4 + n % 4, left)
        for taken in range(63):  # Pyramid
            step = 2 if taken & 7 != 7 else 4 if taken & 24 != 24 else 7
            row[67 + 5 * taken : 71 + 5 * taken] = 0.4 * step - 0.8
        row[386:391] = 3  # Lookout
        row[391:395] = left / 3
        row[396:404] = 3  # Quarantine
    return promise


def solve(promise: Table, gram: Sums, moment: Sums, squares: Sums) -> tuple[Table, list[float]]:
    """The tables that the normal equations ask for, drawn towards the present ones; and the errors by turns left."""
    found = promise.astype(np.float64)
    errors = []
    for left in range(1, N_LEFT):
        row = found[left]
        used = gram[left].diagonal() > 0
        matrix = gram[left][np.ix_(used, used)] + RIDGE * np.eye(used.sum())
        row[used] += np.linalg.solve(matrix, (moment[left] - gram[left] @ row)[used])
        mean_square = (squares[left, 1] - 2 * row @ moment[left] + row @ gram[left] @ row) / max(1, squares[left, 0])
        errors.append(math.sqrt(max(0.0, mean_square)))
    return found.astype(np.float32), errors


@dataclass
class Progress:
    """Where the training of a variant stands: the tables, the decayed sums and the iterations done."""

    promise: Table
    gram: Sums
    moment: Sums
    squares: Sums
    done: int = 0

    @classmethod
    def fresh(cls, side: int) -> Progress:
        """Before the first iteration."""
        return cls(
            first_summer() if side == 0 else first_winter(),
            np.zeros((N_LEFT, N_ENTRIES, N_ENTRIES)),
            np.zeros((N_LEFT, N_ENTRIES)),
            np.zeros((N_LEFT, 2)),
        )

    @classmethod
    def load(cls, path: Path) -> Progress:
        """As `save` left it."""
        with np.load(path) as arrays:
            return cls(arrays["promise"], arrays["gram"], arrays["moment"], arrays["squares"], int(arrays["done"]))

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        with whole_file(path) as file:
            np.savez_compressed(
                file, promise=self.promise, gram=self.gram, moment=self.moment, squares=self.squares, done=self.done
            )


def train_variant(n_seats: int, side: int, path: Path, seed: int, games: int, report: Report) -> Table:
    """Go on from the file to the last iteration; returns the tables."""
    progress = Progress.load(path) if path.exists() else Progress.fresh(side)
    while progress.done < len(TEMPERATURES):
        temperature = TEMPERATURES[progress.done]
        for sums in (progress.gram, progress.moment, progress.squares):
            sums *= DECAY
        policy = Policy(progress.promise, temperature)
        points, _ = play_games(
            [policy] * n_seats, side, games, 1000 * seed + progress.done, range(n_seats),
            progress.gram, progress.moment, progress.squares,
        )  # fmt: skip
        progress.promise, errors = solve(progress.promise, progress.gram, progress.moment, progress.squares)
        progress.done += 1
        progress.save(path)
        report(
            f"{path.stem}: iteration {progress.done} of {len(TEMPERATURES)}, temperature {temperature:g}, "
            f"{sum(points) / n_seats / games:.2f} points, error {errors[0]:.2f} to {errors[-1]:.2f}"
        )
    return progress.promise


def shares_among(tables: Sequence[Table], n_seats: int, side: int, seed: int, games: int) -> list[float]:
    """The mean share of the victory that each table's policy gets as one seat among policies of another table."""
    policies = [Policy(table, 0.0) for table in tables]
    shares = [0.0] * len(tables)
    for one, other in permutations(range(len(tables)), 2):
        for seat in range(n_seats):
            seated = [policies[other]] * n_seats
            seated[seat] = policies[one]
            _, wins = play_games(seated, side, games, 1000 * seed + seat)
            shares[one] += wins[seat] / (games * n_seats * (len(tables) - 1))
    return shares


def train_draftosaurus(
    folder: Path, *, seed: int, scale: float, workers: int, report: Callable[[str], None]
) -> tuple[Path, Path]:
    """Train all variants, or go on with what the directory holds; returns the files that the search reads.

    Seed and scale decide every game; the tables depend on NumPy's sums too, which may differ in the last digits.
    Raises `TrainingError`.
    """
    games, match_games = max(1, round(GAMES * scale)), max(1, round(MATCH_GAMES * scale))
    plan = (
        f"seed {seed}, scale {scale:g}: {CONTENDERS} contenders, {len(TEMPERATURES)} iterations of {games} games; "
        f"networks, {len(RATES)} iterations of {round(scale * PLACEMENTS)} placements\n"
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "plan.txt").exists():
            write_whole(folder / "plan.txt", plan.encode())
        if (folder / "plan.txt").read_text() != plan:
            raise TrainingError(f"{folder} holds another plan; go on with that one, or choose another directory")
    except OSError as error:
        raise TrainingError(f"{folder} cannot be used: {error.strerror}") from None
    packed = np.zeros((len(VARIANTS), N_LEFT, N_ENTRIES), "<f4")
    with learning_processes(workers, folder) as pool:
        training = [
            [
                pool.submit(
                    train_variant, n_seats, side, folder / f"{n_seats}-{('summer', 'winter')[side]}-{number}.npz",
                    CONTENDERS * seed + number, games, tell,
                )
                for number in range(CONTENDERS)
            ]
            for n_seats, side in VARIANTS
        ]  # fmt: skip
        for index, (n_seats, side) in enumerate(VARIANTS):
            tables = [contender.result() for contender in training[index]]
            shares = shares_among(tables, n_seats, side, seed, match_games)
            packed[index, 1:] = tables[shares.index(max(shares))][1:]
            told = ", ".join(f"{100 * share:.1f}" for share in shares)
            report(f"{n_seats} players, {('Summer', 'Winter')[side]}: the contenders win {told} %")
        networks = train_networks(
            pool, folder, [packed[VARIANTS.index((n_seats, 1))] for n_seats in SEATS], seed=seed, scale=scale
        )
        write_whole(folder / "draftosaurus_potential.bin", packed.tobytes())
        write_whole(folder / "draftosaurus_networks.bin", b"".join(networks))
    return folder / "draftosaurus_potential.bin", folder / "draftosaurus_networks.bin"
