from dinoai.engine.state import State

def list_moves(state: State) -> list[tuple[int, ...]]:
    """The actor's complete moves as actions, one that can be made in two ways once."""
