"""The invariants of a packed state."""
from dinoai.engine.draftosaurus.state cimport DraftosaurusState

cdef int first_violation(const DraftosaurusState *state) noexcept nogil
