"""Positions drawn for a person, readable without colours."""

from __future__ import annotations

from rich.console import Group, RenderableType

from dinoai.clients.drawing_draftosaurus import draw_draftosaurus
from dinoai.clients.drawing_jurassic_snack import draw_jurassic_snack
from dinoai.engine import games
from dinoai.engine.state import State


def draw_state(state: State, encoding: str = "utf-8") -> RenderableType:
    """A position with everything in it that the state knows; lines are drawn as far as the encoding has them."""
    message, score = games.encode_state(state), games.score(state)
    if state.game == "jurassic_snack":
        return Group(*draw_jurassic_snack(message.jurassic_snack, score, plain=not encoding.lower().startswith("utf")))
    return Group(*draw_draftosaurus(message.draftosaurus, score))
