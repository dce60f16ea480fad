from dinoai.engine.rng import Rng
from dinoai.engine.state import State

def view(state: State, seat: int) -> State:
    """What the seat may know of a full state; a view is its own view again."""

def complete(state: State, rng: Rng) -> State:
    """A full state drawn uniformly among those of which the view may be a view; a full state is its own completion."""
