"""Points token by token, and the result (R8, R11)."""

from __future__ import annotations

from dinoai.engine.jurassic_snack.names import COLOURS, POINTS
from dinoai.engine.jurassic_snack.packing import end_reason, pile
from dinoai.engine.score import Score, SeatScore
from dinoai.engine.state import State


def score(state: State) -> Score:
    """The points of both piles as they stand, and the winners when the game is over."""
    wins, points = state.payoff()
    reason = end_reason(state)
    piles = [pile(state, seat) for seat in range(len(COLOURS))]
    return Score(
        seats=[
            SeatScore(
                points=points[seat],
                breakdown={token: value * eaten.count(token) for token, value in POINTS.items()},
                tie_break=len(eaten),
            )
            for seat, eaten in enumerate(piles)
        ],
        over=bool(reason),
        winners=[seat for seat, win in enumerate(wins) if win > 0] if reason else [],
        reason=reason,
    )
