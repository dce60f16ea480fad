"""Many small random choices from one number of 64 random bits.

The number is read as a fraction: multiplied by n, its whole part is an integer below n, and the rest is the fraction
for the next choice. As long as the product of all n since the last shake is below 2**34 the bias is below 2**-30; only
playouts use it.
"""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.draftosaurus.state cimport popcount
from dinoai.engine.draftosaurus.tables cimport tables
from dinoai.engine.draftosaurus.wide cimport multiply
from dinoai.engine.rng cimport RngState, next64


cdef struct Dice:
    uint64_t fraction


cdef inline void shake(Dice *dice, RngState *rng) noexcept nogil:
    dice.fraction = next64(rng)


cdef inline uint64_t next_below(Dice *dice, int n) noexcept nogil:
    """An integer below n."""
    return multiply(dice.fraction, n, &dice.fraction)


cdef inline int choose_of_7(uint32_t mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 7 bits."""
    return tables.select[mask][next_below(dice, popcount(mask))]


cdef inline int choose_of_13(uint32_t mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 13 bits; without a branch, as no processor could foresee it."""
    cdef uint64_t n_low = popcount(mask & 127)
    cdef uint64_t k = next_below(dice, popcount(mask))
    cdef uint64_t high = -<uint64_t> (k >= n_low)
    return tables.select[mask >> (7 & high) & 127][k - (n_low & high)] + (7 & high)
