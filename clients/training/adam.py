"""Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Adam:
    """Improves arrays in place by their gradients."""

    def __init__(self, arrays: Sequence[NDArray[np.float32]], first: float = 0.9, second: float = 0.999) -> None:
        self._arrays = arrays
        self._first, self._second = first, second
        self._means = [np.zeros_like(array) for array in arrays]
        self._squares = [np.zeros_like(array) for array in arrays]
        self._n_steps = 0

    def step(self, gradients: Sequence[NDArray[np.float32]], rate: float, decay: float = 0.0) -> None:
        """One step; `decay` is the share of each weight that is taken off at a rate of 1 / 1000."""
        self._n_steps += 1
        scale = rate * (1 - self._second**self._n_steps) ** 0.5 / (1 - self._first**self._n_steps)
        for array, gradient, mean, square in zip(self._arrays, gradients, self._means, self._squares, strict=True):
            mean += (1 - self._first) * (gradient - mean)
            square += (1 - self._second) * (gradient * gradient - square)
            array -= (scale * mean / (np.sqrt(square) + 1e-8) + decay * rate * 1000 * array).astype(np.float32)
