"""Options of bots by name and value, as texts hold them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any, TypeVar

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import InvalidInputError, Problem

_Bot = TypeVar("_Bot")

_KINDS = {int: "a whole number", float: "a number", bool: "on or off", str: "a word"}
_SWITCH = {"on": True, "true": True, "off": False, "false": False}


def configured(name: str, bot: _Bot, options: Mapping[str, str]) -> _Bot:
    """The bot of that name with options other than its own; they are the fields of its dataclass.

    Raises `InvalidInputError`, at the options' names, for those it does not have and values of another kind.
    """
    known = options_of(bot)
    problems = []
    values: dict[str, Any] = {}
    for key, text in options.items():
        if key not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            problems.append(Problem(key, f"is no option of {name}{did_you_mean(key, known)}; {has}"))
            continue
        kind = type(known[key])
        try:
            values[key] = _read(text, kind)
        except (KeyError, ValueError):
            problems.append(Problem(key, f"must be {_KINDS[kind]}, not {shorten(text)}"))
    if problems:
        raise InvalidInputError(problems)
    return dataclasses.replace(bot, **values) if values else bot  # type: ignore[type-var]


def options_of(bot: Any) -> dict[str, Any]:
    """The options of a bot with their values."""
    values = {field.name: getattr(bot, field.name) for field in dataclasses.fields(bot)}
    return {name: value for name, value in values.items() if type(value) in _KINDS}


def _read(text: str, kind: type) -> Any:
    if kind is bool:
        return _SWITCH[text.lower()]
    value = kind(text)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(text)
    return value
