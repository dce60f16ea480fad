"""A random set bit of a mask of species or places."""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.state cimport popcount
from dinoai.engine.draftosaurus.tables cimport tables
from dinoai.engine.rng cimport Dice, next_below


cdef inline int choose_of_7(uint32_t mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 7 bits."""
    ensure((mask > 0) & (mask < 128))
    return tables.select[mask][next_below(dice, popcount(mask))]


cdef inline int choose_of_13(uint32_t mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 13 bits; without a branch, as no processor could foresee it."""
    cdef uint64_t n_low = popcount(mask & 127)
    cdef uint64_t k = next_below(dice, popcount(mask))
    cdef uint64_t high = -<uint64_t> (k >= n_low)
    return tables.select[mask >> (7 & high) & 127][k - (n_low & high)] + (7 & high)
