"""`dinoai suggest`."""

from __future__ import annotations

from functools import partial

import click

from dinoai.clients.arguments import (
    Duration,
    json_option,
    level_option,
    read_seat,
    read_state,
    seat_option,
    seed_option,
    state_argument,
)
from dinoai.clients.client import Client
from dinoai.clients.drawing import draw_state
from dinoai.clients.output import make_console, print_message
from dinoai.clients.report import suggestion_report
from dinoai.clients.searching import SearchProgress, watch
from dinoai.clients.server_options import server_options
from dinoai.engine import games
from dinoai.engine.state import State
from dinoai.search import StopFlag
from dinoai.search.suggest import DEFAULT_SECONDS, MAX_SIMULATIONS, MAX_THREADS
from dinoai.server.service import Call, suggest_moves
from dinoai.v1 import suggest_pb2

TIME_HELP = "Limit of time, such as 2s, 500ms or 1m; a bare number is seconds.  [default: 1s if there is no limit]"


@click.command()
@state_argument
@seat_option
@click.option("--time", "seconds", type=Duration(), help=TIME_HELP)
@click.option("--simulations", type=click.IntRange(1, MAX_SIMULATIONS), help="Limit of simulations.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), help="Search threads.  [default: 1]")
@seed_option("Makes the answer repeatable together with --simulations; drawn at random without it.")
@click.option("--top", type=click.IntRange(1, MAX_SIMULATIONS), metavar="K", help="Show the K best moves only.")
@click.option("--bot", default="", metavar="NAME", help="The bot that searches.  [default: ismcts]")
@level_option
@click.option("--allow", multiple=True, metavar="MOVE", help="Consider no move but this; repeatable.")
@click.option("--avoid", multiple=True, metavar="MOVE", help="Do not consider this move; repeatable.")
@server_options
@json_option
def command(
    state_file: str,
    seat: str | None,
    seconds: float | None,
    simulations: int | None,
    threads: int | None,
    seed: int | None,
    top: int | None,
    bot: str,
    level: int | None,
    allow: tuple[str, ...],
    avoid: tuple[str, ...],
    as_json: bool,
    client: Client | None,
) -> None:
    """Rank the moves of a position with win probabilities.

    A full state is first reduced to what the seat may know; in Draftosaurus it needs --seat. Control-C ends a search in
    the process early with the best so far; a search on a server is cancelled without an answer.
    """
    state = read_state(state_file)
    request = suggest_pb2.SuggestRequest(
        state=games.encode_state(state),
        seat=read_seat(seat, state),
        seed=seed,
        top=top,
        bot=bot,
        level=level,
        allow_moves=allow,
        avoid_moves=avoid,
        limits=suggest_pb2.SearchLimits(
            max_millis=None if seconds is None else round(1000 * seconds), max_simulations=simulations, threads=threads
        ),
    )
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    progress = SearchProgress(seconds, simulations)
    diagnostics = make_console(stderr=True)
    if client is None:
        stop = StopFlag()
        search = partial(suggest_moves, state, request, Call(stop=stop), progress.report)
        response = watch(search, stop, progress, diagnostics)
    else:
        with client:
            response = watch(partial(client.suggest, request), client.close, progress, diagnostics)
    if as_json:
        print_message(response)
    else:
        print_report(state, response)


def print_report(state: State, response: suggest_pb2.SuggestResponse) -> None:
    """Draw what the seat sees, and the answer."""
    console = make_console()
    console.print(draw_state(games.view(state, response.seat), console.encoding))
    console.print()
    for part in suggestion_report(state.game, response):
        console.print(part)
