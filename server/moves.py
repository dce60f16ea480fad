"""Moves between their message and their notation.

The notation is a string format; whether a move is legal is the engine's business.
"""

from __future__ import annotations

import re

from google.protobuf.message import Message

from dinoai.engine.document import shorten
from dinoai.engine.errors import IllegalMoveError
from dinoai.engine.jurassic_snack.names import SQUARE_PATTERN
from dinoai.v1 import draftosaurus_pb2, move_pb2

_SQUARE = re.compile(SQUARE_PATTERN)
_SLIDE = re.compile(f"({SQUARE_PATTERN})-({SQUARE_PATTERN})")


def move_message(game: str, notation: str) -> move_pb2.Move:
    """The message of a move in notation. Raises `IllegalMoveError` at `move` for what is no move of the game."""
    kind = _jurassic_snack_move(notation) if game == "jurassic_snack" else _draftosaurus_move(notation)
    if kind is None:
        raise IllegalMoveError.at("move", f"{shorten(notation)} is not a move of {game}")
    move = move_pb2.Move()
    getattr(move, game).CopyFrom(kind)
    return move


def move_notation(move: move_pb2.Move) -> str:
    """The notation of a move message. Raises `IllegalMoveError` at `move...` where the message is incomplete."""
    game = move.WhichOneof("game")
    if game is None:
        raise IllegalMoveError.at("move", "must have one of the fields jurassic_snack, draftosaurus")
    body = move.jurassic_snack if game == "jurassic_snack" else move.draftosaurus
    kind = body.WhichOneof("kind")
    path = f"move.{game}"
    if kind is None:
        kinds = ", ".join(field.name for field in body.DESCRIPTOR.fields)
        raise IllegalMoveError.at(path, f"must have one of the fields {kinds}")
    path = f"{path}.{kind}"
    if game == "jurassic_snack":
        return _jurassic_snack_notation(kind, getattr(body, kind), path)
    return _draftosaurus_notation(kind, getattr(body, kind), path)


def _jurassic_snack_move(notation: str) -> move_pb2.JurassicSnackMove | None:
    name, target = notation.split(" ", 1) if " " in notation else ("", notation)
    kind: Message
    if notation == "pass":
        name, kind = "pass", move_pb2.Pass()
    elif name in ("", "air_travel", "air_raid"):
        match = _SLIDE.fullmatch(target)
        if match is None:
            return None
        name = name or "slide"
        message = {"slide": move_pb2.Slide, "air_travel": move_pb2.AirTravel, "air_raid": move_pb2.AirRaid}[name]
        kind = message(from_square=match[1], to_square=match[2])
    elif name == "eruption":
        squares = target.split("+")
        if len(squares) > 2 or not all(map(_SQUARE.fullmatch, squares)):
            return None
        kind = move_pb2.VolcanicEruption(squares=squares)
    elif not _SQUARE.fullmatch(target):
        return None
    elif name == "birth":
        kind = move_pb2.Birth(square=target)
    elif name == "recon":
        kind = move_pb2.Recon(pasture=target)
    elif name == "look":
        kind = move_pb2.Look(square=target)
    else:
        return None
    move = move_pb2.JurassicSnackMove()
    getattr(move, name).CopyFrom(kind)
    return move


def _jurassic_snack_notation(kind: str, body: Message, path: str) -> str:
    if kind == "pass":
        return "pass"
    if isinstance(body, move_pb2.VolcanicEruption):
        if not 1 <= len(body.squares) <= 2:
            raise IllegalMoveError.at(f"{path}.squares", f"must be one or two squares, not {len(body.squares)}")
        return f"{kind} {'+'.join(_square(text, f'{path}.squares[{i}]') for i, text in enumerate(body.squares))}"
    squares = [_square(getattr(body, field.name), f"{path}.{field.name}") for field in body.DESCRIPTOR.fields]
    return "-".join(squares) if kind == "slide" else f"{kind} {'-'.join(squares)}"


def _square(text: str, path: str) -> str:
    if not _SQUARE.fullmatch(text):
        raise IllegalMoveError.at(path, "must be a square such as b2")
    return text


def _draftosaurus_move(notation: str) -> move_pb2.DraftosaurusMove | None:
    if " " in notation:
        name, word = notation.split(" ", 1)
        species = _species(word)
        if species is None or name not in ("box", "pick"):
            return None
        if name == "box":
            return move_pb2.DraftosaurusMove(box=move_pb2.BoxDinosaur(species=species))
        return move_pb2.DraftosaurusMove(pick=move_pb2.PickDinosaur(species=species))
    name, _, target = notation.partition("@")
    place = _place(target)
    if place is None:
        return None
    if name == "place":
        return move_pb2.DraftosaurusMove(place=move_pb2.PlaceDinosaur(place=place))
    if name == "relocate":
        return move_pb2.DraftosaurusMove(relocate=move_pb2.RelocateDinosaur(place=place))
    species = _species(name)
    if species is None:
        return None
    return move_pb2.DraftosaurusMove(pick=move_pb2.PickDinosaur(species=species, place=place))


def _species(word: str) -> str | None:
    value = draftosaurus_pb2.Species.DESCRIPTOR.values_by_name.get(word.upper())
    return value.name if value and value.number and word.islower() else None


def _place(text: str) -> move_pb2.Place | None:
    pen, separator, cell = text.partition(".")
    value = move_pb2.Place.Pen.DESCRIPTOR.values_by_name.get(pen.upper())
    if value is None or not value.number or not pen.islower():
        return None
    if (value.name == "PYRAMID") != (len(cell) == 1 and cell in "012345") or bool(separator) != bool(cell):
        return None
    return move_pb2.Place(pen=value.name, cell=int(cell) if cell else None)


def _draftosaurus_notation(kind: str, body: Message, path: str) -> str:
    if isinstance(body, move_pb2.PickDinosaur):
        species = _species_notation(body.species, path)
        return f"{species}@{_place_notation(body.place, path)}" if body.HasField("place") else f"pick {species}"
    if isinstance(body, move_pb2.BoxDinosaur):
        return f"box {_species_notation(body.species, path)}"
    assert isinstance(body, move_pb2.PlaceDinosaur | move_pb2.RelocateDinosaur)
    return f"{kind}@{_place_notation(body.place, path)}"


def _species_notation(species: int, path: str) -> str:
    value = draftosaurus_pb2.Species.DESCRIPTOR.values_by_number.get(species)
    if value is None or not species:
        raise IllegalMoveError.at(f"{path}.species", "must be a species")
    return value.name.lower()


def _place_notation(place: move_pb2.Place, path: str) -> str:
    value = move_pb2.Place.Pen.DESCRIPTOR.values_by_number.get(place.pen)
    if value is None or not place.pen:
        raise IllegalMoveError.at(f"{path}.place.pen", "must be a pen or RIVER")
    if (value.name == "PYRAMID") != place.HasField("cell"):
        raise IllegalMoveError.at(f"{path}.place.cell", "is required for the PYRAMID and only there")
    return f"pyramid.{place.cell}" if place.HasField("cell") else value.name.lower()
