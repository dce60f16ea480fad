"""What people with Draftosaurus on the table are asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dinoai.clients.names import name_of
from dinoai.clients.table.questions import (
    Conversation,
    Question,
    many_reader,
    move_reader,
    number_reader,
    word_reader,
)
from dinoai.engine import games
from dinoai.engine.draftosaurus.choices import situation
from dinoai.engine.draftosaurus.moves import awaited, go_on, possible_moves, record_choice
from dinoai.engine.draftosaurus.names import DICE, HAND_SIZE, SIDES, SPECIES
from dinoai.engine.state import State

CHOICES = {
    "PICK": "choice",
    "PLACE": "place",
    "BOX": "dinosaur to put back",
    "QUARANTINE": "move from the Quarantine Zone",
}
"""What a seat decides in each phase."""


def converse(view: State | None, options: Mapping[str, Any]) -> Conversation:
    """The conversation of a game, from its set-up or from a view on."""
    if view is None:
        view = yield from _set_up(options)
    while not view.over:
        seat = games.default_seat(view)
        moves = games.legal_moves(view, seat)
        if moves:
            text = f"Your {CHOICES[situation(view)[1]]}"
            move = yield Question("move", text, move_reader(moves, view, seat), view, seat, moves=moves)
            view = record_choice(view, move)
        if not view.over:
            view = yield from _what_happened(view)
    return view


def _what_happened(view: State) -> Conversation:
    """Ask what the others chose and what followed, until the viewer's next view is known."""
    reveals: list[str] = []
    while missing := awaited(view, reveals):
        key = missing[0]
        if key == "die":
            face = yield Question("die", "The next roll", word_reader(DICE, "face of the die"), view, words=DICE)
            reveals.append(f"die:{face}")
        elif key == "hand":
            hand = yield Question("hand", "Your next hand", _hand_reader(view, reveals), view, words=SPECIES)
            reveals.append(f"hand:{','.join(hand)}")
        else:
            other = int(key)
            moves = possible_moves(view, other)
            text = f"Seat {other}'s {CHOICES[situation(view)[1]]}"
            move = yield Question("choice", text, _choice_reader(view, other, moves, reveals), view, other, moves=moves)
            reveals.append(f"{other}:{move}")
    return go_on(view, reveals)


def _choice_reader(view: State, seat: int, moves: Sequence[str], reveals: Sequence[str]) -> Callable[[str], str]:
    """Reads another seat's choice; with what the others took, so many of a species may not be left."""
    read_move = move_reader(moves, view, seat)

    def read(text: str) -> str:
        move = read_move(text)
        awaited(view, [*reveals, f"{seat}:{move}"])
        return move

    return read


def _hand_reader(view: State, reveals: Sequence[str]) -> Callable[[str], list[str]]:
    read_species = many_reader(SPECIES, "species")

    def read(text: str) -> list[str]:
        hand = read_species(text)
        go_on(view, [*reveals, f"hand:{','.join(hand)}"])
        return hand

    return read


def _set_up(options: Mapping[str, Any]) -> Conversation:
    n_seats = yield Question("players", "How many players (2 to 5)", number_reader(2, 5))
    read_seat = number_reader(0, n_seats - 1)
    side = yield Question(
        "side",
        "Side (summer or winter, or match for a Summer and then a Winter game)",
        word_reader((*SIDES, "MATCH"), "side"),
    )
    viewer = yield Question("seat", f"Your seat (0 to {n_seats - 1}; the next number sits on the left)", read_seat)
    roller = yield Question("start", "The seat that rolls first", read_seat)
    die = yield Question("die", "The die shows", word_reader(DICE, "face of the die"), words=DICE)
    document: dict[str, Any] = {
        "viewer": viewer,
        "side": SIDES[0] if side == "MATCH" else side,
        "turn": 1,
        "roller": roller,
        "die": die,
        "zoos": [{}] * n_seats,
        "options": dict(options),
    }
    if side == "MATCH":
        document["match"] = {"game": 1}
    hand = yield Question("hand", f"Your hand ({_examples()})", _first_hand_reader(document), words=SPECIES)
    return _first_view(document, hand)


def _examples() -> str:
    names = ", ".join(name_of(name) for name in SPECIES)
    return f"{HAND_SIZE} of {names}; such as 2 brachio t_rex ..."


def _first_view(document: Mapping[str, Any], hand: Sequence[str]) -> State:
    hands: list[dict[str, Any]] = [{"unknown": HAND_SIZE} for _ in document["zoos"]]
    hands[document["viewer"]] = {"dinosaurs": list(hand)}
    return games.parse_state(json.dumps({"draftosaurus": {**document, "hands": hands}}))


def _first_hand_reader(document: Mapping[str, Any]) -> Callable[[str], list[str]]:
    read_species = many_reader(SPECIES, "species")

    def read(text: str) -> list[str]:
        hand = read_species(text)
        _first_view(document, hand)
        return hand

    return read
