from dinoai.engine.state import State

ZOO_ROWS: int
"""Rows that Winter zoos have in all."""

MOST_ZOO_ROWS: int
"""The most rows that one zoo has."""

def find_zoo_rows(state: State, seat: int) -> list[int]:
    """The rows of a seat's zoo on the Winter side, as that seat sees them."""
