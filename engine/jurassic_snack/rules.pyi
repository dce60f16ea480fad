from dinoai.engine.state import State

def decision_name(state: State) -> str:
    """`slide`, `birth`, `recon`, `air_travel`, `air_raid`, `eruption` or `look`: what the player to move decides."""

def slide_destination(state: State, action: int) -> int:
    """The square on which a legal slide ends."""
