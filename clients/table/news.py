"""What a move did and showed, in sentences for one seat: nothing in them that the seat may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dinoai.clients.names import counted, name_of, seat_name
from dinoai.engine import games
from dinoai.engine.draftosaurus import packing as draftosaurus
from dinoai.engine.draftosaurus.names import HAND_SIZE, hand_size
from dinoai.engine.jurassic_snack import packing as jurassic_snack
from dinoai.engine.jurassic_snack.names import COLOURS, POINTS
from dinoai.engine.state import State


def n_known(view: State) -> int:
    """How many tokens of Jurassic Snack, wherever they lie, the view names."""
    fields = jurassic_snack.unpack(view)
    erupted = sum("token" in entry for entry in fields["erupted"])
    return len(fields["eaten"]["blue"]) + len(fields["eaten"]["yellow"]) + len(fields["tokens"]) + erupted


def n_chosen(state: State) -> int:
    """How many seats have chosen in this phase; none where moves are made one after another."""
    if not state.simultaneous:
        return 0
    return sum(pick["move"] is not None for pick in draftosaurus.unpack(state)["picks"])


def move_news(before: State, after: State, seat: int, move: str) -> Iterator[str]:
    """What a move of Jurassic Snack did; both states are views of the person, `seat` is the mover."""
    old, new = jurassic_snack.unpack(before), jurassic_snack.unpack(after)
    name, colour = seat_name("jurassic_snack", seat), COLOURS[seat].lower()
    yield f"{name}: {move}."
    if len(new["eaten"][colour]) > len(old["eaten"][colour]):
        token = new["eaten"][colour][-1]
        yield f"  {name} eats {name_of(token)} on {move.rpartition('-')[2]}: {counted(POINTS[token], 'point')}."
        if token == "SURPRISE":
            yield f"  The Diplo goes back to {name}'s pool, and a T.Rex takes its square."
        if any(effect.startswith("look ") for effect in games.legal_moves(after, seat)):
            yield f"  That cannot be applied; {name} looks at tokens instead."  # E8
    elif " " not in move:
        for owner, mark in enumerate("BY"):
            if _count(new, mark) < _count(old, mark):
                yield f"  The T.Rex scares {seat_name('jurassic_snack', owner)}'s Diplo off {move.rpartition('-')[2]}."
    looked = [square for square in new["looked"][colour] if square not in old["looked"][colour]]
    if looked:
        known = ", ".join(
            f"{square} is {name_of(new['tokens'][square])}" for square in looked if square in new["tokens"]
        )
        yield f"  {name} has looked at {', '.join(looked)}{': ' if seat == after.viewer else ''}" + (
            f"{known}." if seat == after.viewer else "."
        )


def phase_news(before: State, after: State, moves: Mapping[int, str]) -> Iterator[str]:
    """What a phase of Draftosaurus did; both states are views of the person, `moves` those of all seats."""
    old, new = draftosaurus.unpack(before), draftosaurus.unpack(after)
    viewer = before.viewer
    hidden = old["phase"] == "BOX" and not old["options"]["boxed_visible"]
    for seat, move in sorted(moves.items()):
        shown = "puts a dinosaur back" if hidden and seat != viewer else move
        yield f"Seat {seat}{' (you)' if seat == viewer else ''}: {shown}."
    if new["match"] is not None and old["match"] != new["match"]:
        yield f"The Summer game is over: {', '.join(_carried(new['match']))}. The Winter game begins."
    if new["phase"] != "PICK" or (old["phase"] == "PICK" and old["turn"] == new["turn"]):
        return
    if hand_size(before.n_seats, "PICK", new["turn"]) == HAND_SIZE:
        yield "A round begins: everybody draws a new hand."
    else:
        yield "The hands are passed to the left." if before.n_seats > 2 else "The hands are swapped."
    yield f"Seat {new['roller']} rolls {name_of(new['die'])}."


def situation_line(view: State) -> Iterator[str]:
    """What binds the viewer's choice in Draftosaurus; Jurassic Snack has nothing of the kind."""
    if not view.simultaneous:
        return
    fields = draftosaurus.unpack(view)
    if fields["die"] is None or fields["phase"] == "BOX":
        return
    own = fields["roller"] == view.viewer
    yield f"{name_of(fields['die'])}, " + ("your own roll: it does not bind you." if own else "which binds you.")


def _carried(match: Mapping[str, Any]) -> Iterator[str]:
    for seat, points in enumerate(match["scores"]):
        yield f"seat {seat} has {counted(points, 'point')}"


def _count(fields: Mapping[str, Any], mark: str) -> int:
    return sum(row.count(mark) for row in fields["rows"])
