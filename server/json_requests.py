"""Requests as proto3 JSON, read as strictly as states in files are."""

from __future__ import annotations

from typing import Any

from dinoai.engine.document import fill_message, parse_json
from dinoai.engine.errors import InvalidInputError, InvalidStateError, Problem

_STATE = "state."


class JsonText(bytes):
    """The bytes of a request that are JSON and not the wire format."""


def read_json_request(request_class: type[Any], text: JsonText) -> Any:
    """The request in the text.

    Raises `InvalidInputError` with every problem of form; `InvalidStateError` where all are within the state, whose
    paths then begin with the game, as they do for a state in the wire format.
    """
    request = request_class()
    problems = fill_message(request, parse_json(bytes(text)))
    if not problems:
        return request
    error = InvalidStateError if all(problem.path.startswith(_STATE) for problem in problems) else InvalidInputError
    raise error(Problem(problem.path.removeprefix(_STATE), problem.message) for problem in problems)
