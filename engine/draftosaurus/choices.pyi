from collections.abc import Sequence
from typing import Any

from dinoai.engine.rng import Rng
from dinoai.engine.state import State

def start_game(n_seats: int, side: str, start: int, options: dict[str, Any], match: bool, rng: Rng) -> State:
    """A full state of a fresh game; the hands are dealt and the die of turn 1 is rolled."""

def situation(state: State) -> tuple[str, str, bool]:
    """(side, phase, whether the place is chosen after the reveal)."""

def is_decided(state: State, seat: int) -> bool:
    """Whether the seat has nothing to choose in this phase, or has chosen."""

def chosen_species(state: State, seat: int) -> int:
    """The species in the seat's choice so far, as a number; -1 where there is none."""

def choices(state: State, seat: int) -> list[tuple[int, ...]]:
    """The seat's legal complete moves as tuples of actions, whatever others have chosen; empty when it has none.

    The dinosaurs of a hand that the state does not name count where the species is still unseen.
    """

def choose(state: State, seat: int, actions: Sequence[int]) -> None:
    """Record a legal choice of a seat in place; when it is the last one the phase is resolved."""

def choose_unseen_boxing(state: State, seat: int) -> None:
    """Record that a seat, not the last one to choose, has boxed a dinosaur that the view does not name.

    The number of no species stands for it, which in a hand is the nibble of the unnamed ones.
    """

def roll(state: State, rng: Rng) -> None:
    """Draw in place what is left to chance, if anything is."""

def awaits_die(state: State) -> bool:
    """Whether the die is to be rolled next."""

def set_die(state: State, face: str) -> None:
    """Tell which face was rolled."""

def deal_unseen(state: State) -> None:
    """In a view: deal everybody a hand of unnamed dinosaurs where a round begins."""

def learn_hand(state: State, seat: int, names: Sequence[str]) -> bool:
    """In a view: name all dinosaurs of a hand; false where they cannot be it."""

def unseen(state: State) -> list[int]:
    """How many dinosaurs of each species the state does not name."""

def hand(state: State, seat: int) -> tuple[list[int], int]:
    """(named dinosaurs by species, how many more) of a hand."""

def parts(state: State, seat: int) -> list[int]:
    """The seat's points by pen, then River and T-Rex bonus; the bridge as a whole stands at its left bank."""

def t_rexes(state: State, seat: int) -> int:
    """T-Rexes in the seat's zoo, River included."""
