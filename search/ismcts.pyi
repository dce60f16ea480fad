from collections.abc import Sequence

from dinoai.engine.state import State

class StopFlag:
    """Stops running searches from any thread; they answer with what they have."""

    reason: str

    def set(self, reason: str = "CANCELLED") -> None:
        """Stop; `reason` becomes the stop reason. The first call decides it."""

    def is_set(self) -> bool:
        """Whether `set` has been called."""

def list_sequences(root: State) -> list[tuple[int, ...]]:
    """All action sequences that are complete moves of the actor, in the order of the game's actions."""

class Searcher:
    """One thread's search of one position.

    `view` is what the asking `seat` knows; `moves` lists, for each of its complete moves that may be played, the action
    sequences that make it. `exploration` is the constant of UCB1; `max_bytes` bounds the tree. With `match_actions` the
    legal actions are matched against a node's edges at every visit, as keys coarser than an information set would need;
    without it the edges of a node are taken to be legal whenever it is reached.
    Raises `MemoryError` when the memory cannot be reserved.
    """

    def __init__(
        self,
        view: State,
        seat: int,
        moves: Sequence[Sequence[tuple[int, ...]]],
        *,
        exploration: float,
        seed: int,
        stream: int,
        max_simulations: int,
        max_bytes: int,
        stop_flag: StopFlag,
        match_actions: bool = False,
    ) -> None: ...
    def run(self, simulations: int, seconds: float) -> str:
        """Search until so many simulations are done in all, `seconds` have passed or the stop flag is set.

        Releases the interpreter. Returns which of them it was: `SIMULATIONS`, `TIME` or `STOPPED`.
        """

    def simulate_once(self) -> None:
        """One simulation, whatever the limits."""

    def statistics(self) -> list[tuple[int, float, float, float]]:
        """Of each move: visits, and sums over them of the asking seat's win share, points and margin."""

    def proofs(self) -> list[int]:
        """Of each move: 1 where the asking seat wins by it for certain, -1 where it loses for certain, else 0."""

    def totals(self) -> tuple[list[float], list[float]]:
        """Sums over all simulations of each seat's win share and points."""

    @property
    def stop(self) -> StopFlag:
        """The flag that stops the search."""

    @property
    def simulations(self) -> int:
        """Simulations done; may be read while the search runs."""

    @property
    def nodes(self) -> int:
        """Information sets in the tree."""

    @property
    def max_depth(self) -> int:
        """Most edges that a simulation followed: actions, or complete moves where edges are these."""

    @property
    def out_of_memory(self) -> bool:
        """Whether a node could not be added."""

    def check(self) -> int:
        """0, or the number of the first invariant of the tree that does not hold."""

    def best_action(self, position: State) -> tuple[int, int] | None:
        """The most visited action of the actor's information set and its visits; `None` where the tree has no node.

        Where edges are complete moves it is the number of one (moves.pxd).
        """

    def digest(self) -> int:
        """64-bit digest of the visits of all nodes, the same on every machine for the same search."""
