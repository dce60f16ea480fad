from dinoai.engine.state import State

def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` complete moves from a full state.

    Seats choose in ascending order within a phase. The six faces of the die are separate continuations without a ply of
    their own. Sequences that reach the end of the game or the next deal earlier count 0.
    """
