from dinoai.engine.state import State

def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` complete moves there are; sequences that end the game earlier do not count.

    A move whose two actions may come in either order counts once. Where chance decides, each of its outcomes (at most
    64) is a continuation of its own and no ply. The state must lie between moves.
    """
