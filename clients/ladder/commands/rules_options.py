"""The options that say what is played, and where thinking ends, for ladders and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from dinoai.clients.arguments import Duration, seed_option
from dinoai.clients.new_games import area_option, players_option, read_settings, settings_option, side_option

_Function = TypeVar("_Function", bound=Callable[..., Any])


def rules_options(function: _Function) -> _Function:
    """The options of the game, the patience and the seed."""
    for decorate in reversed(
        (
            players_option,
            side_option,
            click.option("--match", is_flag=True, help="Draftosaurus: play Summer/Winter matches."),
            area_option,
            settings_option,
            click.option(
                "--patience",
                type=Duration(),
                help="A move that takes longer than the bot's own limit of time and this loses.  [default: 60s]",
            ),
            seed_option("Decides all deals; drawn at random without it."),
        )
    ):
        function = decorate(function)
    return function


def game_options(
    game: str, *, players: int | None, side: str | None, match: bool, area: str | None, settings: Iterable[str]
) -> dict[str, Any]:
    """The options of the game that were given, by name."""
    options = {
        "players": players,
        "side": side and side.upper(),
        "match": match or None,
        "area": area,
        **(read_settings(game, settings) if settings else {}),
    }
    return {name: value for name, value in options.items() if value is not None}
