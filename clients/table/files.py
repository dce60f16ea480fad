"""Files that are never seen half written."""

from __future__ import annotations

import os
import tempfile

import click


def write_file(path: str, text: str, *, durable: bool = True) -> None:
    """Replace a file by a new one in a single step, on the disk at once if it is to be `durable`. Raises `OSError`."""
    folder = os.path.dirname(os.path.abspath(path))
    descriptor, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=folder)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_file(path: str, limit: int = 2**20) -> bytes:
    """The bytes of a file, `limit` of them at most. Raises `click.UsageError` where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(limit)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from None
