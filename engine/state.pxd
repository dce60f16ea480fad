"""A packed state as a Python object."""
from libc.stdint cimport uint64_t

from dinoai.engine.game cimport Game


cdef class State:
    cdef const Game *ops
    cdef uint64_t words[32]  # the packed state; words, for its alignment

    cdef inline void *data(self) noexcept nogil:
        return <void *> self.words


cdef State new_state(const Game *ops)
cdef void register_game(const Game *ops)
