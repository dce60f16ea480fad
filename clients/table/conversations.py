"""The conversations of `dinoai assist` by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dinoai.clients.table import assist_draftosaurus, assist_jurassic_snack
from dinoai.clients.table.questions import Conversation
from dinoai.engine.state import State

CONVERSATIONS: Mapping[str, Callable[[State | None, Mapping[str, Any]], Conversation]] = {
    "jurassic_snack": assist_jurassic_snack.converse,
    "draftosaurus": assist_draftosaurus.converse,
}
"""What is asked, by game: from a view on, or from the set-up with these options of the game."""
