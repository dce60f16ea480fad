"""What a game's knowledge offers to the search: a struct of C functions a game, any of which may be missing (NULL).

Numbers of seats, actions and moves are the game's (engine/game.pxd). No function may let a seat's choice depend on what
that seat does not know in the given world; what is drawn comes from the generator that is passed in.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from dinoai.engine.game cimport MAX_SEATS, Game
from dinoai.engine.rng cimport RngState


cdef struct Exact:
    # A move's value when all play on perfectly, by seat.
    double win[MAX_SEATS]
    double points[MAX_SEATS]
    double share  # how likely perfect play chooses the move; the moves' shares add up to 1


cdef struct Knowledge:
    # Writes a probability for each of the acting seat's actions: positive, sum 1. They need not be all legal ones.
    void (*prior)(const void *world, int seat, const uint16_t *actions, int n, float *out) noexcept nogil
    # Of a game whose moves are to be chosen whole with two seats: writes the acting seat's complete moves as moves.pxd
    # packs them, at most MAX_ACTIONS, with a probability for each as of `prior`, and returns how many.
    int (*moves)(const void *world, int seat, uint16_t *out, float *priors) noexcept nogil
    # Writes every seat's expected share of the victory (sum 1) and final points, for a position in which a seat
    # decides or chance comes next; false, and nothing written, where it cannot tell.
    bint (*evaluate)(const void *world, double *win, double *points) noexcept nogil
    # Plays on to the end, or to a position that `evaluate` accepts.
    void (*playout)(void *world, RngState *rng) noexcept nogil
    # A number that stays as it is for as long as nothing that was drawn or hidden comes to matter: where it is the same
    # at two decisions, or at a decision and the end, whatever was legal and whatever came of it on the way is so in
    # every world. NULL where there is no such number. Of use with two seats, where the loss of one is the other's win.
    uint64_t (*hidden)(const void *world) noexcept nogil
    # Writes what each seat tries to get the most of, 0 to 1, from the shares and points at the end of a simulation.
    void (*reward)(const void *world, const double *win, const double *points, double *out) noexcept nogil
    # The exact values of the asking seat's moves, each given as first action << 16 | second action + 1 (0 for none);
    # false where they are not to be had within so many positions, before another thread raises the flag `stop`, or
    # before the monotonic clock shows `end`, in nanoseconds. The values of points are those of one perfect line.
    bint (*solve)(
        const void *view, int seat, const uint32_t *moves, int n, uint64_t max_positions, int *stop,
        int64_t end, Exact *out
    ) noexcept nogil


cdef void register_knowledge(const Game *game, const Knowledge *knowledge) except *
cdef const Knowledge *find_knowledge(const Game *game)
