"""Draftosaurus: the points of every pen (section 4), the end (section 5) and the match (section 7)."""

from __future__ import annotations

from collections import Counter

from .draftosaurus_board import PYRAMID_ROWS, ZONES, State, Zoo, inhabitants, normalise, players, zoo_counts

# Section 4: points for 0 to 6 dinosaurs.
ALIKE_POINTS = (0, 2, 4, 8, 12, 18, 24)  # Forest of Sameness, Well-Ordered Wood
DIFFERENT_POINTS = (0, 1, 3, 6, 10, 15, 21)  # Meadow of Differences
PYRAMID_ROW_POINTS = (2, 4, 7)


def result(state: State) -> State:
    """The score as it stands, like the contract's `score`.

    Points and tie-breaks are about the game in the state; the winners, once all is over, about the match.
    """
    state = normalise(state)
    seats = [_seat_score(state, seat) for seat in range(players(state))]
    over = state["phase"] == "FINISHED"
    return {"seats": seats, "over": over, "winners": _winners(state, seats) if over else [], "reason": ""}


def best_seats(points: list[int], t_rexes: list[int]) -> list[int]:
    """Most points win, then fewest T-Rexes, else the victory is shared (section 5)."""
    merits = [(own_points, -own_t_rexes) for own_points, own_t_rexes in zip(points, t_rexes, strict=True)]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


def _seat_score(state: State, seat: int) -> State:
    breakdown = (_summer if state["side"] == "SUMMER" else _winter)(state, seat)
    zoo = state["zoos"][seat]
    breakdown["river"] = len(zoo["river"])
    breakdown["t_rex_bonus"] = sum("T_REX" in inhabitants(zoo[pen]) for pen in ZONES[state["side"]])
    return {"points": sum(breakdown.values()), "breakdown": breakdown, "tie_break": zoo_counts(zoo)["T_REX"]}


def _winners(state: State, seats: list[State]) -> list[int]:
    points = [seat["points"] for seat in seats]
    t_rexes = [seat["tie_break"] for seat in seats]
    if state.get("match", {}).get("game") == 2:  # section 7, D9: both are summed over the match
        points = [first + second for first, second in zip(state["match"]["scores"], points, strict=True)]
        t_rexes = [first + second for first, second in zip(state["match"]["t_rexes"], t_rexes, strict=True)]
    return best_seats(points, t_rexes)


def _summer(state: State, seat: int) -> dict[str, int]:
    zoo = state["zoos"][seat]
    couples = sum(count // 2 for count in Counter(zoo["prairie_of_love"]).values())
    return {
        "forest_of_sameness": ALIKE_POINTS[len(zoo["forest_of_sameness"])],
        "meadow_of_differences": DIFFERENT_POINTS[len(zoo["meadow_of_differences"])],
        "prairie_of_love": 5 * couples,
        "woody_trio": 7 if len(zoo["woody_trio"]) == 3 else 0,
        "king_of_the_jungle": 7 if _is_king(state, seat) else 0,
        "solitary_island": 7 if any(zoo_counts(zoo)[species] == 1 for species in zoo["solitary_island"]) else 0,
    }


def _is_king(state: State, seat: int) -> bool:
    """At least as many of the King's species as in every opponent's zoo."""
    counts = [zoo_counts(zoo) for zoo in state["zoos"]]
    kings = state["zoos"][seat]["king_of_the_jungle"]
    return any(counts[seat][king] == max(count[king] for count in counts) for king in kings)


def _winter(state: State, seat: int) -> dict[str, int]:
    zoo = state["zoos"][seat]
    right_neighbour = state["zoos"][seat - 1]
    couples = (Counter(zoo["lovers_bridge_left"]) & Counter(zoo["lovers_bridge_right"])).total()
    return {
        "well_ordered_wood": ALIKE_POINTS[len(zoo["well_ordered_wood"])],
        "lovers_bridge": 6 * couples,
        "pyramid": _pyramid(zoo),
        "lookout": sum(2 * zoo_counts(right_neighbour)[species] for species in zoo["lookout"]),
        "quarantine": 0,
    }


def _pyramid(zoo: Zoo) -> int:
    rows = zip(PYRAMID_ROWS, PYRAMID_ROW_POINTS, strict=True)
    return sum(points for row, points in rows for cell in row if cell in zoo["pyramid"])
