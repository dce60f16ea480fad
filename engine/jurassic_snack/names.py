"""The names of the schema, in the order of the engine's numbers."""

from __future__ import annotations

COLOURS = ("BLUE", "YELLOW")
"""By seat."""

GRASS = ("YUMMY", "BIRTH", "RECON", "AIR_TRAVEL", "AIR_RAID", "VOLCANIC_ERUPTION", "SURPRISE")
"""The tokens by number."""

TOTALS = dict(zip(GRASS, (12, 3, 2, 4, 3, 2, 2), strict=True))
"""How many of each there are (R7)."""

POINTS = dict(zip(GRASS, (2, 1, 1, 1, 1, 1, 3), strict=True))
"""What each is worth (R7)."""

ERUPTION_LAST_TOKEN = ("REMOVE", "LOOK")
"""What an Eruption does with one token left (D6)."""

STALEMATE_TURNS = (2, 4)
"""Quiet turns in a row that may end the game (D9)."""

MARKS = "BYTG.#"
"""The characters of a picture."""

SQUARE_PATTERN = "[a-l](?:[1-9]|1[0-2])"
"""How squares are named, as a regular expression: no area has more than 12 columns or rows."""


def colour_word(seat: int) -> str:
    """The colour as a word in a sentence."""
    return COLOURS[seat].capitalize()
