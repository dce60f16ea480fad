"""Counts of move sequences, which pin the rules down (perft)."""
from libc.stdint cimport uint16_t, uint64_t

from dinoai.engine.draftosaurus.rules cimport draftosaurus
from dinoai.engine.draftosaurus.state cimport DraftosaurusState
from dinoai.engine.draftosaurus.turns cimport next_actor
from dinoai.engine.game cimport CHANCE, MAX_ACTIONS, OVER
from dinoai.engine.state cimport State


cdef uint64_t count(const DraftosaurusState *state, int depth) noexcept nogil:
    cdef DraftosaurusState child
    cdef uint16_t[MAX_ACTIONS] out
    cdef uint64_t total = 0
    cdef int actor = next_actor(state)
    cdef int i
    if depth == 0 and not (actor >= 0 and draftosaurus.within_move(state)):
        return 1
    if actor == OVER or actor == CHANCE and state.hands[0] == 0:
        return 0
    if actor == CHANCE:
        for i in range(6):
            child = state[0]
            child.die = i + 1
            total += count(&child, depth)
        return total
    for i in range(draftosaurus.actions(state, out)):
        child = state[0]
        draftosaurus.apply(&child, out[i])
        # A move ends where the next action is not a part of it.
        if next_actor(&child) == actor and draftosaurus.within_move(&child):
            total += count(&child, depth)
        else:
            total += count(&child, depth - 1)
    return total


def perft(State state not None, int depth) -> int:
    """The number of sequences of exactly `depth` complete moves from a full state.

    Seats choose in ascending order within a phase. The six faces of the die are separate continuations without a ply of
    their own. Sequences that reach the end of the game or the next deal earlier count 0.
    """
    return count(<const DraftosaurusState *> state.data(), depth)
