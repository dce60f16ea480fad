"""Complete moves as single numbers, for searches whose edges are whole moves.

A move is its first action and, one higher so that 0 stands for none, its second: `first << 8 | second + 1`.
"""
from libc.stdint cimport uint16_t, uint32_t

from dinoai.engine.game cimport MAX_ACTIONS, Game

cdef enum:
    MAX_MOVES = MAX_ACTIONS * MAX_ACTIONS


cdef inline uint16_t pack_move(uint32_t sequence) noexcept nogil:
    """The move of an action sequence as `Searcher` codes it: 16 bits for each action."""
    return <uint16_t> (sequence >> 16 << 8 | sequence & 0xFF)


cdef inline uint32_t unpack_move(uint16_t move) noexcept nogil:
    """The action sequence of a move, as `Searcher` codes it."""
    return <uint32_t> (move >> 8) << 16 | move & 0xFF


cdef void play_move(const Game *game, void *state, uint16_t move) noexcept nogil
cdef int write_moves(const Game *game, const void *state, uint16_t *out) noexcept nogil
cdef int write_own_moves(
    const uint32_t *sequences, const uint32_t *move_of_sequence, int n, uint16_t *out
) noexcept nogil
