"""Between the schema's message and packed states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from dinoai.engine.document import is_reported, map_order
from dinoai.engine.errors import InvalidStateError, Problem
from dinoai.engine.jurassic_snack.packing import pack, unpack
from dinoai.engine.jurassic_snack.validation import Fields, contradictions, form_problems
from dinoai.engine.state import State
from dinoai.v1 import jurassic_snack_pb2 as schema


def decode(message: schema.JurassicSnackState, already_found: Sequence[Problem] = ()) -> State:
    """The state that a message holds.

    `already_found` are the problems of form found while the message was read. Raises `InvalidStateError` with all
    problems of form, or, where there are none, with all contradictions.
    """
    fields = message_fields(message)
    reported = {problem.path for problem in already_found}
    problems = [*already_found, *(new for new in form_problems(fields) if not is_reported(new.path, reported))]
    problems = problems or contradictions(fields)
    if problems:
        raise InvalidStateError(problems)
    return pack(fields)


def encode(state: State) -> schema.JurassicSnackState:
    """The state as a message: squares by row, then column; tokens in eating and eruption order; options written out."""
    return schema.JurassicSnackState(**unpack(state))


def message_fields(message: schema.JurassicSnackState) -> Fields:
    """The fields of a message as plain objects; a number stands for an enum value that has no name."""
    options = message.options
    fields: Fields = {
        "rows": list(message.rows),
        "to_move": _name(schema.Colour, message.to_move),
        "actions_left": message.actions_left,
        "quiet_turns": message.quiet_turns,
        "turn_eventful": message.turn_eventful,
        "looks_made": list(message.looks_made),
        "eaten": {
            "blue": [_name(schema.Grass, token) for token in message.eaten.blue],
            "yellow": [_name(schema.Grass, token) for token in message.eaten.yellow],
        },
        "tokens": {
            square: _name(schema.Grass, message.tokens[square]) for square in sorted(message.tokens, key=map_order)
        },
        "looked": {"blue": list(message.looked.blue), "yellow": list(message.looked.yellow)},
        "erupted": [_erupted_fields(entry) for entry in message.erupted],
        "options": {
            "stalemate_turns": options.stalemate_turns if options.HasField("stalemate_turns") else 2,
            "eruption_last_token": (
                _name(schema.EruptionLastToken, options.eruption_last_token)
                if options.HasField("eruption_last_token")
                else "REMOVE"
            ),
        },
    }
    if message.HasField("viewer"):
        fields["viewer"] = _name(schema.Colour, message.viewer)
    if message.HasField("pending"):
        fields["pending"] = _name(schema.Grass, message.pending)
    return fields


def _name(enum: EnumTypeWrapper, number: int) -> str | int:
    return _names(enum).get(number, number)


@cache
def _names(enum: EnumTypeWrapper) -> dict[int, str]:
    return {number: name for name, number in enum.items() if number != 0}


def _erupted_fields(entry: schema.EruptedToken) -> dict[str, Any]:
    fields: dict[str, Any] = {"looked_by": [_name(schema.Colour, colour) for colour in entry.looked_by]}
    if entry.HasField("token"):
        fields["token"] = _name(schema.Grass, entry.token)
    return fields
