"""A flat bandit over whole moves with informed playouts."""
from libc.stdint cimport uint16_t

from dinoai.engine.game cimport Payoff
from dinoai.engine.rng cimport RngState
from dinoai.search.ismcts cimport Searcher
from dinoai.search.moves cimport MAX_MOVES

cdef enum:
    SQUASHING_POINTS = 10  # the margin at which the squashed one is half of its way to the end

# Plays a full state to the end.
ctypedef void (*Playout)(void *world, RngState *rng) noexcept nogil


cdef class BanditSearcher(Searcher):
    cdef Playout playout
    cdef uint16_t own_moves[MAX_MOVES]
    cdef int n_own_moves

    cdef double reward(self, const Payoff *payoff) noexcept nogil
