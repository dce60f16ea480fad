"""What each seat knows, and worlds drawn from it."""
from libc.stdint cimport uint64_t

from dinoai.engine.jurassic_snack.state cimport Snack
from dinoai.engine.rng cimport RngState

# Puts back into the bag every token that the seat does not know.
cdef void forget(Snack *s, int seat) noexcept nogil
cdef void sample(void *state, int seat, RngState *rng) noexcept nogil
cdef uint64_t infoset(const void *state, int seat) noexcept nogil
