"""Points as a table for a person, and how the game stands."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from dinoai.clients.drawing_draftosaurus import SUMMER_PENS, WINTER_PENS
from dinoai.clients.names import name_of, seat_name
from dinoai.clients.result import result_line
from dinoai.engine import games
from dinoai.engine.score import Score
from dinoai.engine.state import State
from dinoai.v1.draftosaurus_pb2 import Match

BOARD_ORDER = (*SUMMER_PENS[:-1], "well_ordered_wood", "lovers_bridge", *WINTER_PENS[3:], "t_rex_bonus")
"""Parts of a score of Draftosaurus as on the boards."""


def score_report(state: State) -> Iterator[RenderableType]:
    """The points of all seats, part by part, and the result."""
    score = games.score(state)
    match = games.encode_state(state).draftosaurus.match if state.game == "draftosaurus" else Match()
    yield score_table(state.game, score, match)
    yield result_line(state.game, score, in_match=bool(match.game))


def score_table(game: str, score: Score, match: Match) -> Table:
    """The points of all seats, part by part, and in game 2 of a match those of both games."""
    table = Table("", title="Points", title_justify="left")
    for seat in range(len(score.seats)):
        table.add_column(seat_name(game, seat), justify="right")
    parts = list(score.seats[0].breakdown)
    if game == "draftosaurus":
        parts.sort(key=BOARD_ORDER.index)
    for part in parts:
        table.add_row(name_of(part), *(str(seat.breakdown.get(part, 0)) for seat in score.seats))
    table.add_section()
    table.add_row("Total", *(str(seat.points) for seat in score.seats), style="bold")
    tie_break = "Tokens (fewer wins a tie)" if game == "jurassic_snack" else "T-Rexes (fewer win a tie)"
    if not match.scores:
        table.add_row(tie_break, *(str(seat.tie_break) for seat in score.seats))
        return table
    table.add_row("T-Rexes", *(str(seat.tie_break) for seat in score.seats))
    table.add_section()
    table.add_row("Points from game 1", *map(str, match.scores))
    table.add_row("T-Rexes from game 1", *map(str, match.t_rexes))
    table.add_section()
    points = (seat.points + carried for seat, carried in zip(score.seats, match.scores, strict=True))
    table.add_row("Match total", *map(str, points), style="bold")
    t_rexes = (seat.tie_break + carried for seat, carried in zip(score.seats, match.t_rexes, strict=True))
    table.add_row(f"All {tie_break}", *map(str, t_rexes))
    return table
