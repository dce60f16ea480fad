from dinoai.engine.state import State

def move_actions(move: int) -> tuple[int, ...]:
    """The actions of a move as one number, `first << 8 | second + 1` (0 for none)."""

def list_moves(state: State) -> list[tuple[int, ...]]:
    """The actor's complete moves as actions, one that can be made in two ways once."""
