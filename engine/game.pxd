"""The C interface of a game: all that search and solver see of one.

A state is a plain C struct of at most STATE_BYTES bytes without pointers, copied by assignment. Inside, moves are split
into fine-grained actions (a piece, then its square; a species, then its pen); `within_move` tells where a complete move
ends. Simultaneous choices are made one seat after another, and a seat's information set leaves out what the others have
chosen and not yet revealed.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from dinoai.engine.rng cimport RngState


cdef enum:
    MAX_SEATS = 5
    MAX_ACTIONS = 64
    STATE_BYTES = 256
    CHANCE = -1  # an actor: what comes next is drawn
    OVER = -2  # an actor: the game has ended
    FULL = 255  # a viewer: the state holds everything


cdef struct Payoff:
    double win[MAX_SEATS]  # share of the victory: 1, 1/k when k seats share it, or 0
    int32_t points[MAX_SEATS]  # final points of the game that the state was given in


cdef struct Game:
    const char *name
    bint simultaneous  # seats choose in secret, and the choices are revealed together
    # Seats that play.
    int (*n_seats)(const void *state) noexcept nogil
    # The seat whose view the state is, or FULL.
    int (*viewer)(const void *state) noexcept nogil
    # The seat to decide next, CHANCE or OVER.
    int (*actor)(const void *state) noexcept nogil
    # Writes the actor's legal actions in a fixed order and returns how many; never 0 while a seat is the actor.
    int (*actions)(const void *state, uint16_t *out) noexcept nogil
    # The actor's legal action.
    void (*apply)(void *state, int action) noexcept nogil
    # Whether the actor is between the actions of one complete move.
    bint (*within_move)(const void *state) noexcept nogil
    # Resolves what is left to chance now; only when the actor is CHANCE.
    void (*chance)(void *state, RngState *rng) noexcept nogil
    # The result; of an unfinished game: as it stands.
    void (*payoff)(const void *state, Payoff *out) noexcept nogil
    # Replaces everything the seat cannot know by a uniform draw among what is consistent with its knowledge, and lets
    # that seat decide first where choices are simultaneous.
    void (*sample)(void *state, int seat, RngState *rng) noexcept nogil
    # 64-bit key of what the seat knows now.
    uint64_t (*infoset)(const void *state, int seat) noexcept nogil
    # Plays uniformly random actions to the end, as the entries above would; actions that cannot change a result may be
    # left out, and a choice may be biased by less than 2**-30.
    void (*playout)(void *state, RngState *rng) noexcept nogil
    # 0, or the number of the first invariant that does not hold.
    int (*check)(const void *state) noexcept nogil


cdef inline bint allows(const Game *game, const void *state, int action) noexcept nogil:
    """Whether a seat is to decide and may take the action."""
    cdef uint16_t actions[MAX_ACTIONS]
    cdef int i
    if game.actor(state) < 0:
        return False
    for i in range(game.actions(state, actions)):
        if actions[i] == action:
            return True
    return False
