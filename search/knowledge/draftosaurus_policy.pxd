"""A policy without search: every choice by the potential of the zoo after it."""
from dinoai.engine.draftosaurus.state cimport QUARANTINE, DraftosaurusState
from dinoai.engine.rng cimport RngState
from dinoai.search.knowledge.draftosaurus_outlook cimport Choice, Tables

cdef int value_choices(
    const DraftosaurusState *state, int seat, const Tables *tables, float within, Choice *out
) noexcept nogil
cdef void play_policy(DraftosaurusState *state, int depth, RngState *rng) noexcept nogil


cdef inline void choose(DraftosaurusState *state, int seat, const Choice *choice) noexcept nogil:
    """Record the seat's choice, not yet revealed."""
    state.picks[seat] = (choice.species + 1 if state.phase != QUARANTINE else 0) | (choice.place + 1) << 3
