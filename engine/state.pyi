from dinoai.engine.rng import Rng

class State:
    """A packed state; made by `dinoai.engine` functions, never directly.

    `actor` is a seat, or -1 when chance decides, or -2 when the game is over. Actions are the engine's fine-grained
    ones; complete moves are strings and belong to the functions of `dinoai.engine`.
    """

    @property
    def game(self) -> str:
        """The game's name: `jurassic_snack` or `draftosaurus`."""

    @property
    def n_seats(self) -> int:
        """How many seats play."""

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; `None` for a full state."""

    @property
    def actor(self) -> int:
        """The seat to decide next, -1 for chance, -2 when the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def within_move(self) -> bool:
        """Whether the actor is between the actions of one complete move."""

    def copy(self) -> State:
        """An independent copy."""

    def actions(self) -> list[int]:
        """The actor's legal actions in a fixed order; empty when no seat decides."""

    def act(self, action: int) -> None:
        """Apply the actor's action in place. Raises `ValueError` for an illegal one."""

    def chance(self, rng: Rng) -> None:
        """Draw what is left to chance now, in place. Raises `ValueError` when nothing is."""

    def payoff(self) -> tuple[list[float], list[int]]:
        """Per seat the share of the victory and the points, as the state stands."""

    def sample(self, seat: int, rng: Rng) -> State:
        """A state in which all that the seat cannot know is drawn uniformly among what its knowledge allows."""

    def infoset(self, seat: int) -> int:
        """64-bit key of what the seat knows now."""

    def playout(self, rng: Rng) -> State:
        """The end of a game played from here by uniformly random actions."""

    def check(self) -> int:
        """0, or the number of the first invariant that does not hold."""

    def __bytes__(self) -> bytes: ...
