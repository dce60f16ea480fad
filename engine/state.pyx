"""A packed state as a Python object: the C interface of a game, for tests, tools and the layers above."""
from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from dinoai.engine.game cimport CHANCE, FULL, MAX_ACTIONS, OVER, STATE_BYTES, Payoff
from dinoai.engine.rng cimport Rng

cdef const Game *games[8]
cdef int n_games = 0


cdef void register_game(const Game *ops):
    """Make a game known by its name; called once by each game's module."""
    global n_games
    games[n_games] = ops
    n_games += 1


cdef State new_state(const Game *ops):
    """A state of zero bytes, to be filled by the caller."""
    cdef State state = State.__new__(State)
    state.ops = ops
    return state


def _restore(name: str, data: bytes) -> State:
    # In a fresh process no game has made itself known yet; the name does not choose what is imported.
    import dinoai.engine.games  # no-cython-lint

    cdef int i
    cdef State state
    for i in range(n_games):
        if games[i].name.decode() == name and len(data) == STATE_BYTES:
            state = new_state(games[i])
            memcpy(state.words, <const char *> data, STATE_BYTES)
            if state.check():
                raise ValueError(f"not a packed state of {name}: invariant {state.check()} does not hold")
            return state
    raise ValueError(f"not a packed state of a known game: {name!r}, {len(data)} bytes")


cdef class State:
    """A packed state; made by `dinoai.engine` functions, never directly.

    `actor` is a seat, or -1 when chance decides, or -2 when the game is over. Actions are the engine's fine-grained
    ones; complete moves are strings and belong to the functions of `dinoai.engine`.
    """

    def __init__(self):
        raise TypeError("states are made by the functions of dinoai.engine")

    @property
    def game(self) -> str:
        """The game's name: `jurassic_snack` or `draftosaurus`."""
        return self.ops.name.decode()

    @property
    def n_seats(self) -> int:
        """How many seats play."""
        return self.ops.n_seats(self.words)

    @property
    def simultaneous(self) -> bool:
        """Whether seats choose in secret, and the choices are revealed together."""
        return self.ops.simultaneous

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; `None` for a full state."""
        cdef int seat = self.ops.viewer(self.words)
        return None if seat == FULL else seat

    @property
    def actor(self) -> int:
        """The seat to decide next, -1 for chance, -2 when the game is over."""
        return self.ops.actor(self.words)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ops.actor(self.words) == OVER

    @property
    def within_move(self) -> bool:
        """Whether the actor is between the actions of one complete move."""
        return self.ops.actor(self.words) >= 0 and self.ops.within_move(self.words)

    def copy(self) -> State:
        """An independent copy."""
        cdef State other = new_state(self.ops)
        memcpy(other.words, self.words, STATE_BYTES)
        return other

    def actions(self) -> list[int]:
        """The actor's legal actions in a fixed order; empty when no seat decides."""
        cdef uint16_t out[MAX_ACTIONS]
        cdef int i
        if self.ops.actor(self.words) < 0:
            return []
        return [out[i] for i in range(self.ops.actions(self.words, out))]

    def act(self, int action) -> None:
        """Apply the actor's action in place. Raises `ValueError` for an illegal one."""
        if action not in self.actions():
            raise ValueError(f"action {action} is not legal here")
        self.ops.apply(self.words, action)

    def chance(self, Rng rng) -> None:
        """Draw what is left to chance now, in place. Raises `ValueError` when nothing is."""
        if self.ops.actor(self.words) != CHANCE:
            raise ValueError("nothing is left to chance here")
        self.ops.chance(self.words, &rng.state)

    def payoff(self) -> tuple[list[float], list[int]]:
        """Per seat the share of the victory and the points, as the state stands."""
        cdef Payoff payoff
        cdef int seat, n = self.n_seats
        memset(&payoff, 0, sizeof(Payoff))
        self.ops.payoff(self.words, &payoff)
        return [payoff.win[seat] for seat in range(n)], [payoff.points[seat] for seat in range(n)]

    def sample(self, int seat, Rng rng) -> State:
        """A state in which all that the seat cannot know is drawn uniformly among what its knowledge allows."""
        self._check_seat(seat)
        cdef State other = self.copy()
        other.ops.sample(other.words, seat, &rng.state)
        return other

    def infoset(self, int seat) -> int:
        """64-bit key of what the seat knows now."""
        self._check_seat(seat)
        return self.ops.infoset(self.words, seat)

    def playout(self, Rng rng) -> State:
        """The end of a game played from here by uniformly random actions."""
        cdef State other = self.copy()
        with nogil:
            other.ops.playout(other.words, &rng.state)
        return other

    def playouts(self, uint64_t n, Rng rng) -> int:
        """Play `n` playouts from here without the interpreter lock; returns the points of all seats together."""
        cdef uint64_t words[32]
        cdef Payoff payoff
        cdef uint64_t _
        cdef int seat, n_seats = self.ops.n_seats(self.words)
        cdef int64_t total = 0
        with nogil:
            for _ in range(n):
                memcpy(words, self.words, STATE_BYTES)
                self.ops.playout(words, &rng.state)
                self.ops.payoff(words, &payoff)
                for seat in range(n_seats):
                    total += payoff.points[seat]
        return total

    def check(self) -> int:
        """0, or the number of the first invariant that does not hold."""
        return self.ops.check(self.words)

    def _check_seat(self, int seat):
        if not 0 <= seat < self.ops.n_seats(self.words):
            raise ValueError(f"seat {seat} does not play here")

    def __eq__(self, other) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.ops == (<State> other).ops
                and memcmp(self.words, (<State> other).words, STATE_BYTES) == 0)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __bytes__(self) -> bytes:
        return (<const char *> self.words)[:STATE_BYTES]

    def __reduce__(self):
        return _restore, (self.game, bytes(self))
