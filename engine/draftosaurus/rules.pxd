"""The flow of a game of Draftosaurus behind the engine's C interface."""
from libc.stdint cimport int32_t

from dinoai.engine.draftosaurus.state cimport DraftosaurusState
from dinoai.engine.game cimport Game, Payoff
from dinoai.engine.rng cimport RngState

cdef Game draftosaurus

cdef int next_actor(const DraftosaurusState *state) noexcept nogil
cdef void set_up(DraftosaurusState *state, int n_seats, int side, int start) noexcept nogil
cdef void draw_hands(DraftosaurusState *state, RngState *rng) noexcept nogil
cdef void resolve(DraftosaurusState *state) noexcept nogil
cdef void finish_turns(DraftosaurusState *state) noexcept nogil
