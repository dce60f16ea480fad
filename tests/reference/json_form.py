"""What both games share about the JSON form of a state."""

from __future__ import annotations

import re
from typing import Any


def snake_case_keys(value: Any) -> Any:
    """A copy of a JSON value with lowerCamelCase keys turned into snake_case, at every depth.

    Names in capitals, squares (`a1`) and Pyramid cells (`3`) stay as they are. The worked cases use both spellings.
    """
    if isinstance(value, dict):
        return {_snake_case(key): snake_case_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [snake_case_keys(item) for item in value]
    return value


def _snake_case(key: str) -> str:
    if not key[:1].islower():
        return key
    return re.sub(r"[A-Z]", lambda capital: "_" + capital.group().lower(), key)
