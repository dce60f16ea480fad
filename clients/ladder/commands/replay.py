"""`dinoai ladder replay`."""

from __future__ import annotations

from pathlib import Path

import click

from dinoai.clients.drawing import draw_state
from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.commands.shared import store_argument
from dinoai.clients.ladder.replay import replay
from dinoai.clients.ladder.store import Store
from dinoai.clients.names import seat_name
from dinoai.clients.output import make_console
from dinoai.clients.result import result_line
from dinoai.engine.games import score, state_json


@click.command()
@store_argument
@click.argument("number", metavar="GAME", type=click.IntRange(1))
@click.option("--move", type=click.IntRange(0), metavar="N", help="Only the position after N moves; 0 is the set-up.")
@click.option("--json", "as_json", is_flag=True, help="Print that position, or the last one, as a full state.")
def command(store_file: Path, number: int, move: int | None, as_json: bool) -> None:
    """Draw a game move by move, all hidden things shown; GAME is its number in the export.

    The moves are played again through the rules; a game that does not lead to its stored result is an error.
    """
    with Store.open(store_file) as store:
        game = next(store.games(number), None)
        if game is None:
            raise LadderError(f"there is no game {number} in {store_file}")
        rules, names = store.settings().rules, [bot.label for bot in store.bots()]
    steps = list(replay(rules, game))
    if move is not None and move >= len(steps):
        raise LadderError(f"game {number} has {len(steps) - 1} moves, so there is no position after {move}")
    if as_json:
        click.echo(state_json(steps[-1 if move is None else move].state))
        return
    console = make_console()
    for seat, bot in enumerate(game.played.bots):
        console.print(f"{seat_name(rules.game, seat)}: {names[bot]}")
    for step in steps if move is None else [steps[move]]:
        title = "The set-up" if step.seat is None else f"{step.number}. {seat_name(rules.game, step.seat)}: {step.move}"
        console.print()
        console.rule(title, align="left")
        console.print(draw_state(step.state, console.encoding))
    if move is None:
        end = steps[-1].state
        if game.played.fault is not None and game.played.faulty_seat is not None:
            loser = seat_name(rules.game, game.played.faulty_seat)
            console.print(f"{loser} has lost by {game.played.fault}: {game.played.message}")
        else:
            console.print(result_line(rules.game, score(end)))
