"""`dinoai assist`."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import click

from dinoai.clients.arguments import Duration, read_state
from dinoai.clients.commands.suggest import TIME_HELP
from dinoai.clients.new_games import GAME_NAMES, check_settings, read_settings, settings_option
from dinoai.clients.table.assist_session import AssistSession
from dinoai.clients.table.files import read_file
from dinoai.clients.table.hints import Limits
from dinoai.clients.table.history import History
from dinoai.clients.table.history_file import begin_history, history_document, history_path, read_history
from dinoai.clients.table.terminal import Terminal
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State
from dinoai.search.suggest import MAX_SIMULATIONS, MAX_THREADS


@click.command()
@click.argument("game", type=click.Choice(list(GAME_NAMES)))
@click.option(
    "--state", "path", metavar="FILE", help="The state file; where it exists it is gone on with.  [default: GAME.json]"
)
@click.option("--new", is_flag=True, help="Begin a new game even where the state file exists.")
@settings_option
@click.option("--time", "seconds", type=Duration(), help=f"For a hint. {TIME_HELP}")
@click.option("--simulations", type=click.IntRange(1, MAX_SIMULATIONS), help="Limit of simulations of a hint.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), default=1, help="Search threads.  [default: 1]")
def command(
    game: str,
    path: str | None,
    new: bool,
    settings: tuple[str, ...],
    seconds: float | None,
    simulations: int | None,
    threads: int,
) -> None:
    """Help a player of GAME with the real game on the table.

    It asks for what can be seen, draws the position, and ranks moves on `hint`; `undo` takes answers back. The state
    file holds the view of the game as every other command reads it, and is written after every step. The options of
    the games are those of `dinoai new`.
    """
    name = GAME_NAMES[game]
    options = read_settings(name, settings)
    check_settings(game, settings)
    path = path or f"{game}.json"
    view = None if new else _kept_view(path, name)
    if view is not None and settings:
        raise click.UsageError(f"{path} has its options; --option is for a new game")
    terminal = Terminal()
    kept = None if view is None else _kept_history(path, view)
    if kept is not None:
        terminal.say(f"Going on with {path}; --new begins another game.")
        start, options, history = kept
    else:
        if view is not None:
            terminal.say(f"Going on with {path}, undo reaches back to here; --new begins another game.")
        start, history = view, begin_history(name, view, options)
    AssistSession(
        terminal,
        history,
        path,
        Limits(seconds, simulations, threads),
        resume=f"dinoai assist {game} --state {path}",
        describe_history=partial(history_document, start, options),
    ).run()


def _kept_history(path: str, view: State) -> tuple[State | None, dict[str, Any], History] | None:
    """What stands beside the state file, if it is of use."""
    beside = history_path(path)
    return read_history(read_file(beside), view) if os.path.exists(beside) else None


def _kept_view(path: str, game: str) -> State | None:
    """The view in the state file, or None where there is no such file."""
    if not os.path.exists(path):
        return None
    view = read_state(path)
    problem = ""
    if view.game != game:
        problem = f"is a state of {view.game}, not of {game}"
    elif view.viewer is None:
        problem = "is a full state; a player's view is needed, as `dinoai view` makes it"
    if problem:
        error = InvalidInputError.at("", problem)
        error.add_note(path)
        raise error
    return view
