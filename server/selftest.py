"""What a server tries on itself before it says that it is ready."""

from __future__ import annotations

import hashlib

from dinoai.engine.errors import DinoaiError
from dinoai.engine.games import GAMES, new_game
from dinoai.search import suggest

BOT = "ismcts-plain"
"""The frozen bot, whose answers never change."""

SIMULATIONS = 200

EXPECTED = {"jurassic_snack": "895963dc781bbeac", "draftosaurus": "8fc397192d1407aa"}
"""The digest of its visits in each game."""


class SelfTestError(DinoaiError):
    """The search of this build answers other than it should."""


def run_self_test() -> None:
    """Search the opening of both games. Raises `SelfTestError` where the answer is not the known one."""
    for game in GAMES:
        digest = search_digest(game)
        if digest != EXPECTED[game]:
            raise SelfTestError(f"the search of {game} answers {digest}, not {EXPECTED[game]}: this build is broken")


def search_digest(game: str) -> str:
    """A digest of the visits of all moves of an opening."""
    state = new_game(game, seed=1, **({"players": 3} if game == "draftosaurus" else {}))
    answer = suggest(state, 0, simulations=SIMULATIONS, seed=1, bot=BOT)
    visits = sorted((suggestion.notation, suggestion.visits) for suggestion in answer.suggestions)
    return hashlib.sha256(repr(visits).encode()).hexdigest()[:16]
