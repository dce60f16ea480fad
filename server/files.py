"""Text files that a setting or an option names."""

from __future__ import annotations

from pathlib import Path

from dinoai.engine.errors import InvalidInputError


def read_text(path: Path, setting: str, encoding: str = "utf-8") -> str:
    """The text of the file that a setting names. Raises `InvalidInputError` at the setting."""
    try:
        return path.read_text(encoding)
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError as error:
        reason = str(error)
    raise InvalidInputError.at(setting, f"{path} cannot be read: {reason}")
