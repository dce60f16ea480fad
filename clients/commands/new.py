"""`dinoai new`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from dinoai.clients.arguments import json_option, seed_option
from dinoai.clients.output import print_message
from dinoai.engine import games
from dinoai.engine.document import fill_message
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.server.codec import OPTIONS_FIELDS, new_game
from dinoai.v1 import rules_pb2

GAME_NAMES = {"jurassic-snack": "jurassic_snack", "draftosaurus": "draftosaurus"}
"""The games by their names on the command line."""


@click.command()
@click.argument("game", type=click.Choice(list(GAME_NAMES)))
@click.option("--players", type=click.IntRange(2, 5), help="Draftosaurus: how many play.  [default: 2]")
@click.option(
    "--side",
    type=click.Choice(["summer", "winter"], case_sensitive=False),
    help="Draftosaurus: the side.  [default: summer]",
)
@click.option(
    "--start",
    type=click.IntRange(0, 4),
    metavar="SEAT",
    help="Draftosaurus: the seat that rolls first.  [default: 0]",
)
@click.option("--match", is_flag=True, help="Draftosaurus: the first game of a Summer/Winter match.")
@click.option(
    "--area",
    type=click.Choice(["square", "random"]),
    help="Jurassic Snack: how the pastures lie.  [default: square]",
)
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@seed_option("Makes the game repeatable; drawn at random without it.")
@json_option
def command(
    game: str,
    players: int | None,
    side: str | None,
    start: int | None,
    match: bool,
    area: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    as_json: bool,
) -> None:
    """Print a full state of a fresh game of GAME, the die of turn 1 rolled.

    Options of Jurassic Snack: stalemate_turns=2|4, eruption_last_token=REMOVE|LOOK. Options of Draftosaurus:
    prairie_capacity=6|12, boxed_visible=true|false, placement=WITH_PICK|AFTER_REVEAL. The first of each is the default.
    """
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
        state = games.encode_state(new_game(request, problems))
    except InvalidInputError as error:
        prefix = f"{name}_options."
        raise InvalidInputError(
            Problem(problem.path.replace(prefix, "--option "), problem.message) for problem in error.problems
        ) from None
    print_message(rules_pb2.NewGameResponse(state=state) if as_json else state)


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
