"""Bit operations on 64-bit boards that compile to one or two instructions."""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static __forceinline int board_lowest(unsigned long long x) {
        unsigned long i;
        _BitScanForward64(&i, x);
        return (int)i;
    }
    static __forceinline int board_highest(unsigned long long x) {
        unsigned long i;
        _BitScanReverse64(&i, x);
        return (int)i;
    }
    #define board_count(x) ((int)__popcnt64(x))
    #else
    #define board_lowest(x) __builtin_ctzll(x)
    #define board_highest(x) (63 - __builtin_clzll(x))
    #define board_count(x) __builtin_popcountll(x)
    #endif
    """
    int count_bits "board_count"(uint64_t board) noexcept nogil
    int lowest "board_lowest"(uint64_t board) noexcept nogil  # the number of the lowest bit; board must not be 0
    int highest "board_highest"(uint64_t board) noexcept nogil  # the number of the highest bit; board must not be 0


cdef inline uint64_t lowest_bit(uint64_t board) noexcept nogil:
    """The lowest bit alone; 0 for an empty board."""
    return board & (0 - board)


cdef inline uint64_t nth_bit(uint64_t board, int n) noexcept nogil:
    """The bit that has n bits of the board below it, alone; n must be less than their number."""
    ensure((n >= 0) & (n < count_bits(board)))
    while n > 0:
        board &= board - 1
        n -= 1
    return board & (0 - board)
