"""Fresh games."""

from __future__ import annotations

from typing import Any

from dinoai.engine.document import shorten
from dinoai.engine.draftosaurus.choices import start_game
from dinoai.engine.draftosaurus.names import PLACEMENTS, SIDES
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.engine.rng import Rng
from dinoai.engine.state import State


def new_game(rng: Rng, **options: Any) -> State:
    """A full state of a fresh game, the hands dealt and the die of turn 1 rolled.

    Options: `players` 2-5 (default 2), `side` SUMMER or WINTER (SUMMER), `start`, the seat that rolls first (0),
    `match` for a Summer game and then a Winter game (false), `prairie_capacity` 6 or 12 (6), `boxed_visible` (true),
    `placement` WITH_PICK or AFTER_REVEAL (WITH_PICK). Raises `InvalidInputError` listing every bad option.
    """
    values: dict[str, Any] = {
        "players": 2,
        "side": SIDES[0],
        "start": 0,
        "match": False,
        "prairie_capacity": 6,
        "boxed_visible": True,
        "placement": PLACEMENTS[0],
    }
    allowed: dict[str, tuple[Any, ...]] = {
        "players": (2, 3, 4, 5),
        "side": SIDES,
        "match": (False, True),
        "prairie_capacity": (6, 12),
        "boxed_visible": (False, True),
        "placement": PLACEMENTS,
    }
    problems = [
        Problem(name, f"is no option of Draftosaurus; there are {', '.join(values)}")
        for name in options
        if name not in values
    ]
    values.update((name, value) for name, value in options.items() if name in values)
    for name, choices in allowed.items():
        if not any(values[name] == choice and type(values[name]) is type(choice) for choice in choices):
            words = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices)
            problems.append(Problem(name, f"must be one of {words}, not {_shown(values[name])}"))
    if not any(problem.path == "players" for problem in problems) and (
        type(values["start"]) is not int or not 0 <= values["start"] < values["players"]
    ):
        problems.append(
            Problem("start", f"must be a seat from 0 to {values['players'] - 1}, not {_shown(values['start'])}")
        )
    if values["match"] is True and values["side"] == "WINTER":
        problems.append(Problem("side", "must be SUMMER (or left out) in a match, which starts with the Summer game"))
    if problems:
        raise InvalidInputError(problems)
    rules = {name: values[name] for name in ("prairie_capacity", "boxed_visible", "placement")}
    return start_game(values["players"], values["side"], values["start"], rules, values["match"], rng)


def _shown(value: Any) -> str:
    try:
        return shorten(value)
    except TypeError:
        return repr(value)[:60]
