"""Bit operations on 64-bit boards that compile to a few instructions without a branch."""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure

cdef extern from *:
    """
    #define EVERY_BYTE(x) (0x0101010101010101ULL * (x))
    """
    int count_bits "__builtin_popcountll"(uint64_t board) noexcept nogil
    int lowest "__builtin_ctzll"(uint64_t board) noexcept nogil  # the number of the lowest bit; board must not be 0
    const uint64_t ONES "EVERY_BYTE(1)"
    const uint64_t HIGHS "EVERY_BYTE(128)"
    const uint64_t EVERY_SECOND "EVERY_BYTE(0x55)"
    const uint64_t TWO_OF_FOUR "EVERY_BYTE(0x33)"
    const uint64_t FOUR_OF_EIGHT "EVERY_BYTE(0x0F)"


cdef inline uint64_t lowest_bit(uint64_t board) noexcept nogil:
    """The lowest bit alone; 0 for an empty board."""
    return board & (0 - board)


cdef inline uint64_t rotated(uint64_t board, int n) noexcept nogil:
    """The board rotated to the left, by any n."""
    return (board << (n & 63)) | (board >> (-n & 63))


cdef inline int byte_of_sum(uint64_t sums, int n) noexcept nogil:
    """The first byte that is above n; one must be. All bytes, and n, must be below 128."""
    return lowest(((sums | HIGHS) - <uint64_t> (n + 1) * ONES) & HIGHS) >> 3  # a byte keeps its high bit where it is


cdef inline uint64_t nth_of_eight(uint64_t board, int n) noexcept nogil:
    """The bit of a board of at most eight that has n below it, alone; n must be less than their number."""
    cdef uint64_t rests[8]
    cdef int i
    for i in range(8):
        rests[i] = board
        board &= board - 1
    return lowest_bit(rests[n])


cdef inline uint64_t nth_bit(uint64_t board, int n) noexcept nogil:
    """The bit that has n bits of the board below it, alone; n must be less than their number."""
    ensure((n >= 0) & (n < count_bits(board)))
    cdef uint64_t sums = board - ((board >> 1) & EVERY_SECOND)
    cdef int shift
    sums = (sums & TWO_OF_FOUR) + ((sums >> 2) & TWO_OF_FOUR)
    sums = ((sums + (sums >> 4)) & FOUR_OF_EIGHT) * ONES  # byte i: how many bits there are in bytes 0 to i
    shift = 8 * byte_of_sum(sums, n)
    n -= ((sums << 8) >> shift) & 0xFF
    return nth_of_eight((board >> shift) & 0xFF, n) << shift
