from collections.abc import Sequence

from dinoai.engine.state import State

def greedy_values(view: State, seat: int, sequences: Sequence[tuple[int, ...]]) -> list[float]:
    """The seat's points and promise after each move, given as the actions that make it.

    Boxing is worth what the dinosaur would be to the opponent. The other zoos stay as they stand. The weights are those
    of the yardstick and never change.
    """
