"""Between the schema's message and packed states: the only file of this game that knows protobuf."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dinoai.engine.document import is_reported, trim_written
from dinoai.engine.draftosaurus.names import FACES, PENS, PHASES, PLACEMENTS, SIDES, SPECIES
from dinoai.engine.draftosaurus.packing import pack, unpack
from dinoai.engine.draftosaurus.validation import collect, contradictions, form_problems
from dinoai.engine.errors import InvalidStateError, Problem
from dinoai.engine.state import State
from dinoai.v1 import draftosaurus_pb2 as pb

ROOT = "draftosaurus"
LISTED_PENS = (*(pen for side in SIDES for pen in PENS[side] if pen != "pyramid"), "river")
"""The fields of a zoo that are lists."""

_SPECIES_NAMES = {number: name for name, number in pb.Species.items() if name in SPECIES}


def decode(message: pb.DraftosaurusState, found: Sequence[Problem] = ()) -> State:
    """The packed state of a message.

    Raises `InvalidStateError` with all problems of form, those `found` when the message was read and those found here,
    or, when the form is right, with all contradictions.
    """
    reader = _Reader()
    fields = reader.state(message)
    reported = [problem.path for problem in found]
    problems = [
        problem
        for problem in [*reader.problems, *collect(form_problems, fields)]
        if not is_reported(problem.path, reported)
    ]
    if not found and not problems:
        problems = collect(contradictions, fields)
    if found or problems:
        raise InvalidStateError(_first_of_each_path([*found, *problems]))
    return pack(fields)


def _first_of_each_path(problems: Iterable[Problem]) -> list[Problem]:
    """Several contradictions may stand at one path; the same words only once."""
    return list(dict.fromkeys(problems))


class _Reader:
    """Takes a message apart into plain fields and lists enum values that mean nothing."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def _name(self, enum: Any, names: Sequence[str], value: int, path: str) -> str | None:
        name = enum.Name(value) if value in enum.values() else ""
        if name in names and name:
            return name
        shown = name or f"the number {value}"
        allowed = ", ".join(filter(None, names))
        self.problems.append(Problem(path, f"must be one of {allowed}, not {shown}"))
        return None

    def _species(self, values: Iterable[int], path: str) -> list[str]:
        names = []
        for index, value in enumerate(values):
            # By far the most names of a state are read here, so the way of those that mean something is a short one.
            name = _SPECIES_NAMES.get(value) or self._name(pb.Species, SPECIES, value, f"{path}[{index}]")
            if name is not None:
                names.append(name)
        return names

    def state(self, message: pb.DraftosaurusState) -> dict[str, Any]:
        """The fields of a state."""
        side = self._name(pb.Side, SIDES, message.side, f"{ROOT}.side") if message.side else None
        phase = self._name(pb.Phase, PHASES, message.phase, f"{ROOT}.phase") if message.phase else "PICK"
        die = None
        n_before = len(self.problems)
        if message.HasField("die"):
            die = self._name(pb.Die, FACES, message.die, f"{ROOT}.die")
        if len(self.problems) > n_before:
            die = "" if phase not in ("QUARANTINE", "FINISHED") else None  # reported already
        return {
            "viewer": message.viewer if message.HasField("viewer") else None,
            "side": side,
            "phase": phase,
            "turn": message.turn if message.HasField("turn") else None,
            "roller": message.roller if message.HasField("roller") else None,
            "die": die,
            "zoos": [self._zoo(zoo, f"{ROOT}.zoos[{seat}]") for seat, zoo in enumerate(message.zoos)],
            "hands": [
                {
                    "dinosaurs": self._species(hand.dinosaurs, f"{ROOT}.hands[{seat}].dinosaurs"),
                    "unknown": hand.unknown,
                }
                for seat, hand in enumerate(message.hands)
            ],
            "boxed": self._species(message.boxed, f"{ROOT}.boxed"),
            "boxed_unknown": message.boxed_unknown,
            "picks": [self._pick(pick, f"{ROOT}.picks[{index}]") for index, pick in enumerate(message.picks)],
            "options": self._options(message.options),
            "match": _match(message.match) if message.HasField("match") else None,
        }

    def _zoo(self, message: pb.Zoo, path: str) -> dict[str, Any]:
        present = {field.name for field, _ in message.ListFields()}
        zoo: dict[str, Any] = {
            pen: self._species(getattr(message, pen), f"{path}.{pen}") if pen in present else [] for pen in LISTED_PENS
        }
        cells = {
            cell: self._name(pb.Species, SPECIES, species, f"{path}.pyramid.{cell}")
            for cell, species in sorted(message.pyramid.items())
        }
        zoo["pyramid"] = {cell: name for cell, name in cells.items() if name is not None}
        return zoo

    def _pick(self, message: pb.Pick, path: str) -> dict[str, Any]:
        species = None
        if message.HasField("species"):
            species = self._name(pb.Species, SPECIES, message.species, f"{path}.species")
        return {
            "seat": message.seat,
            "species": species,
            "move": message.move if message.HasField("move") else None,
        }

    def _options(self, message: pb.DraftosaurusOptions) -> dict[str, Any]:
        placement: str | None = PLACEMENTS[0]
        if message.HasField("placement"):
            placement = self._name(pb.Placement, PLACEMENTS, message.placement, f"{ROOT}.options.placement")
        return {
            "prairie_capacity": message.prairie_capacity if message.HasField("prairie_capacity") else 6,
            "boxed_visible": message.boxed_visible if message.HasField("boxed_visible") else True,
            "placement": placement,
        }


def _match(message: pb.Match) -> dict[str, Any]:
    return {"game": message.game, "scores": list(message.scores), "t_rexes": list(message.t_rexes)}


def encode(state: State) -> pb.DraftosaurusState:
    """The message of a state, with its options written out."""
    fields = unpack(state)
    message = pb.DraftosaurusState(
        side=_number(pb.Side, fields["side"]),
        phase=_number(pb.Phase, fields["phase"]),
        turn=fields["turn"],
        roller=fields["roller"],
        zoos=[_zoo_message(zoo) for zoo in fields["zoos"]],
        hands=[pb.Hand(dinosaurs=_numbers(hand["dinosaurs"]), unknown=hand["unknown"]) for hand in fields["hands"]],
        boxed=_numbers(fields["boxed"]),
        boxed_unknown=fields["boxed_unknown"],
        picks=[_pick_message(pick) for pick in fields["picks"]],
        options=pb.DraftosaurusOptions(
            prairie_capacity=fields["options"]["prairie_capacity"],
            boxed_visible=fields["options"]["boxed_visible"],
            placement=_number(pb.Placement, fields["options"]["placement"]),
        ),
    )
    if fields["viewer"] is not None:
        message.viewer = fields["viewer"]
    if fields["die"] is not None:
        message.die = _number(pb.Die, fields["die"])
    if fields["match"] is not None:
        message.match.CopyFrom(pb.Match(**fields["match"]))
    return message


def _number(enum: Any, name: str) -> Any:
    """An enum value; typed as the schema's enum where it is assigned."""
    return enum.Value(name)


def _numbers(names: Iterable[str]) -> list[Any]:
    return [_number(pb.Species, name) for name in names]


def _zoo_message(zoo: dict[str, Any]) -> pb.Zoo:
    lists: dict[str, Any] = {pen: _numbers(content) for pen, content in zoo.items() if pen != "pyramid"}
    message = pb.Zoo(**lists)
    for cell, name in zoo.get("pyramid", {}).items():
        message.pyramid[cell] = _number(pb.Species, name)
    return message


def _leave_out_other_side(written: dict[str, Any]) -> None:
    """The pens of the other side, which are always empty, are not written."""
    pens = (*PENS.get(written["side"], LISTED_PENS), "river")
    for zoo in written["zoos"]:
        for pen in [pen for pen, content in zoo.items() if pen not in pens and not content]:
            del zoo[pen]


trim_written(pb.DraftosaurusState, _leave_out_other_side)


def _pick_message(pick: dict[str, Any]) -> pb.Pick:
    message = pb.Pick(seat=pick["seat"])
    if pick["species"] is not None:
        message.species = _number(pb.Species, pick["species"])
    if pick["move"] is not None:
        message.move = pick["move"]
    return message
