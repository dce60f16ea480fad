"""Counting sequences of complete moves, to compare the rules of a game with another implementation."""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcmp, memcpy

from dinoai.engine.game cimport CHANCE, MAX_ACTIONS, OVER, STATE_BYTES, Game
from dinoai.engine.rng cimport RngState, seed_rng
from dinoai.engine.state cimport State

cdef enum:
    N_WORDS = STATE_BYTES // 8
    MAX_OUTCOMES = 64
    # Draws without a new outcome after which all are taken to be known; one of six is then missed once in 10^15 times.
    DRAWS = 192

cdef struct Packed:
    uint64_t words[N_WORDS]


cdef uint64_t count(const Game *ops, const Packed *state, int depth) noexcept nogil:
    """Sequences of `depth` complete moves from a state between moves; those that end earlier do not count."""
    cdef int actor = ops.actor(state.words)
    cdef uint16_t firsts[MAX_ACTIONS]
    cdef uint16_t seconds[MAX_ACTIONS]
    cdef Packed after, end
    cdef int i, j, n, m
    cdef uint64_t total = 0
    if actor == CHANCE:
        return count_outcomes(ops, state, depth)
    if depth == 0:
        return 1
    if actor == OVER:
        return 0
    n = ops.actions(state.words, firsts)
    for i in range(n):
        after = state[0]
        ops.apply(after.words, firsts[i])
        if ops.actor(after.words) < 0 or not ops.within_move(after.words):
            total += count(ops, &after, depth - 1)
            continue
        m = ops.actions(after.words, seconds)
        for j in range(m):
            end = after
            ops.apply(end.words, seconds[j])
            if not is_repeated(ops, state, firsts, n, firsts[i], seconds[j], &end):
                total += count(ops, &end, depth - 1)
    return total


cdef bint is_repeated(const Game *ops, const Packed *state, const uint16_t *firsts, int n, int first, int second,
                      const Packed *end) noexcept nogil:
    """Whether the same move was met with its two actions in the other order: choosing a, then b is choosing {a, b}."""
    cdef Packed other = state[0]
    cdef uint16_t seconds[MAX_ACTIONS]
    cdef int m
    if second >= first or not contains(firsts, n, second):
        return False
    ops.apply(other.words, second)
    if ops.actor(other.words) < 0 or not ops.within_move(other.words):
        return False
    m = ops.actions(other.words, seconds)
    if not contains(seconds, m, first):
        return False
    ops.apply(other.words, first)
    return memcmp(other.words, end.words, STATE_BYTES) == 0


cdef bint contains(const uint16_t *actions, int n, int action) noexcept nogil:
    cdef int i
    for i in range(n):
        if actions[i] == action:
            return True
    return False


cdef uint64_t count_outcomes(const Game *ops, const Packed *state, int depth) noexcept nogil:
    """The sum over the different outcomes of chance, found by drawing until nothing new comes."""
    cdef Packed outcomes[MAX_OUTCOMES]
    cdef RngState rng
    cdef int n = 0, since = 0, i
    cdef uint64_t total = 0
    seed_rng(&rng, 0, 0)
    while since < DRAWS and n < MAX_OUTCOMES:
        outcomes[n] = state[0]
        ops.chance(outcomes[n].words, &rng)
        since += 1
        for i in range(n):
            if memcmp(outcomes[i].words, outcomes[n].words, STATE_BYTES) == 0:
                break
        else:
            n += 1
            since = 0
    for i in range(n):
        total += count(ops, &outcomes[i], depth)
    return total


def perft(State state, int depth) -> int:
    """How many sequences of `depth` complete moves there are; sequences that end the game earlier do not count.

    A move whose two actions may come in either order counts once. Where chance decides, each of its outcomes (at most
    64) is a continuation of its own and no ply. The state must lie between moves.
    """
    cdef Packed packed
    cdef uint64_t total
    memcpy(packed.words, state.data(), STATE_BYTES)
    with nogil:
        total = count(state.ops, &packed, depth)
    return total
