"""Files of a training."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that appears whole or not at all, however the process ends."""
    partial = path.with_suffix(".part")
    partial.write_bytes(data)
    partial.replace(path)
