"""The options of a fresh game, which several sub-commands share, and the game that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from dinoai.engine.document import fill_message
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.engine.state import State
from dinoai.server.codec import OPTIONS_FIELDS, new_game
from dinoai.v1 import rules_pb2

GAME_NAMES = {"jurassic-snack": "jurassic_snack", "draftosaurus": "draftosaurus"}
"""The games by their names on the command line."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


players_option = click.option("--players", type=click.IntRange(2, 5), help="Draftosaurus: how many play.  [default: 2]")
side_option = click.option(
    "--side",
    type=click.Choice(["summer", "winter"], case_sensitive=False),
    help="Draftosaurus: the side.  [default: summer]",
)
area_option = click.option(
    "--area", type=click.Choice(["square", "random"]), help="Jurassic Snack: how the pastures lie.  [default: square]"
)


def settings_option(function: _Function) -> _Function:
    """The option `--option`."""
    return click.option(
        "--option", "settings", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."
    )(function)


def new_game_options(function: _Function) -> _Function:
    """The options of a fresh game but its seed."""
    for decorate in reversed(
        (
            players_option,
            side_option,
            click.option(
                "--start",
                type=click.IntRange(0, 4),
                metavar="SEAT",
                help="Draftosaurus: the seat that rolls first.  [default: 0]",
            ),
            click.option("--match", is_flag=True, help="Draftosaurus: the first game of a Summer/Winter match."),
            area_option,
            settings_option,
        )
    ):
        function = decorate(function)
    return function


def fresh_game(
    game: str,
    *,
    players: int | None,
    side: str | None,
    start: int | None,
    match: bool,
    area: str | None,
    settings: Iterable[str],
    seed: int | None,
) -> State:
    """The fresh game that the options ask for. Raises `InvalidInputError` or `click.BadParameter`."""
    name = GAME_NAMES[game]
    document: dict[str, Any] = {
        "game": name.upper(),
        "players": players,
        "side": side and side.upper(),
        "start": start,
        "match": match or None,
        "area": area and area.upper(),
        "seed": seed,
    }
    if settings:
        document[f"{name}_options"] = read_settings(name, settings)
    request = rules_pb2.NewGameRequest()
    problems = fill_message(request, document)
    try:
        return new_game(request, problems)
    except InvalidInputError as error:
        prefix = f"{name}_options."
        raise InvalidInputError(
            Problem(problem.path.replace(prefix, "--option "), problem.message) for problem in error.problems
        ) from None


def check_settings(game: str, settings: Iterable[str]) -> None:
    """Raise what `fresh_game` raises for options that the game does not have."""
    fresh_game(game, players=None, side=None, start=None, match=False, area=None, settings=settings, seed=None)


def read_settings(game: str, settings: Iterable[str]) -> dict[str, Any]:
    """The options of a game from texts `NAME=VALUE`, values as in a state file. Raises `click.BadParameter`."""
    fields = OPTIONS_FIELDS[game]
    result: dict[str, Any] = {}
    for text in settings:
        name, separator, value = text.partition("=")
        name = name.strip().lower()
        if not separator or not name:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
        if name in result:
            raise click.BadParameter(f"{name} is given twice", param_hint="--option")
        word = value.strip()
        enum = fields[name].enum_type if name in fields else None
        if enum is not None and word.upper() in enum.values_by_name:
            result[name] = word.upper()
        elif word.lower() in ("true", "false"):
            result[name] = word.lower() == "true"
        else:
            result[name] = int(word) if word.isascii() and word.isdecimal() and len(word) < 100 else word
    return result
