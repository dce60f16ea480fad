from collections.abc import Mapping, Sequence
from typing import Any

from dinoai.engine.state import State

def pack(fields: Mapping[str, Any]) -> State:
    """The packed state of valid fields."""

def unpack(state: State) -> dict[str, Any]:
    """The fields of a state between moves: squares by row, then column; tokens in eating and eruption order.

    Raises `ValueError` for a sampled world in which not every token is dealt, and within a move.
    """

def pile(state: State, seat: int) -> list[str]:
    """The tokens that the seat has eaten, by name, in eating order."""

def square_marks(state: State) -> str:
    """By square: the character of the picture."""

def to_move(state: State) -> int:
    """The seat whose turn it is."""

def area_of(state: State) -> int:
    """The number of the playing area."""

def end_reason(state: State) -> str:
    """`no_diplo`, `no_grass` or `stalemate`, in this order (R8); empty while the game goes on."""

def hidden_tokens(state: State) -> list[int]:
    """Squares whose token the last action turned up but the state does not know, by row, then column."""

def bag(state: State) -> dict[str, int]:
    """How many tokens of each kind the state does not place anywhere, by name."""

def turn_up(state: State, tokens: Sequence[str]) -> None:
    """Say in place, by name, what the squares of `hidden_tokens` show; the bag must hold these tokens."""
