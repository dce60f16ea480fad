"""How a game ended, in words."""

from __future__ import annotations

from dinoai.clients.names import seat_name
from dinoai.engine.score import Score

REASONS = {
    "no_diplo": "a player has no Diplo left",
    "no_grass": "no Grass token is left",
    "stalemate": "too many quiet turns in a row",
}


def result_line(game: str, score: Score, *, in_match: bool = False) -> str:
    """The result in words; `in_match` where it is that of a Summer/Winter match."""
    if not score.over:
        return "The game is not over."
    match = " of the match" if in_match else ""
    reason = f" ({REASONS[score.reason]})" if score.reason else ""
    names = [seat_name(game, seat) for seat in score.winners]
    if len(names) == 1:
        return f"{names[0]} has won{' the match' if in_match else ''}{reason}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory{match}{reason}."
