"""Exact values of endings of Jurassic Snack."""
from libc.stdint cimport int64_t, uint32_t, uint64_t

from dinoai.search.knowledge.interface cimport Exact

cdef bint solve(
    const void *view, int seat, const uint32_t *moves, int n, uint64_t max_positions, int *stop, int64_t end, Exact *out
) noexcept nogil
