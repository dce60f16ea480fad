"""Files of a training, which appear whole or not at all, however the process ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A new file to write, which takes its place when the block has ended well."""
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        yield file
    partial.replace(path)


def write_whole(path: Path, data: bytes) -> None:
    """Write all of a file."""
    with whole_file(path) as file:
        file.write(data)
