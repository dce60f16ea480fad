"""`dinoai score`."""

from __future__ import annotations

import click
from rich.table import Table

from dinoai.clients.arguments import json_option, read_state, state_argument
from dinoai.clients.names import name_of, seat_name
from dinoai.clients.output import make_console, print_message
from dinoai.engine import games
from dinoai.engine.score import Score
from dinoai.server.codec import score_response

REASONS = {
    "no_diplo": "a player has no Diplo left",
    "no_grass": "no Grass token is left",
    "stalemate": "too many quiet turns in a row",
}


@click.command()
@state_argument
@json_option
def command(state_file: str, as_json: bool) -> None:
    """Count the points, pen by pen or token by token, and tell the result if the game is over."""
    state = read_state(state_file)
    score = games.score(state)
    if as_json:
        print_message(score_response(score))
        return
    console = make_console()
    console.print(score_table(state.game, score))
    console.print(result_line(state.game, score))


def score_table(game: str, score: Score) -> Table:
    """The points of all seats, part by part."""
    table = Table("", title="Points", title_justify="left")
    for seat in range(len(score.seats)):
        table.add_column(seat_name(game, seat), justify="right")
    for part in score.seats[0].breakdown:
        table.add_row(name_of(part), *(str(seat.breakdown.get(part, 0)) for seat in score.seats))
    table.add_section()
    table.add_row("Total", *(str(seat.points) for seat in score.seats), style="bold")
    tie_break = "Tokens (fewer wins a tie)" if game == "jurassic_snack" else "T-Rexes (fewer win a tie)"
    table.add_row(tie_break, *(str(seat.tie_break) for seat in score.seats))
    return table


def result_line(game: str, score: Score) -> str:
    """The result in words."""
    if not score.over:
        return "The game is not over."
    reason = f" ({REASONS[score.reason]})" if score.reason else ""
    names = [seat_name(game, seat) for seat in score.winners]
    if len(names) == 1:
        return f"{names[0]} has won{reason}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory{reason}."
