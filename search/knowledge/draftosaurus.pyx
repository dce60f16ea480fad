"""Hand-made knowledge of Draftosaurus: the yardstick `greedy`, current points plus the promise of unfinished pens."""
from libc.math cimport exp, pow, sqrt
from libc.stdint cimport int32_t, uint64_t

from dinoai.engine.draftosaurus.points cimport N_PARTS, score_parts
from dinoai.engine.draftosaurus.state cimport (
    BOX, N_TURNS, PICK, PLACE_ACTION, PRAIRIE_12, QUARANTINE, DraftosaurusState, board_of, face_for, legal_places,
    nibble, pick_species, place_dinosaur, place_size, popcount, quarantined, release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport (
    FOREST, ISLAND, KING, LOOKOUT, MEADOW, N_PLACES, N_SPECIES, NO_FACE, PRAIRIE, QUARANTINE_ZONE, SUMMER, TRIO, WINTER,
    WOOD,
)
from dinoai.engine.state cimport State

cdef double[7] SAME_STEP = [0.0, 2.0, 4.0, 4.0, 6.0, 6.0, 0.0]  # what the next dinosaur adds
cdef double[7] DIFFERENT_STEP = [0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0]


cdef int best_opponent_count(const DraftosaurusState *state, int seat, int species) noexcept nogil:
    cdef int other, best = 0
    for other in range(state.n_seats):
        if other != seat:
            best = max(best, nibble(state.counts[other], species))
    return best


cdef double summer_promise(const DraftosaurusState *state, int seat, int left, const int32_t *parts) noexcept nogil:
    """What unfinished Summer pens add to the points; the King's and the Island's points are replaced by chances."""
    cdef uint64_t detail = state.zoos[seat].detail
    cdef int king = <int> (detail >> 48 & 15) - 1, island = <int> (detail >> 52 & 15) - 1
    cdef int n_trio = place_size(&state.zoos[seat], TRIO)
    cdef int free = (12 if state.options & PRAIRIE_12 else 6) - place_size(&state.zoos[seat], PRAIRIE)
    cdef int n_single = popcount(detail & 0x111111)
    cdef double value = 1.6 * min(n_single, min(left, free)), lead
    if left > 0:
        value += 0.45 * SAME_STEP[place_size(&state.zoos[seat], FOREST)]
        value += 0.45 * DIFFERENT_STEP[place_size(&state.zoos[seat], MEADOW)]
    if n_trio < 3 and n_trio + left >= 3:
        value += 2.2 * n_trio
    if king >= 0:
        lead = nibble(state.counts[seat], king) - best_opponent_count(state, seat, king) + 0.5
        value += 7.0 / (1.0 + exp(-3.0 * lead / sqrt(left + 1.0))) - parts[KING]
    elif left > 0:
        value += 3.2
    if island >= 0:
        value += parts[ISLAND] * (pow(0.93, left) - 1.0)
    elif left > 0:
        value += 3.5
    return value


cdef double winter_promise(const DraftosaurusState *state, int seat, int left) noexcept nogil:
    """What unfinished Winter pens add to the points."""
    cdef uint64_t detail = state.zoos[seat].detail
    cdef int species, n_single = 0
    cdef int taken = state.zoos[seat].pyramid >> 48 & 63
    cdef double value
    for species in range(N_SPECIES):
        n_single += abs(nibble(detail, species) - nibble(detail, N_SPECIES + species))
    value = 1.6 * min(n_single, left)
    if left > 0:
        value += 0.45 * SAME_STEP[place_size(&state.zoos[seat], WOOD)]
        if taken != 63:
            value += 0.4 * (2.0 if taken & 7 != 7 else 4.0 if taken & 24 != 24 else 7.0) - 0.8
        if place_size(&state.zoos[seat], QUARANTINE_ZONE):
            value += 3.0
        value += left / 3.0 if place_size(&state.zoos[seat], LOOKOUT) else 3.0
    return value


cdef double standing(const DraftosaurusState *state, int seat, int left) noexcept nogil:
    """Points of the seat's zoo plus promise, with `left` turns still to come."""
    cdef int32_t[N_PARTS] parts
    cdef int points = score_parts(state, seat, parts)
    if state.side == SUMMER:
        return points + summer_promise(state, seat, left, parts)
    if left == 0 and quarantined(&state.zoos[seat], WINTER):
        return best_relocation(state, seat)
    return points + winter_promise(state, seat, left)


cdef double relocated(const DraftosaurusState *state, int seat, int place) noexcept nogil:
    """The seat's standing at the end once its quarantined dinosaur has moved to the place."""
    cdef DraftosaurusState moved = state[0]
    cdef int species = release_quarantined(&moved.zoos[seat], &moved.counts[seat])
    return placed(&moved, seat, species, place, 0)


cdef double best_relocation(const DraftosaurusState *state, int seat) noexcept nogil:
    """The same for the best place."""
    cdef int species = quarantined(&state.zoos[seat], WINTER) - 1
    # Asked before the dinosaur leaves, so that Quarantine itself is no place for it.
    cdef int places = legal_places(&state.zoos[seat], WINTER, species, NO_FACE)
    cdef int place
    cdef double best = -1e9
    for place in range(N_PLACES):
        if places >> place & 1:
            best = max(best, relocated(state, seat, place))
    return best


cdef double placed(const DraftosaurusState *state, int seat, int species, int place, int left) noexcept nogil:
    """The seat's standing once it has placed the dinosaur, all other zoos as they are."""
    cdef DraftosaurusState after = state[0]
    place_dinosaur(&after.zoos[seat], &after.counts[seat], state.side, board_of(state), place, species)
    return standing(&after, seat, left)


cdef double best_placement(const DraftosaurusState *state, int seat, int species, int face, int left) noexcept nogil:
    """The seat's standing after the best place for the dinosaur under the face."""
    cdef int places = legal_places(&state.zoos[seat], state.side, species, face)
    cdef int place
    cdef double best = -1e9
    for place in range(N_PLACES):
        if places >> place & 1:
            best = max(best, placed(state, seat, species, place, left))
    return best


cdef double value_of(const DraftosaurusState *state, int seat, const int *actions, int n) noexcept nogil:
    cdef int left = N_TURNS - state.turn
    cdef int opponent = 1 - seat
    if state.phase == BOX and left == 0:
        return 0.0  # the last dinosaur, and no turn in which the opponent could place it
    if state.phase == BOX:
        # What the opponent loses: the dinosaur's best place next turn.
        left = max(0, left - 1)
        return best_placement(state, opponent, actions[0], NO_FACE, left) - standing(state, opponent, left)
    if state.phase == QUARANTINE:
        return relocated(state, seat, actions[0] - PLACE_ACTION)
    if state.phase != PICK:
        return placed(state, seat, pick_species(state.picks[seat]), actions[0] - PLACE_ACTION, left)
    if n == 1:
        return best_placement(state, seat, actions[0], face_for(state, seat), left)
    return placed(state, seat, actions[0], actions[1] - PLACE_ACTION, left)


def greedy_values(State view, int seat, list sequences) -> list[float]:
    """The seat's points and promise after each move, given as the actions that make it.

    Boxing is worth what the dinosaur would be to the opponent. The other zoos stay as they stand. The weights are those
    of the yardstick and never change.
    """
    cdef int[2] actions
    cdef int i
    values = []
    for sequence in sequences:
        for i in range(len(sequence)):
            actions[i] = sequence[i]
        values.append(value_of(<const DraftosaurusState *> view.data(), seat, actions, len(sequence)))
    return values
