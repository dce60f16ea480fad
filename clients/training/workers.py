"""Processes that learn side by side."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from zipfile import BadZipFile

from dinoai.clients.errors import TrainingError

# As many threads of linear algebra as processors in each of as many processes only wait for each other.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def learning_processes(workers: int, folder: Path) -> Iterator[ProcessPoolExecutor]:
    """A pool that gives up what is queued when the block fails.

    Raises `TrainingError` where a file of the directory cannot be read or written.
    """
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    # New interpreters read the environment, copies of this one would not.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield pool
        except BaseException as error:
            # Leaving the pool would wait for all that is queued.
            pool.shutdown(cancel_futures=True)
            if isinstance(error, OSError | ValueError | KeyError | BadZipFile):
                raise TrainingError(f"{folder} cannot be gone on with: {error}") from None
            raise


def tell(line: str) -> None:
    """Report from a process of the pool."""
    print(line, file=sys.stderr, flush=True)
