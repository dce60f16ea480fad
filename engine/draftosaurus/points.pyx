"""Points of a zoo, part by part, in constant time from what the zoo keeps for it."""
from dinoai.engine.draftosaurus.state cimport nibble, nibble_sum, place_size, popcount
from dinoai.engine.draftosaurus.tables cimport (
    FOREST, ISLAND, KING, LEFT_BANK, LOOKOUT, MEADOW, N_SPECIES, PRAIRIE, PYRAMID, QUARANTINE_ZONE, RIGHT_BANK, RIVER,
    SUMMER, TRIO, WOOD, tables,
)

cdef int32_t[7] SAME = [0, 2, 4, 8, 12, 18, 24]  # Forest of Sameness and A Well-Ordered Wood
cdef int32_t[7] DIFFERENT = [0, 1, 3, 6, 10, 15, 21]  # Meadow of Differences


cdef int is_king(const DraftosaurusState *state, int seat, int species) noexcept nogil:
    """Whether no opponent's zoo has more of the species."""
    cdef int other, own = nibble(state.counts[seat], species)
    for other in range(state.n_seats):
        if nibble(state.counts[other], species) > own:
            return False
    return True


cdef int score_parts(const DraftosaurusState *state, int seat, int32_t *parts) noexcept nogil:
    """Write the N_PARTS parts of the seat's points and return their sum."""
    cdef int species, neighbour, total, pairs = 0
    cdef uint64_t detail = state.zoos[seat].detail
    cdef int single = <int> (detail >> 48 & 15) - 1
    cdef int second = <int> (detail >> 52 & 15) - 1
    if state.side == SUMMER:
        parts[FOREST] = SAME[place_size(&state.zoos[seat], FOREST)]
        parts[MEADOW] = DIFFERENT[place_size(&state.zoos[seat], MEADOW)]
        parts[PRAIRIE] = 5 * nibble_sum(<uint32_t> (detail & 0xFFFFFF) >> 1 & 0x777777)
        parts[TRIO] = 7 if place_size(&state.zoos[seat], TRIO) == 3 else 0
        parts[KING] = 7 if single >= 0 and is_king(state, seat, single) else 0
        parts[ISLAND] = 7 if second >= 0 and nibble(state.counts[seat], second) == 1 else 0
    else:
        for species in range(N_SPECIES):
            pairs += min(nibble(detail, species), nibble(detail, N_SPECIES + species))
        neighbour = (seat if seat else state.n_seats) - 1
        parts[WOOD] = SAME[place_size(&state.zoos[seat], WOOD)]
        parts[LEFT_BANK] = 6 * pairs
        parts[RIGHT_BANK] = 0
        parts[LOOKOUT] = 2 * nibble(state.counts[neighbour], single) if single >= 0 else 0
        parts[QUARANTINE_ZONE] = 0
        parts[PYRAMID] = tables.pyramid_points[state.zoos[seat].pyramid >> 48 & 63]
    parts[RIVER_PART] = place_size(&state.zoos[seat], RIVER)
    parts[T_REX_PART] = popcount(state.zoos[seat].closed >> 48 & 63)
    total = 0
    for species in range(N_PARTS):
        total += parts[species]
    return total


cdef int score_points(const DraftosaurusState *state, int seat) noexcept nogil:
    """The seat's points in this game as its zoo stands."""
    cdef int32_t[N_PARTS] parts
    return score_parts(state, seat, parts)
