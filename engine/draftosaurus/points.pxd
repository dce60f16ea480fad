"""Points of a zoo, part by part (rules, section 4)."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from dinoai.engine.draftosaurus.state cimport DraftosaurusState

cdef enum:
    # Parts 0-5 are the pens (the bridge as a whole stands in the left bank's place), then these.
    RIVER_PART = 6
    T_REX_PART = 7
    N_PARTS = 8

cdef int score_parts(const DraftosaurusState *state, int seat, int32_t *parts) noexcept nogil
cdef int score_points(const DraftosaurusState *state, int seat) noexcept nogil
