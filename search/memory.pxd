"""Zeroed memory for a search tree: reserved at once, touched only as it is used.

Large reservations are taken from the system and ask for huge pages, all but their beginning: a tree that has outgrown
it takes thousands of times fewer page faults, which threads of one process cannot take side by side, while a small
search does not pay for clearing memory that it never uses.

What small searches have used is cleared and kept for those that come next, which then take no page faults at all.
"""

cdef void *reserve(size_t n, size_t size) noexcept nogil
cdef void release(void *memory, size_t n, size_t size, size_t n_used) noexcept nogil
