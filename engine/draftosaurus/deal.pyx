"""What is left to chance during a game: dealing and rolling."""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.draftosaurus.information cimport draw, spread, squeeze
from dinoai.engine.draftosaurus.state cimport HAND_SIZE
from dinoai.engine.rng cimport below


cdef void draw_hands(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Deal six dinosaurs to each seat."""
    cdef uint64_t bag = spread(state.bag)
    cdef int seat, _
    for seat in range(state.n_seats):
        for _ in range(HAND_SIZE):
            state.hands[seat] += <uint32_t> 1 << (4 * draw(&bag, rng))
        state.known_by[seat] = 1 << seat
    state.bag = squeeze(bag)


cdef void roll(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Deal where a round begins, and roll the die."""
    if state.hands[0] == 0:
        draw_hands(state, rng)
    state.die = 1 + below(rng, 6)
