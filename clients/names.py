"""What the rule books call things, for people."""

from __future__ import annotations

from dinoai.engine.jurassic_snack.names import colour_word

_SPECIAL = {
    "t_rex": "T-Rex",
    "watch_out_for_t_rex": "Watch Out for T-Rex",
    "t_rex_bonus": "T-Rex bonus",
    "well_ordered_wood": "A Well-Ordered Wood",
    "lovers_bridge": "Lovers' Bridge",
    "lovers_bridge_left": "Lovers' Bridge, left bank",
    "lovers_bridge_right": "Lovers' Bridge, right bank",
    "pyramid": "The Pyramid",
    "lookout": "The Lookout",
    "quarantine": "Quarantine Zone",
}
_SMALL = {"of", "the"}


def name_of(name: str) -> str:
    """The printed name of a Grass token, species, pen or die face, from its name in the schema in either case."""
    key = name.lower()
    words = key.split("_")
    return _SPECIAL.get(key) or " ".join(
        word if word in _SMALL and index else word.capitalize() for index, word in enumerate(words)
    )


def seat_name(game: str, seat: int) -> str:
    """A seat as people call it: a colour, or its number."""
    return colour_word(seat) if game == "jurassic_snack" else f"Seat {seat}"


def counted(n: int, noun: str) -> str:
    """A number with its noun."""
    return f"{n} {noun}" if n == 1 else f"{n:,} {noun}s"
