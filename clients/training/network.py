"""Fitting networks on lists of rows (search/knowledge/network.pxd)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.float32]

HIDDEN, DIRECT, OUTPUTS = 64, 8, 3
UNIT, FINE, TOP = 256, 4096, 4.0
BATCH = 4096


@dataclass
class Weights:
    """Weights before they are rounded."""

    lines: Floats
    hidden_biases: Floats
    outputs: Floats
    biases: Floats
    scores: Floats

    @classmethod
    def fresh(cls, seed: int, n_rows: int, n_action_rows: int = 0) -> Weights:
        """Small random weights."""
        rng = np.random.default_rng(seed)
        lines = rng.normal(0, 0.05, (n_rows, HIDDEN + DIRECT)).astype(np.float32)
        lines[:, HIDDEN:] = 0
        hidden_biases = np.zeros(HIDDEN + DIRECT, np.float32)
        hidden_biases[:HIDDEN] = 0.25
        outputs = rng.normal(0, 0.1, (OUTPUTS, HIDDEN)).astype(np.float32)
        return cls(lines, hidden_biases, outputs, np.zeros(OUTPUTS, np.float32), np.zeros(n_action_rows, np.float32))

    @property
    def network(self) -> list[Floats]:
        """The arrays that `gradients` tells of, in its order."""
        return [self.lines, self.hidden_biases, self.outputs, self.biases]

    def forward(self, x: sparse.csr_matrix) -> tuple[Floats, Floats, Floats]:
        """For a matrix of positions and rows: the sums, the hidden units and the outputs of each position."""
        sums = x @ self.lines + self.hidden_biases
        hidden = np.clip(sums[:, :HIDDEN], 0, TOP)
        return sums, hidden, hidden @ self.outputs.T + self.biases + sums[:, HIDDEN : HIDDEN + OUTPUTS]

    def gradients(self, x: sparse.csr_matrix, sums: Floats, hidden: Floats, error: Floats) -> list[Floats]:
        """By the derivatives of the loss in the outputs."""
        back = np.zeros_like(sums)
        back[:, :HIDDEN] = (error @ self.outputs) * ((sums[:, :HIDDEN] > 0) & (sums[:, :HIDDEN] < TOP))
        back[:, HIDDEN : HIDDEN + OUTPUTS] = error
        return [x.T @ back, back.sum(axis=0), error.T @ hidden, error.sum(axis=0)]

    def sharpen(self, factor: float) -> None:
        """Multiply the first output."""
        self.lines[:, HIDDEN] *= factor
        self.hidden_biases[HIDDEN] *= factor
        self.outputs[0] *= factor
        self.biases[0] *= factor

    def to_bytes(self) -> bytes:
        """The file that the search reads, in whole numbers."""

        def whole(values: Floats, unit: int) -> bytes:
            return np.clip(np.round(values * unit), -32768, 32767).astype("<i2").tobytes()

        biases = np.round(self.biases.astype(np.float64) * UNIT * FINE).astype("<i4").tobytes()
        return b"".join(
            (
                whole(self.lines, UNIT),
                whole(self.outputs, FINE),
                biases,
                whole(self.hidden_biases, UNIT),
                whole(self.scores, UNIT),
            )
        )


def row_matrix(rows: NDArray[Any], used: NDArray[np.bool_], n_columns: int) -> sparse.csr_matrix:
    """Ones at the rows in use of each position."""
    starts = np.concatenate([[0], np.cumsum(used.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    return sparse.csr_matrix((ones, rows[used], starts), shape=(len(rows), n_columns))


def batches(indices: NDArray[np.int64], rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """All of them in a new order, so many at a time."""
    shuffled = rng.permutation(indices)
    for start in range(0, len(shuffled), BATCH):
        yield np.sort(shuffled[start : start + BATCH])


def falling_rate(rate: float, step: int, n_steps: int) -> np.float64:
    """From the full rate down to a fiftieth, on half a cosine."""
    return np.float64(rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * step / n_steps))))
