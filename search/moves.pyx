"""Complete moves as single numbers; see moves.pxd."""
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport MAX_ACTIONS, STATE_BYTES, Game
from dinoai.engine.state cimport State


cdef void play_move(const Game *game, void *state, uint16_t move) noexcept nogil:
    """Apply the actor's legal move."""
    game.apply(state, move >> 8)
    if move & 0xFF:
        game.apply(state, (move & 0xFF) - 1)


cdef bint is_repeated(const Game *game, const void *state, int first, int second, const void *after) noexcept nogil:
    """Whether the actions in the other order are legal too and lead to the same state."""
    cdef uint64_t other[32]
    cdef uint16_t actions[MAX_ACTIONS]
    cdef int i
    memcpy(other, state, STATE_BYTES)
    for i in range(game.actions(state, actions)):
        if actions[i] == second:
            break
    else:
        return False
    game.apply(other, second)
    if not game.within_move(other):
        return False
    for i in range(game.actions(other, actions)):
        if actions[i] == first:
            game.apply(other, first)
            return memcmp(other, after, STATE_BYTES) == 0
    return False


cdef int write_moves(const Game *game, const void *state, uint16_t *out) noexcept nogil:
    """Write the actor's complete moves and return how many, at most MAX_MOVES; what can be made in two ways once."""
    cdef uint64_t[32] between, after
    cdef uint16_t[MAX_ACTIONS] firsts, seconds
    cdef int i, j, n_seconds, n = 0
    for i in range(game.actions(state, firsts)):
        ensure(firsts[i] < 255)
        memcpy(between, state, STATE_BYTES)
        game.apply(between, firsts[i])
        if not game.within_move(between):
            out[n] = <uint16_t> (firsts[i] << 8)
            n += 1
            continue
        n_seconds = game.actions(between, seconds)
        for j in range(n_seconds):
            ensure(seconds[j] < 255)
            if seconds[j] < firsts[i]:
                memcpy(after, between, STATE_BYTES)
                game.apply(after, seconds[j])
                if is_repeated(game, state, firsts[i], seconds[j], after):
                    continue
            out[n] = <uint16_t> (firsts[i] << 8 | (seconds[j] + 1))
            n += 1
    return n


cdef int write_own_moves(
    const uint32_t *sequences, const uint32_t *move_of_sequence, int n, uint16_t *out
) noexcept nogil:
    """Write the moves of a `Searcher`, each by the first of its sequences, and return how many."""
    cdef int i, j, n_moves = 0
    for i in range(n):
        for j in range(i):
            if move_of_sequence[j] == move_of_sequence[i]:
                break
        else:
            out[n_moves] = pack_move(sequences[i])
            n_moves += 1
    return n_moves


def move_actions(uint16_t move) -> tuple[int, ...]:
    """The actions of a packed move."""
    if move & 0xFF:
        return move >> 8, (move & 0xFF) - 1
    return (move >> 8,)


def list_moves(State state not None) -> list[tuple[int, ...]]:
    """The actor's complete moves as actions, one that can be made in two ways once."""
    cdef uint16_t moves[MAX_MOVES]
    cdef int i
    result = []
    if state.ops.actor(state.words) >= 0:
        for i in range(write_moves(state.ops, state.words, moves)):
            result.append(move_actions(moves[i]))
    return result
