"""Information-set search guided by knowledge of the game."""
from libc.stdint cimport uint16_t, uint32_t

from dinoai.engine.game cimport MAX_SEATS
from dinoai.search.ismcts cimport Searcher
from dinoai.search.knowledge.interface cimport Knowledge


cdef struct Outcome:
    # By seat, of one simulation.
    double win[MAX_SEATS]
    double points[MAX_SEATS]
    double reward[MAX_SEATS]


cdef class GuidedSearcher(Searcher):
    cdef const Knowledge *knowledge
    cdef bint use_prior
    cdef bint whole  # edges are complete moves (moves.pxd), not actions
    cdef bint puct
    cdef bint informed  # playouts by the game's knowledge
    cdef bint shaped  # rewards by the game's knowledge
    cdef bint clairvoyant
    cdef bint proves
    cdef double reduction
    cdef double backup
    cdef double playout_weight

    cdef uint32_t choose_guided(self, uint32_t index, int actor, uint32_t sequence, int n_chosen) noexcept nogil
    cdef int legal_moves(self, int actor, int n_chosen, uint16_t *out, float *priors) noexcept nogil
    cdef void play_out(self, Outcome *outcome) noexcept nogil
    cdef void judge(self, Outcome *outcome) noexcept nogil
    cdef void finish(self, Outcome *outcome) noexcept nogil
    cdef void prove(self, const Outcome *outcome, int depth, uint32_t sequence) noexcept nogil
    cdef void add_result(self, const Outcome *outcome, int depth, uint32_t sequence) noexcept nogil
