"""Jurassic Snack, played on plain dicts (the inner `jurassic_snack` object of the contract).

Seat 0 is Blue, seat 1 is Yellow.
"""

from __future__ import annotations

from itertools import combinations

from .jurassic_snack_board import (
    COLOURS,
    DIPLO,
    DIRECTIONS,
    EMPTY,
    GRASS,
    T_REX,
    TOKEN_COUNT,
    TOKEN_POINTS,
    Square,
    State,
    at,
    move_piece,
    new_game,
    normalise,
    opponent,
    parse_square,
    pool,
    put,
    square_name,
    squares_of,
)

__all__ = [
    "COLOURS",
    "apply",
    "divide",
    "is_over",
    "legal_moves",
    "new_game",
    "normalise",
    "perft",
    "result",
    "reveal_apply",
    "seats_to_decide",
    "view",
]

ACTIONS_A_TURN = 2  # R3
FALLBACK_LOOKS = 2  # E8

# E6, E7: these two leave the eater nothing to choose.
WITHOUT_CHOICE = ("YUMMY", "SURPRISE")


# Legal moves


def slide_end(state: State, start: Square, direction: Square) -> Square | None:
    """Where a Diplo or T.Rex that slides from `start` ends (R4, R5); None if it cannot move (D2)."""
    end = start
    ahead = _step(start, direction)
    while at(state, ahead) == EMPTY:
        end, ahead = ahead, _step(ahead, direction)
    enters = tuple(DIPLO.values()) if at(state, start) == T_REX else (GRASS,)
    if at(state, ahead) in enters:
        end = ahead
    return None if end == start else end


def _step(square: Square, direction: Square) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


def _slides(state: State) -> list[str]:
    """An own Diplo or any T.Rex in play (R3), one destination a direction (R4, D1)."""
    pieces = squares_of(state, DIPLO[state["to_move"]] + T_REX)
    ends = [(start, slide_end(state, start, direction)) for start in pieces for direction in DIRECTIONS]
    return [f"{square_name(start)}-{square_name(end)}" for start, end in ends if end is not None]


def pasture_squares(corner: Square) -> list[Square]:
    """The nine squares of the pasture with that top left square, by row, then column."""
    return [(corner[0] + x, corner[1] + y) for y in range(3) for x in range(3)]


def _pasture_corner(square: Square) -> Square:
    return square[0] // 3 * 3, square[1] // 3 * 3


def effect_applies(state: State) -> bool:
    """Whether the pending effect can be applied; if not, E8 takes its place."""
    pending = state["pending"]
    if pending == "BIRTH":
        return pool(state, state["to_move"]) > 0  # E1
    if pending == "AIR_RAID":
        return bool(squares_of(state, T_REX))  # E4
    if pending == "VOLCANIC_ERUPTION":  # D6
        return len(squares_of(state, GRASS)) > 1 or state["options"]["eruption_last_token"] == "REMOVE"
    return True


def _effect_moves(state: State) -> list[str]:
    """All ways to carry out the pending effect, which is compulsory (R7, D4)."""
    grass, empty = squares_of(state, GRASS), squares_of(state, EMPTY)
    pending = state["pending"]
    if not effect_applies(state):  # E8: two different tokens, one after the other (D8)
        return [f"look {square_name(square)}" for square in grass if square_name(square) not in state["looks_made"]]
    if pending == "BIRTH":  # E1
        return [f"birth {square_name(square)}" for square in empty]
    if pending == "RECON":  # E2, D5: only a pasture that still has a token
        return [f"recon {square_name(corner)}" for corner in {_pasture_corner(square) for square in grass}]
    if pending == "VOLCANIC_ERUPTION":  # E5: any two, or the one that is left
        groups = combinations(grass, min(2, len(grass)))
        return ["eruption " + "+".join(map(square_name, group)) for group in groups]
    # E3, D10: any Diplo of either colour; E4: any T.Rex in play.
    movable = "BY" if pending == "AIR_TRAVEL" else T_REX
    return [
        f"{pending.lower()} {square_name(start)}-{square_name(end)}"
        for start in squares_of(state, movable)
        for end in empty
    ]


def seats_to_decide(state: State) -> list[int]:
    """The seat of the player to move, unless the game is over."""
    state = normalise(state)
    return [] if _end_reason(state) else [COLOURS.index(state["to_move"])]


def legal_moves(state: State, seat: int) -> list[str]:
    """All legal notations of a seat, sorted; none if it is not its turn. They depend on public things only."""
    state = normalise(state)
    return _legal_moves(state) if COLOURS[seat] == state["to_move"] else []


def _legal_moves(state: State) -> list[str]:
    if _end_reason(state):
        return []
    if "pending" in state:
        return sorted(_effect_moves(state))
    return sorted(_slides(state)) or ["pass"]  # R9, D3


# Playing a move


def apply(state: State, seat: int, move: str, chance: object = None) -> State:
    """The full state after a move. Nothing is left to chance once the tokens are shuffled."""
    state = normalise(state)
    if "viewer" in state:
        raise ValueError("a view needs reveal_apply")
    _check_legal(state, seat, move)
    return _play(state, move, state["tokens"])


def reveal_apply(view_state: State, seat: int, move: str, reveals: list[str]) -> State:
    """The view after a move, told what turned up: an eaten token, what the viewer's own look shows.

    One token for each square turned up, by row, then column; those the viewer knows already may
    all be left out. The opponent's look shows the viewer nothing.
    """
    state = normalise(view_state)
    if "viewer" not in state:
        raise ValueError("only a view takes reveals")
    _check_legal(state, seat, move)
    return _play(state, move, _match_reveals(state, _turned_up(state, move), reveals))


def _check_legal(state: State, seat: int, move: str) -> None:
    if COLOURS[seat] != state["to_move"] or move not in _legal_moves(state):
        raise ValueError(f"{COLOURS[seat]} cannot play {move}")


def _turned_up(state: State, move: str) -> list[str]:
    """The squares whose tokens the move shows to the viewer, by row, then column."""
    if state.get("pending") is None:
        end = move.partition("-")[2]
        return [end] if end and at(state, parse_square(end)) == GRASS else []
    return _looked_squares(state, move) if state["viewer"] == state["to_move"] else []


def _looked_squares(state: State, move: str) -> list[str]:
    kind, _, target = move.partition(" ")
    if kind == "look":
        return [target]
    if kind == "recon":
        squares = pasture_squares(parse_square(target))
        return [square_name(square) for square in squares if at(state, square) == GRASS]
    return []


def _match_reveals(state: State, squares: list[str], reveals: list[str]) -> dict[str, str]:
    known = {name: state["tokens"][name] for name in squares if name in state["tokens"]}
    unknown = [name for name in squares if name not in known]
    if len(reveals) == len(squares):
        shown = dict(zip(squares, reveals, strict=True))
    elif len(reveals) == len(unknown):
        shown = known | dict(zip(unknown, reveals, strict=True))
    else:
        raise ValueError(f"{len(reveals)} reveals given for the tokens on {', '.join(squares) or 'no square'}")
    if any(shown[name] != token for name, token in known.items()) or not set(shown.values()) <= set(TOKEN_COUNT):
        raise ValueError(f"what turned up is impossible: {', '.join(reveals)}")
    return shown


def _play(state: State, move: str, shown: dict[str, str]) -> State:
    """Plays a legal move on a normal state; `shown` holds at least the tokens that it turns up."""
    if move == "pass":
        state["actions_left"] = 0  # R9: the rest of the turn is lost
        _complete_action(state)
    elif "pending" in state:
        _play_effect(state, move, shown)
    else:
        _play_slide(state, move, shown)
    return normalise(state)


def _play_slide(state: State, move: str, shown: dict[str, str]) -> None:
    start, end = map(parse_square, move.split("-"))
    target = at(state, end)
    move_piece(state, start, end)
    state["actions_left"] -= 1
    if target == GRASS:
        _eat(state, end, shown[square_name(end)])
        return
    if target == DIPLO[opponent(state["to_move"])]:
        state["turn_eventful"] = True  # R10: only an opposing Diplo counts
    _complete_action(state)


def _eat(state: State, square: Square, token: str) -> None:
    """R6: the token goes onto the eater's pile and its effect is resolved at once."""
    eater = state["to_move"]
    state["eaten"][eater.lower()].append(token)
    state["turn_eventful"] = True  # R10
    _forget_token(state, square_name(square))
    if token == "SURPRISE":
        put(state, square, T_REX)  # E6, D11: the Diplo is back in its pool
    # R8: after the last token only Surprise still has an effect.
    if token in WITHOUT_CHOICE or not squares_of(state, GRASS):
        _complete_action(state)
    else:
        state["pending"] = token


def _forget_token(state: State, name: str) -> None:
    state["tokens"].pop(name, None)
    for looked in state["looked"].values():
        if name in looked:
            looked.remove(name)


def _play_effect(state: State, move: str, shown: dict[str, str]) -> None:
    kind, _, target = move.partition(" ")
    if kind == "birth":
        put(state, parse_square(target), DIPLO[state["to_move"]])  # E1
    elif kind in ("air_travel", "air_raid"):
        move_piece(state, *map(parse_square, target.split("-")))  # E3, E4
    elif kind == "eruption":
        for name in target.split("+"):
            _erupt(state, name)  # E5
    else:
        _look(state, _looked_squares(state, move), shown)  # E2, E8
    if kind == "look":
        state["looks_made"].append(target)
        if len(state["looks_made"]) < min(FALLBACK_LOOKS, len(squares_of(state, GRASS))):
            return  # E8: the second look follows
    _complete_action(state)


def _erupt(state: State, name: str) -> None:
    """Takes a token off unseen; who has looked at it before goes on knowing it (R12)."""
    looked_by = [colour for colour in COLOURS if name in state["looked"][colour.lower()]]
    token = state["tokens"].get(name)
    put(state, parse_square(name), EMPTY)
    _forget_token(state, name)
    state["erupted"].append({"looked_by": looked_by} | ({"token": token} if token else {}))


def _look(state: State, names: list[str], shown: dict[str, str]) -> None:
    """The squares become public as looked at, the tokens on them only for the one who looks (D16)."""
    looked = state["looked"][state["to_move"].lower()]
    looked.extend(name for name in names if name not in looked)
    if state.get("viewer", state["to_move"]) == state["to_move"]:
        state["tokens"].update({name: shown[name] for name in names})


def _complete_action(state: State) -> None:
    """After an action with its effect: the turn passes after the last one, even if that ended the game.

    A game that ends on the first action leaves the mover with the other action unplayed (R8).
    """
    state.pop("pending", None)
    state["looks_made"] = []
    if state["actions_left"] > 0:
        return
    state["quiet_turns"] = 0 if state["turn_eventful"] else state["quiet_turns"] + 1  # R10
    state["turn_eventful"] = False
    state["to_move"] = opponent(state["to_move"])
    state["actions_left"] = ACTIONS_A_TURN  # R3


# The end and the score


def _end_reason(state: State) -> str:
    """Why the game is over, in the order of R8; empty while it is not."""
    if any(not squares_of(state, diplo) for diplo in DIPLO.values()):
        return "no_diplo"
    if not squares_of(state, GRASS):
        return "no_grass"
    # The count changes only when a turn ends, so this is tested at a turn's end alone (D15).
    return "stalemate" if state["quiet_turns"] >= state["options"]["stalemate_turns"] else ""


def is_over(state: State) -> bool:
    """Whether the game is over (R8)."""
    return bool(_end_reason(normalise(state)))


def result(state: State) -> State:
    """The score as it stands, like the contract's `score` (R11); `winners` is empty while the game goes on."""
    state = normalise(state)
    seats = [_seat_score(state["eaten"][colour]) for colour in ("blue", "yellow")]
    reason = _end_reason(state)
    return {"seats": seats, "over": bool(reason), "winners": _winners(state, seats, reason), "reason": reason}


def _seat_score(pile: list[str]) -> State:
    breakdown = {token: pile.count(token) * points for token, points in TOKEN_POINTS.items()}
    return {"points": sum(breakdown.values()), "breakdown": breakdown, "tie_break": len(pile)}


def _winners(state: State, seats: list[State], reason: str) -> list[int]:
    if not reason:
        return []
    if reason == "no_diplo":  # R8: who has none loses, whatever the scores
        return [seat for seat, colour in enumerate(COLOURS) if squares_of(state, DIPLO[colour])]
    # R11: more points, then fewer tokens, else shared.
    merits = [(seat["points"], -seat["tie_break"]) for seat in seats]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


# What a seat knows


def view(state: State, seat: int) -> State:
    """What a seat may know of a full state (R12): everything but the tokens it has not looked at."""
    state = normalise(state)
    if "viewer" in state:
        raise ValueError("a view is taken of a full state")
    colour = COLOURS[seat]
    state["viewer"] = colour
    state["tokens"] = {name: state["tokens"][name] for name in state["looked"][colour.lower()]}
    for entry in state["erupted"]:
        if colour not in entry["looked_by"]:
            del entry["token"]
    return normalise(state)


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; those that end the game earlier count 0."""
    state = normalise(state)
    moves = _legal_moves(state)
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves)
    seat = COLOURS.index(state["to_move"])
    return sum(perft(apply(state, seat, move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> dict[str, int]:
    """The count of `perft` after each first move."""
    seat = COLOURS.index(state["to_move"])
    return {move: perft(apply(state, seat, move), depth - 1) for move in legal_moves(state, seat)}
