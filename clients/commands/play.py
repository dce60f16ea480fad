"""`dinoai play`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from dinoai.clients.arguments import Duration, level_option, read_seat, seat_option, seed_option
from dinoai.clients.commands.suggest import TIME_HELP
from dinoai.clients.new_games import GAME_NAMES, fresh_game, new_game_options
from dinoai.clients.table.files import read_file
from dinoai.clients.table.hints import Limits
from dinoai.clients.table.play_game import PlayGame, read_game
from dinoai.clients.table.play_session import PlaySession
from dinoai.clients.table.terminal import Terminal
from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State
from dinoai.search.bots import find_bot
from dinoai.search.levels import at_level
from dinoai.search.suggest import DEFAULT_BOT, MAX_SIMULATIONS, MAX_THREADS


@click.command()
@click.argument("game", type=click.Choice(list(GAME_NAMES)), required=False)
@new_game_options
@seat_option
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="The bot to play against; repeated, one for each other seat in turn.  [default: ismcts]",
)
@level_option
@click.option("--time", "seconds", type=Duration(), help=f"For a bot's move. {TIME_HELP}")
@click.option("--simulations", type=click.IntRange(1, MAX_SIMULATIONS), help="Limit of simulations of a bot's move.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), default=1, help="Search threads.  [default: 1]")
@seed_option("Repeats the game, and with --simulations the bots; drawn at random without it.")
@click.option("--save", "path", metavar="FILE", help="Where to keep the game.  [default: GAME-SEED.save.json]")
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str | None,
    seat: str | None,
    bots: tuple[str, ...],
    level: int | None,
    seconds: float | None,
    simulations: int | None,
    threads: int,
    seed: int | None,
    path: str | None,
    resume: str | None,
    **options: Any,
) -> None:
    """Play GAME against bots, which know no more than their seats may.

    Moves are answered by notation, the beginning of one, or number; `help` lists what else can be said. The game is
    kept in a file after every move; --resume goes on with it. The options of the games are those of `dinoai new`.
    """
    if resume is not None:
        given = _given(ctx)
        if given:
            raise click.UsageError(f"--resume goes on with a game as it was begun; leave out {', '.join(given)}")
        playing = _read(resume)
        automatic = _automatic_path(playing.state.game, playing.seed)
        path = path or resume
        keep = os.path.basename(path) != automatic
    elif game is None:
        raise click.UsageError("GAME or --resume FILE is required")
    else:
        seed = games.draw_seed() if seed is None else seed
        start = fresh_game(game, seed=seed, **options)
        number = read_seat(seat, start) or 0
        bots = tuple(at_level(bot, level) for bot in bots or [DEFAULT_BOT])
        playing = PlayGame(start, number, _bots(bots, start, number), Limits(seconds, simulations, threads), seed)
        keep = path is not None
        path = path or _automatic_path(start.game, seed)
    PlaySession(Terminal(), playing, path, keep=keep).run()


def _given(ctx: click.Context) -> list[str]:
    """What was given of the arguments that a saved game has already."""
    return [
        parameter.opts[0] if isinstance(parameter, click.Option) else "GAME"
        for parameter in ctx.command.params
        if parameter.name not in (None, "resume", "path")
        and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]


def _automatic_path(game: str, seed: int) -> str:
    return f"{game.replace('_', '-')}-{seed}.save.json"


def _read(name: str) -> PlayGame:
    try:
        return read_game(read_file(name))
    except InvalidInputError as error:
        error.add_note(name)
        raise


def _bots(names: Sequence[str], start: State, seat: int) -> dict[int, str]:
    """The bot of each other seat."""
    others = [(seat + step) % start.n_seats for step in range(1, start.n_seats)]
    if len(names) not in (1, len(others)):
        raise click.BadParameter(f"one, or one for each of the {len(others)} other seats", param_hint="--bot")
    for name in names:
        find_bot(name, start.game)
    return dict(zip(others, names if len(names) > 1 else list(names) * len(others), strict=True))
