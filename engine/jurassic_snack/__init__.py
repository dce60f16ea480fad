"""Jurassic Snack: eat the Grass tokens of a playing area with Diplos that slide as far as they can.

The functions here are what `dinoai.engine.games` calls; see there for what they promise.
"""

if __name__ != "dinoai.engine.jurassic_snack":
    raise ImportError("import this package as dinoai.engine.jurassic_snack")

from dinoai.engine.jurassic_snack.codec import decode, encode
from dinoai.engine.jurassic_snack.information import complete, view
from dinoai.engine.jurassic_snack.moves import apply_move, default_seat, legal_moves, play_actions
from dinoai.engine.jurassic_snack.names import colour_word as seat_name
from dinoai.engine.jurassic_snack.new_game import new_game
from dinoai.engine.jurassic_snack.notation import format_move, parse_move
from dinoai.engine.jurassic_snack.scoring import score

__all__ = [
    "apply_move",
    "complete",
    "decode",
    "default_seat",
    "encode",
    "format_move",
    "legal_moves",
    "new_game",
    "parse_move",
    "play_actions",
    "score",
    "seat_name",
    "view",
]
