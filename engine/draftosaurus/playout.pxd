"""Random play to the end."""
from dinoai.engine.draftosaurus.state cimport DraftosaurusState
from dinoai.engine.rng cimport RngState

cdef void play_random(DraftosaurusState *state, RngState *rng) noexcept nogil
