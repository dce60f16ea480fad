"""Processes that learn side by side."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from zipfile import BadZipFile

from dinoai.clients.errors import TrainingError

# As many threads of linear algebra as processors in each of as many processes only wait for each other.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_BROKEN_FILE = (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error)


@contextmanager
def learning_processes(workers: int, folder: Path) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends at once when the block fails; files of a training are whole or absent.

    Raises `TrainingError` where a file of the directory cannot be read or written, and where a process has ended.
    """
    before = dict(os.environ)
    os.environ.update({name: value for name, value in _ONE_THREAD.items() if name not in before})
    try:
        # New interpreters read the environment, copies of this one would not.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            try:
                yield pool
            except BaseException as error:
                # Leaving the pool would wait for what is running and for some of what is queued.
                pool.shutdown(wait=False, cancel_futures=True)
                for process in active_children():
                    process.terminate()
                if isinstance(error, BrokenProcessPool):
                    raise TrainingError(
                        f"a process ended, perhaps for lack of memory; {folder} keeps the rest"
                    ) from None
                if isinstance(error, _BROKEN_FILE):
                    raise TrainingError(f"{folder} cannot be gone on with: {error}") from None
                raise
    finally:
        for name in _ONE_THREAD.keys() - before.keys():
            os.environ.pop(name, None)


def tell(line: str) -> None:
    """Report from a process of the pool."""
    print(line, file=sys.stderr, flush=True)
