"""The full product of two 64-bit numbers."""
from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define dinoai_multiply(a, b, low) _umul128((a), (b), (low))
    #else
    static inline uint64_t dinoai_multiply(uint64_t a, uint64_t b, uint64_t *low) {
        __extension__ unsigned __int128 product = (unsigned __int128) a * b;
        *low = (uint64_t) product;
        return (uint64_t) (product >> 64);
    }
    #endif
    """
    # The high half of the product; the low half goes to `low`.
    uint64_t multiply "dinoai_multiply"(uint64_t a, uint64_t b, uint64_t *low) noexcept nogil
