"""Random play to the end."""
from dinoai.engine.rng cimport RngState

cdef void playout(void *state, RngState *rng) noexcept nogil
