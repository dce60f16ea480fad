"""The random number generator that every random choice of the engine draws from: xoshiro256++ (Blackman and Vigna)."""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.debug cimport ensure

cdef extern from *:
    """
    static inline uint64_t rng_multiply(uint64_t a, uint64_t b, uint64_t *low) {
        __extension__ unsigned __int128 product = (unsigned __int128) a * b;
        *low = (uint64_t) product;
        return (uint64_t) (product >> 64);
    }
    """
    # The high half of the product; the low half goes to `low`.
    uint64_t multiply "rng_multiply"(uint64_t a, uint64_t b, uint64_t *low) noexcept nogil


cdef struct RngState:
    uint64_t s[4]  # never all zero


cdef inline uint64_t rotate_left(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t next64(RngState *rng) noexcept nogil:
    """64 uniform bits."""
    cdef uint64_t *s = rng.s
    cdef uint64_t result = rotate_left(s[0] + s[3], 23) + s[0]
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate_left(s[3], 45)
    return result


cdef inline uint32_t below(RngState *rng, uint32_t n) noexcept nogil:
    """A uniform integer in [0, n), exactly uniform (Lemire 2019, multiply and reject); n > 0."""
    cdef uint64_t product = <uint64_t> <uint32_t> (next64(rng) >> 32) * n
    cdef uint32_t low = <uint32_t> product
    cdef uint32_t threshold
    ensure(n > 0)
    if low < n:
        threshold = (0 - n) % n
        while low < threshold:
            product = <uint64_t> <uint32_t> (next64(rng) >> 32) * n
            low = <uint32_t> product
    return <uint32_t> (product >> 32)


cdef struct Dice:
    # Random bits that are still unused, as a fraction of 2**64.
    uint64_t fraction


cdef inline void shake(Dice *dice, RngState *rng) noexcept nogil:
    dice.fraction = next64(rng)


cdef inline uint64_t next_below(Dice *dice, uint32_t n) noexcept nogil:
    """An integer below n: the whole part of n times the fraction, of which the rest stays for the next one.

    As long as the product of all n since the last shake is below 2**34 the bias is below 2**-30; only playouts use it.
    """
    return multiply(dice.fraction, n, &dice.fraction)


cdef inline uint64_t folded_product(uint64_t x, uint64_t y) noexcept nogil:
    """The two halves of the 128-bit product xored: scrambles two words for hash keys at the cost of one product."""
    cdef uint64_t low
    cdef uint64_t high = multiply(x, y, &low)
    return high ^ low


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """A bijective scramble of 64 bits (the finaliser of splitmix64), for seeds and hash keys."""
    x ^= x >> 30
    x *= 0xBF58476D1CE4E5B9ULL
    x ^= x >> 27
    x *= 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline void seed_rng(RngState *rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Start the generator; different streams of one seed are unrelated."""
    cdef uint64_t x = mix64(seed) + mix64(stream ^ 0x6A09E667F3BCC909ULL)
    cdef int i
    for i in range(4):
        x += 0x9E3779B97F4A7C15ULL
        rng.s[i] = mix64(x)


cdef class Rng:
    cdef RngState state
