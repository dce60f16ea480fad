"""Learning the networks for Winter zoos of Draftosaurus: policy iteration on top of the potential's tables.

For each number of players: games of the policy that plays by tables and network; the network goes on learning by how
much the tables alone judged zoos wrong; the next games by what it has learned. In one turn a seat draws its choices at
a high temperature, so that zoos are seen that the policy would not make, and how it goes on well from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dinoai.clients.training.adam import Adam
from dinoai.clients.training.course import Report
from dinoai.clients.training.files import whole_file
from dinoai.clients.training.network import BATCH, Floats, Weights, batches, falling_rate, row_matrix
from dinoai.clients.training.workers import tell
from dinoai.search.knowledge.draftosaurus_features import MOST_ZOO_ROWS, ZOO_ROWS
from dinoai.search.knowledge.draftosaurus_selfplay import Policy, record_games

SEATS = (2, 3, 4, 5)
PLACEMENTS = 6_000_000  # about so many an iteration, at scale 1
RATES = (0.004, 0.004, 0.004, 0.004, 0.003, 0.003, 0.003, 0.002, 0.002, 0.002, 0.001, 0.001)  # one an iteration
TEMPERATURE = 0.3  # in points, at which choices are drawn
EXPLORATION = 2.0  # the same in the one turn of exploration
HELD_OUT = 40_000  # placements kept to judge by
TURNS_RECORDED = 6  # a seat and game, about

Table = NDArray[np.float32]


def fit(weights: Weights, rows: NDArray[np.uint16], errors: Floats, rate: float, seed: int) -> tuple[float, float]:
    """Learn in place what the tables left over; returns the mean error before and after, in points, on some kept apart.

    Placements are in the order they were made, so those kept apart are of other games.
    """
    n_held = min(HELD_OUT, len(errors) // 10)
    train = np.arange(n_held, len(errors))
    rng = np.random.default_rng(seed)
    adam = Adam(weights.network)
    n_steps = -(-len(train) // BATCH)
    for step, batch in enumerate(batches(train, rng), 1):
        lines = rows[batch]
        x = row_matrix(lines, lines < ZOO_ROWS, ZOO_ROWS)
        sums, hidden, out = weights.forward(x)
        error = np.zeros_like(out)
        error[:, 0] = 2 * (out[:, 0] - errors[batch]) / len(batch)
        adam.step(weights.gradients(x, sums, hidden, error), falling_rate(rate, step, n_steps))
    lines = rows[:n_held]
    _, _, out = weights.forward(row_matrix(lines, lines < ZOO_ROWS, ZOO_ROWS))
    before, after = errors[:n_held], errors[:n_held] - out[:, 0]
    return float(np.sqrt(np.mean(before**2))), float(np.sqrt(np.mean(after**2)))


def train_network(n_seats: int, promise: Table, path: Path, seed: int, scale: float, report: Report) -> bytes:
    """Go on from the file to the last iteration; returns the network."""
    weights, done = Weights.fresh(seed, ZOO_ROWS), 0
    if path.exists():
        with np.load(path) as arrays:
            done = int(arrays["done"])
            for name, array in zip(("lines", "hidden_biases", "outputs", "biases"), weights.network, strict=True):
                array[:] = arrays[name]
    if done == len(RATES):
        return weights.to_bytes()
    games = max(1, round(scale * PLACEMENTS / TURNS_RECORDED / n_seats))
    rows = np.empty((12 * games * n_seats, MOST_ZOO_ROWS), np.uint16)
    errors = np.empty(len(rows), np.float32)
    while done < len(RATES):
        policy = Policy(promise, TEMPERATURE, weights.to_bytes() if done else None)
        n = record_games(policy, n_seats, games, 1000 * seed + done, EXPLORATION, rows, errors)
        before, after = fit(weights, rows[:n], errors[:n], RATES[done], 1000 * seed + done)
        done += 1
        with whole_file(path) as file:
            np.savez(
                file, lines=weights.lines, hidden_biases=weights.hidden_biases, outputs=weights.outputs,
                biases=weights.biases, done=done,
            )  # fmt: skip
        report(
            f"{path.stem}: iteration {done} of {len(RATES)}, {n} placements, error {before:.3f} by the tables, "
            f"{after:.3f} with the network"
        )
    return weights.to_bytes()


def train_networks(
    pool: ProcessPoolExecutor, folder: Path, tables: Sequence[Table], *, seed: int, scale: float
) -> list[bytes]:
    """Train the networks on top of the Winter tables of two to five players, or go on with what the directory holds."""
    training = [
        pool.submit(train_network, n_seats, table, folder / f"{n_seats}-winter-network.npz", seed, scale, tell)
        for n_seats, table in zip(SEATS, tables, strict=True)
    ]
    return [network.result() for network in training]
