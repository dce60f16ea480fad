"""A suggestion as a table for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from dinoai.clients.names import counted, seat_name
from dinoai.clients.wrapping import Items
from dinoai.v1 import suggest_pb2

MAX_LINE_MOVES = 3
"""Moves of the principal variation that the table shows after the first; the JSON has all."""

_FIGURES_WIDTH = 55  # all columns but the move and the line

STOP_REASONS = {
    "SIMULATIONS": "all simulations done",
    "TIME": "time used",
    "DEADLINE": "deadline near",
    "CANCELLED": "interrupted",
    "SOLVED": "solved",
    "MEMORY": "memory used",
    "SHUTDOWN": "the server is shutting down",
}


def suggestion_report(game: str, response: suggest_pb2.SuggestResponse) -> Iterator[RenderableType]:
    """What the search did, the prospects of all seats, and the ranked moves."""
    stats = response.stats
    reason = STOP_REASONS[suggest_pb2.SearchStats.StopReason.Name(stats.stop_reason)]
    asked = f"{response.engine.bot} for {seat_name(game, response.seat)}"
    if not stats.simulations and reason != STOP_REASONS["SOLVED"]:
        # The bot only says how often it plays a move: the probabilities of the message are those of an unseen position.
        yield Text(f"{asked}: plays without a search and estimates nothing")
        yield _Ranking(response.suggestions, estimated=False)
        return
    yield Text(f"{asked}: {counted(stats.simulations, 'simulation')} in {stats.elapsed_millis / 1000:.2f} s ({reason})")
    prospects = [
        f"{seat_name(game, seat)} {percent(probability)} with {points:.1f} points"
        for seat, (probability, points) in enumerate(
            zip(response.win_probabilities, response.expected_scores, strict=True)
        )
    ]
    prospects[0] = f"Expected: {prospects[0]}"
    yield Items([Text(prospect) for prospect in prospects], separator=", ", end=",")
    yield _Ranking(response.suggestions)


class _Ranking:
    """The moves as a table: the line that follows in a column of its own, or under the move where it is too narrow."""

    def __init__(self, suggestions: Sequence[suggest_pb2.Suggestion], *, estimated: bool = True) -> None:
        self._suggestions = suggestions
        self._estimated = estimated

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [_continuation(suggestion) for suggestion in self._suggestions]
        moves = [suggestion.notation for suggestion in self._suggestions]
        needed = _FIGURES_WIDTH + max(map(len, moves), default=0) + max(map(len, lines), default=0)
        beside = needed <= options.max_width
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
        table.add_column("#", justify="right", no_wrap=True)
        table.add_column("Move", overflow="fold")
        for heading in ("Win", "95 %", "Points", "Visits", "Share") if self._estimated else ("Share",):
            table.add_column(heading, justify="right", no_wrap=True)
        if beside and any(lines):
            table.add_column("Then")
        for rank, (suggestion, line) in enumerate(zip(self._suggestions, lines, strict=True), 1):
            move = Text(suggestion.notation, style="bold")
            if not beside and line:
                move.append(f"\nthen {line}", style="not bold")
            figures = _figures(suggestion) if self._estimated else (_share(suggestion),)
            table.add_row(str(rank), move, *figures, *([line] if beside and line else []))
        yield table


def _figures(suggestion: suggest_pb2.Suggestion) -> Iterator[str]:
    yield percent(suggestion.win_probability)
    yield f"{100 * suggestion.win_probability_low:.1f}-{100 * suggestion.win_probability_high:.1f}"
    yield f"{suggestion.expected_score:.1f} ({suggestion.expected_margin:+z.1f})"
    yield f"{suggestion.visits:,}"
    yield _share(suggestion)


def _share(suggestion: suggest_pb2.Suggestion) -> str:
    return f"{100 * suggestion.share:.0f} %"


def _continuation(suggestion: suggest_pb2.Suggestion) -> str:
    line = suggestion.principal_variation[1 : 1 + MAX_LINE_MOVES]
    return ", ".join(line) + (", ..." if len(suggestion.principal_variation) > 1 + MAX_LINE_MOVES else "")


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.1f} %"
