"""The invariants of a packed state."""

cdef int check(const void *state) noexcept nogil
