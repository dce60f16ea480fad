"""Perfect information Monte Carlo: a tree for each of a few determinizations."""
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from dinoai.search.ismcts cimport Searcher
from dinoai.search.moves cimport MAX_MOVES

cdef enum:
    N_WORLDS = 16


cdef class DeterminizedSearcher(Searcher):
    cdef uint64_t worlds[N_WORLDS][32]
    cdef uint16_t own_moves[MAX_MOVES]
    cdef int n_own_moves

    cdef uint32_t choose_move(self, uint32_t index, bint at_root) noexcept nogil
