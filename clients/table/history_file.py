"""The answers of a session beside its state file, so that they can be taken back in a later sitting too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from dinoai.clients.table.conversations import CONVERSATIONS
from dinoai.clients.table.history import History
from dinoai.engine import games
from dinoai.engine.document import message_dict, parse_json
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State


def history_path(path: str) -> str:
    """The file of the answers beside a state file."""
    return f"{path}.history"


def begin_history(game: str, start: State | None, options: Mapping[str, Any], answers: tuple[str, ...] = ()) -> History:
    """The conversation of a game from a view on, or from the set-up with these options of the game."""
    return History(partial(CONVERSATIONS[game], start, options), answers)


def history_document(start: State | None, options: Mapping[str, Any], history: History) -> str:
    """The text of the file."""
    view = None if start is None else message_dict(games.encode_state(start))
    return json.dumps({"start": view, "options": dict(options), "answers": history.answers})


def read_history(text: bytes, view: State) -> tuple[State | None, dict[str, Any], History] | None:
    """What a file holds: where the conversation began, its options, and the history.

    `None` where the file is broken, or its answers do not lead to the view.
    """
    try:
        document = parse_json(text)
        start = document["start"] and games.parse_state(json.dumps(document["start"]))
        options, answers = dict(document["options"]), document["answers"]
        if not all(isinstance(answer, str) for answer in answers):
            return None
        if start is not None and (start.game != view.game or start.viewer is None):
            return None
        history = begin_history(view.game, start, options, tuple(answers))
    except (InvalidInputError, TypeError, KeyError, ValueError):
        return None
    return (start, options, history) if history.view == view else None
