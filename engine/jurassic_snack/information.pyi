from dinoai.engine.rng import Rng
from dinoai.engine.state import State

def view(state: State, seat: int) -> State:
    """What the seat knows of the state."""

def complete(state: State, rng: Rng) -> State:
    """A full state drawn uniformly among those whose view the state may be; a full state is its own completion."""
