from collections.abc import Sequence

from dinoai.engine.state import State

def greedy_values(view: State, seat: int, sequences: Sequence[tuple[int, ...]]) -> list[float]:
    """The worth of the position after each move, given as the actions that make it.

    An unknown token that is eaten counts as the mean over what it can be, with its effect still to be chosen; looks are
    worth the unknown tokens they show. The weights are those of the yardstick and never change.
    """
