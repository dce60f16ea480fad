"""What a seat is told of a move, read off the full states before and after it."""

from __future__ import annotations

from dinoai.engine.draftosaurus import packing as draftosaurus
from dinoai.engine.games import view
from dinoai.engine.jurassic_snack import packing as jurassic_snack
from dinoai.engine.state import State


def turned_up(state: State, after: State, seat: int) -> list[str]:
    """Jurassic Snack: what the move shows the seat that it did not know, the eaten token or those newly looked at."""
    colour = ("blue", "yellow")[seat]
    mover = ("blue", "yellow")[state.actor]
    before, now = jurassic_snack.unpack(state), jurassic_snack.unpack(after)
    if len(now["eaten"][mover]) > len(before["eaten"][mover]):
        (square,) = set(before["tokens"]) - set(now["tokens"])
        return [] if square in before["looked"][colour] else [now["eaten"][mover][-1]]
    return [now["tokens"][square] for square in now["looked"][colour] if square not in before["looked"][colour]]


def told(before: State, after: State, seat: int, moves: dict[int, str], with_hand: bool) -> list[str]:
    """Draftosaurus: what the seat is told of a phase in which the seats made these moves."""
    fields, following = draftosaurus.unpack(before), draftosaurus.unpack(after)
    hidden_box = fields["phase"] == "BOX" and not fields["options"]["boxed_visible"]
    reveals = []
    for other, move in moves.items():
        if other != seat and (not hidden_box or (fields["turn"] % 3 != 1 and not with_hand)):
            reveals.append(f"{other}:{move}")
    if following["phase"] == "PICK":
        reveals.append(f"die:{following['die']}")
        giver = (seat - 1) % before.n_seats
        coming = draftosaurus.unpack(view(before, seat))["hands"][giver]
        fresh = len(fields["hands"][0]["dinosaurs"]) == 1
        if fresh or coming["unknown"] or (with_hand and not fresh):
            reveals.append(f"hand:{','.join(following['hands'][seat]['dinosaurs'])}")
    return reveals
