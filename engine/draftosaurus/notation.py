"""The notation of moves: `t_rex@river`, `pick t_rex`, `place@woody_trio`, `box t_rex`, `relocate@pyramid.4`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dinoai.engine.document import nearest_or_all, shorten
from dinoai.engine.draftosaurus.choices import choices, chosen_species, hand, situation, unseen
from dinoai.engine.draftosaurus.names import SPECIES, place_names
from dinoai.engine.draftosaurus.packing import legal_place_names, unpack
from dinoai.engine.errors import IllegalMoveError
from dinoai.engine.state import State

PLACE_ACTION = 6
"""The engine's action for place 0; smaller ones are species."""

SPECIES_WORDS = tuple(name.lower() for name in SPECIES)
"""Species as moves spell them."""

PLACE_WORDS = tuple(dict.fromkeys(name for side in ("SUMMER", "WINTER") for name in place_names(side) if name))
"""The places of both sides as moves spell them."""

N_SHOWN = 6
"""So many legal moves are listed with an illegal one."""


@dataclass(frozen=True, slots=True)
class Notation:
    """A move as it is written, without regard to a state."""

    kind: str
    """`both` (species@place), `pick`, `place`, `box` or `relocate`."""

    species: str | None
    """The species in lower case, where the move names one."""

    place: str | None
    """The place, where the move names one."""


FORMS = {
    "both": "SPECIES@PLACE, for example t_rex@river",
    "pick": "pick SPECIES, for example pick t_rex",
    "place": "place@PLACE, for example place@river",
    "box": "box SPECIES, for example box t_rex",
    "relocate": "relocate@PLACE, for example relocate@river",
}
"""How each kind of move reads."""


def read_notation(text: str) -> Notation:
    """Read a move. Raises `ValueError` saying what is wrong with it."""
    head, at, place = text.partition("@")
    if at:
        if place not in PLACE_WORDS:
            raise ValueError(f"{shorten(place)} is no place{nearest_or_all(place, PLACE_WORDS)}")
        if head in ("place", "relocate"):
            return Notation(head, None, place)
        return Notation("both", _species(head), place)
    verb, space, name = text.partition(" ")
    if not space or verb not in ("pick", "box"):
        raise ValueError(f"{shorten(text)} is no move; moves read {'; '.join(FORMS.values())}")
    return Notation(verb, _species(name), None)


def expected_kind(phase: str, after_reveal: bool) -> str:
    """The kind of move that a phase asks for; empty when the game is over."""
    if phase == "PICK":
        return "pick" if after_reveal else "both"
    return {"PLACE": "place", "BOX": "box", "QUARANTINE": "relocate"}.get(phase, "")


def check_kind(text: str, phase: str, kind: str) -> None:
    """Raise `ValueError` for a text that does not read like a move of the phase, whatever it names."""
    if not kind:
        raise ValueError("the game is over")
    head, at, _ = text.partition("@")
    given = (head if head in ("place", "relocate") else "both") if at else text.partition(" ")[0]
    if given != kind or (not at and " " not in text):
        raise ValueError(f"{shorten(text)} is no move of phase {phase}, in which a move reads {FORMS[kind]}")


def format_move(state: State, actions: Sequence[int]) -> str:
    """The notation of the complete move that the actor's actions make, in the state before them.

    In a state between the actions of a move the last ones are enough.
    """
    if len(actions) == 1 and state.within_move:
        actions = (chosen_species(state, state.actor), *actions)
    return format_choice(state, actions)


def format_choice(state: State, actions: Sequence[int]) -> str:
    """The notation of a complete choice of any seat that is still to choose in this phase."""
    side, phase, after_reveal = situation(state)
    return _written(side, expected_kind(phase, after_reveal), tuple(actions))


@cache
def _written(side: str, kind: str, actions: tuple[int, ...]) -> str:
    """A few hundred moves in all; each is written again and again."""
    places = place_names(side)
    words = [SPECIES_WORDS[action] if action < PLACE_ACTION else places[action - PLACE_ACTION] for action in actions]
    if kind in ("pick", "box"):
        return f"{kind} {words[0]}"
    return "@".join(words) if kind == "both" else f"{kind}@{words[0]}"


def parse_move(state: State, text: str, seat: int | None = None) -> tuple[int, ...]:
    """The actions of a move of the seat (of the next seat to decide if none is given).

    Raises `IllegalMoveError` at `move` when it cannot be read or is not legal.
    """
    if seat is None:
        seat = state.actor
    try:
        check_kind(text, *_phase_and_kind(state))
        return _find_actions(state, seat, read_notation(text))
    except ValueError as error:
        raise IllegalMoveError.at("move", str(error)) from None


def _phase_and_kind(state: State) -> tuple[str, str]:
    _, phase, after_reveal = situation(state)
    return phase, expected_kind(phase, after_reveal)


def _find_actions(state: State, seat: int, move: Notation) -> tuple[int, ...]:
    side = situation(state)[0]
    places = place_names(side)
    if move.place is not None and move.place not in places:
        named = ", ".join(filter(None, places))
        raise ValueError(f"{move.place} is no place of the {side} side; its places are {named}")
    species = [] if move.species is None else [SPECIES_WORDS.index(move.species)]
    place = [] if move.place is None else [PLACE_ACTION + places.index(move.place)]
    actions = (*species, *place)
    legal = choices(state, seat)
    if actions not in legal:
        raise ValueError(f"{_reason(state, seat, move)}; {list_moves([format_choice(state, one) for one in legal])}")
    return actions


def list_moves(moves: Sequence[str]) -> str:
    """A few of the legal moves, for a message."""
    if not moves:
        return "the seat has no legal move"
    shown = ", ".join(sorted(moves)[:N_SHOWN])
    return f"legal are {shown}" + (f" and {len(moves) - N_SHOWN} more" if len(moves) > N_SHOWN else "")


def _reason(state: State, seat: int, move: Notation) -> str:
    """Why a move of the right kind is not legal."""
    fields = unpack(state)
    named, unnamed = hand(state, seat)
    species = move.species
    if species is not None:
        number = SPECIES_WORDS.index(species)
        if not named[number] and not unnamed:
            return f"seat {seat} has no {species} in its hand"
        if not named[number] and not unseen(state)[number]:
            return f"seat {seat} cannot have a {species}: none is unseen"
    elif fields["phase"] == "QUARANTINE":
        held = fields["zoos"][seat]["quarantine"]
        species = held[0].lower() if held else None
    else:
        species = next((pick["species"].lower() for pick in fields["picks"] if pick["seat"] == seat), None)
    if species is None:
        return f"seat {seat} has nothing to place"
    free = legal_place_names(
        fields["side"], fields["zoos"][seat], species.upper(), None, fields["options"]["prairie_capacity"]
    )
    if move.place in free:
        if fields["phase"] != "QUARANTINE":
            return f"the die ({fields['die']}) keeps seat {seat} from placing in {move.place}"
        return f"the {species} cannot stay where it is"
    return f"{move.place} does not take a {species} in seat {seat}'s zoo now"


def _species(word: str) -> str:
    if word not in SPECIES_WORDS:
        raise ValueError(f"{shorten(word)} is no species{nearest_or_all(word, SPECIES_WORDS)}")
    return word
