from collections.abc import Sequence

from dinoai.engine.rng import Rng
from dinoai.engine.state import State

def greedy_values(view: State, seat: int, sequences: Sequence[tuple[int, ...]]) -> list[float]:
    """The seat's points and promise after each move, given as the actions that make it.

    Boxing is worth what the opponent's zoo would be with the dinosaur. The other zoos stay as they stand. The weights
    are those of the yardstick and never change.
    """

def greedy_playout(world: State, rng: Rng) -> State:
    """The end of a game that all seats play by `greedy`'s measure, 5 % of the moves at random, from a full state."""
