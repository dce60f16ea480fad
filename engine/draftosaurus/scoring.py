"""Points of a position, pen by pen, and the winners."""

from __future__ import annotations

from typing import Any

from dinoai.engine.draftosaurus.choices import parts, situation, t_rexes
from dinoai.engine.draftosaurus.names import PENS
from dinoai.engine.draftosaurus.packing import pack_zoos
from dinoai.engine.score import Score, SeatScore
from dinoai.engine.state import State


def score(state: State) -> Score:
    """The points of this game as the zoos stand; the winners, of the match where one is played, once it is over."""
    winners = [seat for seat, share in enumerate(state.payoff()[0]) if share > 0] if state.over else []
    return Score(seats=_seat_scores(state), over=state.over, winners=winners, reason="")


def score_zoos(side: str, zoos: list[dict[str, Any]]) -> list[SeatScore]:
    """The points of bare zoos, which need be neither complete nor legal.

    A zoo is a dict from pen names to lists of species, for `pyramid` from cells to species. Raises `ValueError` for a
    zoo of more than 12 dinosaurs.
    """
    for zoo in zoos:
        if sum(map(len, zoo.values())) > 12:
            raise ValueError("a zoo holds at most 12 dinosaurs")
    return _seat_scores(pack_zoos(side, zoos))


def _seat_scores(state: State) -> list[SeatScore]:
    side = situation(state)[0]
    return [_seat_score(state, side, seat) for seat in range(state.n_seats)]


def _seat_score(state: State, side: str, seat: int) -> SeatScore:
    points = parts(state, seat)
    breakdown = dict(zip((*PENS[side], "river", "t_rex_bonus"), points, strict=True))
    if side == "WINTER":
        breakdown["lovers_bridge"] = breakdown.pop("lovers_bridge_left") + breakdown.pop("lovers_bridge_right")
    return SeatScore(points=sum(points), breakdown=breakdown, tie_break=t_rexes(state, seat))
