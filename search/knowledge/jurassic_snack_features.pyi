from typing import Any

POSITION_ROWS: int
"""Rows that positions have in all."""

ACTION_ROWS: int
"""Rows that actions have in all."""

FIRST_ROWS: dict[str, int]
"""The first row of some kinds of features, by name."""

def find_position_rows(states: Any, out: Any) -> None:
    """For each packed state, one after the other: its rows, then -1.

    `states` are bytes; `out` is an int32 array of a line of at least 88 for each state.
    """

def find_action_rows(states: Any, state_of_action: Any, actions: Any, out: Any) -> None:
    """For each action (uint16), legal in the packed state of its index (int32): its rows, then -1.

    `out` is an int32 array of a line of at least 12 for each action.
    """

def find_points(states: Any, out: Any) -> None:
    """For each packed state: the points on the piles of either seat; `out` is an int32 array of two columns."""
