"""Draftosaurus (Ankama, 2019): Summer and Winter sides, two to five players."""

from dinoai.engine.draftosaurus.codec import decode, encode
from dinoai.engine.draftosaurus.information import complete, view
from dinoai.engine.draftosaurus.moves import apply_move, default_seat, legal_moves, play_actions
from dinoai.engine.draftosaurus.names import seat_name
from dinoai.engine.draftosaurus.new_game import new_game
from dinoai.engine.draftosaurus.notation import format_move, parse_move
from dinoai.engine.draftosaurus.scoring import score, score_zoos

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
    "score_zoos",
    "seat_name",
    "view",
]
