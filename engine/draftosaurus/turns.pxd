"""The course of a game: whose choice it is, which choices there are, what they do once all are made."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from dinoai.engine.draftosaurus.state cimport DraftosaurusState

cdef int next_actor(const DraftosaurusState *state) noexcept nogil
cdef int write_actions(const DraftosaurusState *state, uint16_t *out) noexcept nogil
cdef bint picks_species(const DraftosaurusState *state, int seat) noexcept nogil
cdef int open_places(const DraftosaurusState *state, int seat) noexcept nogil
cdef void act(DraftosaurusState *state, int action) noexcept nogil
cdef bint between_actions(const DraftosaurusState *state) noexcept nogil
cdef void resolve(DraftosaurusState *state) noexcept nogil
cdef void finish_turns(DraftosaurusState *state) noexcept nogil
cdef void set_up(DraftosaurusState *state, int n_seats, int side, int start) noexcept nogil
