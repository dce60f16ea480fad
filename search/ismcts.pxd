"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) on the C interface of a game."""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from dinoai.engine.game cimport MAX_SEATS, Game, Payoff
from dinoai.engine.rng cimport RngState, mix64
from dinoai.engine.state cimport State
from dinoai.search.tree cimport Node, Tree

cdef extern from *:
    """
    #define load_flag(flag) __atomic_load_n((flag), __ATOMIC_RELAXED)
    #define store_flag(flag, value) __atomic_store_n((flag), (value), __ATOMIC_RELAXED)
    #define load_count(count) __atomic_load_n((count), __ATOMIC_RELAXED)
    #define store_count(count, value) __atomic_store_n((count), (value), __ATOMIC_RELAXED)
    """
    int load_flag(int *flag) noexcept nogil
    void store_flag(int *flag, int value) noexcept nogil
    # A count that one thread writes and others read for their progress.
    uint64_t load_count(uint64_t *count) noexcept nogil
    void store_count(uint64_t *count, uint64_t value) noexcept nogil

cdef enum:
    MAX_DEPTH = 512  # edges followed by one simulation


cdef inline uint64_t node_key(const Game *game, const void *world, int actor) noexcept nogil:
    """The key of the information set of the seat that decides."""
    return mix64(game.infoset(world, actor) + <uint64_t> actor)


cdef inline int64_t now() noexcept nogil:
    """Nanoseconds of the monotonic clock."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t> time.tv_sec * 1000000000 + time.tv_nsec


cdef struct Step:
    uint32_t node
    uint32_t edge
    int seat
    uint64_t hidden  # what was hidden before it, as the game's knowledge tells; set where something can be proven


cdef struct MoveStatistics:
    uint64_t visits
    double win  # sums over the visits, for the asking seat
    double score
    double margin
    int proven  # 1: the asking seat wins by it for certain; -1: the others do; 0: not known


cdef class StopFlag:
    cdef int raised
    cdef readonly str reason


cdef class Searcher:
    cdef const Game *game
    cdef State root
    cdef StopFlag stop_flag
    cdef int seat
    cdef int n_seats
    cdef double exploration
    cdef bint match_actions
    cdef RngState rng
    cdef Tree tree
    # The asking seat's moves: sorted action sequences, each with the index of its move's statistics.
    cdef uint32_t *sequences
    cdef uint32_t *move_of_sequence
    cdef int n_sequences
    cdef MoveStatistics *moves
    cdef int n_moves
    # The current simulation.
    cdef uint64_t world[32]
    cdef Step path[MAX_DEPTH]
    # Totals.
    cdef uint64_t n_simulations
    cdef double wins[MAX_SEATS]
    cdef double scores[MAX_SEATS]
    cdef int depth_reached
    cdef bint memory_full

    cdef void simulate(self) noexcept nogil
    cdef void count_result(
        self, uint32_t sequence, int depth, const double *win, const double *points
    ) noexcept nogil
    cdef void count_payoff(self, uint32_t sequence, int depth, const Payoff *payoff) noexcept nogil
    cdef int find_sequence(self, uint32_t sequence) noexcept nogil
    cdef int legal(self, uint32_t sequence, int n_chosen, uint16_t *out) noexcept nogil
    cdef uint32_t choose(self, uint32_t index, uint32_t sequence, int n_chosen) noexcept nogil
    cdef uint32_t try_edge(self, Node *node, uint32_t offset) noexcept nogil
    cdef uint32_t choose_available(self, Node *node, const uint16_t *actions, int n) noexcept nogil
    cdef int run_until(self, uint64_t simulations, int64_t end) noexcept nogil
