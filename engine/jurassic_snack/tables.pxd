"""The 19 playing areas (R1, D13) as tables of bits.

A square has a number from 0 to 35 in row-major order of the picture; that number is what actions and Python code use.
On a board it is one bit of 64: bit 1 + row * stride + column, where the stride is one more than the width of the
picture. So a step in a direction is the same shift on every square, the unused column keeps rows apart, and bit 0 is
never a square. Bits are in row-major order like the numbers.
"""
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    N_AREAS = 19
    N_SQUARES = 36
    N_PASTURES = 4


# The order matters: a step to the north or west leads to a lower bit, to the east or south to a higher one.
cdef enum:
    NORTH = 0
    WEST = 1
    EAST = 2
    SOUTH = 3


cdef struct Area:
    uint64_t inside  # all 36 squares
    uint64_t bits[N_SQUARES]  # a square's bit
    uint64_t pastures[N_PASTURES]  # in row-major order of their top left squares
    uint8_t squares[64]  # by number of the bit: the square
    int stride
    int steps[4]  # by direction: how far a step rotates a board to the left
    uint64_t entered[4]  # by direction: squares that a step can enter; a rotation may come round to others


cdef const Area *AREAS
