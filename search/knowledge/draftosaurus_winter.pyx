"""The Winter side of the potential: points, indicators, and what placements add."""
from libc.stdint cimport uint64_t

from dinoai.engine.draftosaurus.state cimport (
    legal_places, nibble, place_dinosaur, place_size, popcount, present_bytes,
)
from dinoai.engine.draftosaurus.tables cimport (
    CELL, EMPTY_PEN, EVERY_SPECIES, LEFT_BANK, LOOKOUT, N_SPECIES, NO_FACE, PYRAMID, QUARANTINE_ZONE, RIGHT_BANK, RIVER,
    T_REX, WINTER, WOOD, tables,
)
from dinoai.search.knowledge.draftosaurus_outlook cimport SAME, clip, faces_left

cdef enum:
    # Where the entries of each indicator begin.
    AT_WOOD = 0  # empty, one dinosaur by scarcity, 2-5 by scarcity of the next and the other
    AT_BRIDGE = 37  # unpaired dinosaurs on the left and on the right bank that can still be paired
    AT_SCARCITY = 53  # sum of the scarcities of the unpaired
    AT_PYRAMID = 66  # cells taken, species that have a cell
    AT_LOOKOUT = 386  # empty: the most of a species that the neighbour has; else scarcity
    AT_QUARANTINE = 395  # empty; else what the best move out of it adds
    AT_T_REX = 404
    AT_FACES = 408
    AT_PENS = 424  # size of Pyramid and Wood, Lookout and Quarantine taken
    AT_SIZES = 620  # size of Pyramid, unpaired on the bridge
    AT_ROLLS = 648
    N_WINTER_ENTRIES = 655


cdef inline int relocation(const Zoo *zoo, int species, const Outlook *outlook) noexcept nogil:
    """What the best move of the species out of Quarantine adds to the points."""
    cdef int places = legal_places(zoo, WINTER, species, NO_FACE)
    cdef int with_t_rex = zoo.closed >> 48 & 63
    cdef int cells = places >> CELL, gain, best = 1, t_rex = species == T_REX
    cdef int fresh = with_t_rex ^ 63 if t_rex else 0  # pens in which a T-Rex is the first
    cdef int size
    if places >> WOOD & 1:
        size = place_size(zoo, WOOD)
        best = max(best, SAME[size + 1] - SAME[size] + (fresh >> WOOD & 1))
    if nibble(zoo.detail, species) < nibble(zoo.detail, N_SPECIES + species):
        best = max(best, 6 + (fresh >> LEFT_BANK & 1))
    else:
        best = max(best, fresh >> LEFT_BANK & 1)
    if nibble(zoo.detail, N_SPECIES + species) < nibble(zoo.detail, species):
        best = max(best, 6 + (fresh >> RIGHT_BANK & 1))
    else:
        best = max(best, fresh >> RIGHT_BANK & 1)
    if places >> LOOKOUT & 1:
        best = max(best, 2 * nibble(outlook.neighbour, species) + (fresh >> LOOKOUT & 1))
    if cells:
        gain = 7 if cells & 32 else 4 if cells & 24 else 2
        best = max(best, gain + (fresh >> PYRAMID & 1))
    return best - t_rex


cdef int winter_points(const Zoo *zoo, const Outlook *outlook) noexcept nogil:
    """The points of a zoo as it stands; after the last turn with the best move out of Quarantine."""
    cdef int lookout = <int> (zoo.detail >> 48 & 15) - 1, quarantine = <int> (zoo.detail >> 52 & 15) - 1
    cdef int points = place_size(zoo, RIVER) + popcount(zoo.closed >> 48 & 63)
    cdef int species
    for species in range(N_SPECIES):
        points += 6 * min(nibble(zoo.detail, species), nibble(zoo.detail, N_SPECIES + species))
    points += SAME[place_size(zoo, WOOD)] + <int> tables.pyramid_points[zoo.pyramid >> 48 & 63]
    if lookout >= 0:
        points += 2 * nibble(outlook.neighbour, lookout)
    if outlook.left == 0 and quarantine >= 0:
        points += relocation(zoo, quarantine, outlook)
    return points


cdef inline int wood_index(int size, int following, int other) noexcept nogil:
    """The entry of a Wood of 2-5 dinosaurs by the scarcity of the species that comes next, and of the other."""
    return AT_WOOD + 5 + 8 * (size - 2) + 2 * following + (other > 1)


cdef inline float wood_entry(const Zoo *zoo, int wood, const Outlook *outlook, const float *w) noexcept nogil:
    """What the Wood promises as it is; its two species, which come first among the zoo's, alternate."""
    if wood == 0:
        return w[AT_WOOD]
    if wood == 1:
        return w[AT_WOOD + 1 + outlook.scarcity[zoo.contents & 7]]
    if wood == 6:
        return 0
    return w[wood_index(wood, outlook.scarcity[zoo.contents >> 3 * (wood & 1) & 7],
                        outlook.scarcity[zoo.contents >> 3 * (1 - (wood & 1)) & 7])]


cdef inline float wood_entry_after(
    const Zoo *zoo, int wood, int species, const Outlook *outlook, const float *w
) noexcept nogil:
    """The same after the species has been added."""
    if wood == 0:
        return w[AT_WOOD + 1 + outlook.scarcity[species]]
    if wood == 5:
        return 0
    # The one before comes next.
    return w[wood_index(wood + 1, outlook.scarcity[zoo.contents >> 3 * (wood - 1) & 7], outlook.scarcity[species])]


cdef inline int winter_faces(int open_pens, int with_t_rex, int filled, int pyramid, int wood) noexcept nogil:
    """The bridge is always open, so only pens without a dinosaur or without a T-Rex can be lacking."""
    cdef int faces = faces_left(WINTER, open_pens, with_t_rex, filled) >> (EMPTY_PEN - 1)
    return AT_FACES + 4 * faces + 2 * (pyramid == 0) + (wood == 0)


cdef inline int cells_for(uint64_t refused, int cells, const Outlook *outlook) noexcept nogil:
    """How many unseen species may stand in one of the cells."""
    return popcount(present_bytes(cells * EVERY_SPECIES & ~refused & outlook.coming))


cdef int winter_indicators(const Zoo *zoo, const Outlook *outlook, uint16_t *out) noexcept nogil:
    cdef uint64_t detail = zoo.detail
    cdef int lookout = <int> (detail >> 48 & 15) - 1, quarantine = <int> (detail >> 52 & 15) - 1
    cdef int wood = place_size(zoo, WOOD), pyramid = place_size(zoo, PYRAMID)
    cdef int taken = zoo.pyramid >> 48 & 63, n_legal = cells_for(zoo.pyramid, tables.open_row[taken], outlook)
    cdef int species, left, right, best = 0, open_pens, n = 0
    cdef int n_left = 0, n_right = 0, scarcity = 0, following, other
    for species in range(N_SPECIES):
        left = nibble(detail, species)
        right = nibble(detail, N_SPECIES + species)
        if outlook.scarcity[species]:
            best = max(best, nibble(outlook.neighbour, species))
            if left > right:
                n_left += left - right
            else:
                n_right += right - left
            scarcity += abs(left - right) * outlook.scarcity[species]
    if wood == 0:
        out[n] = AT_WOOD
        n += 1
    elif wood == 1:
        out[n] = AT_WOOD + 1 + outlook.scarcity[zoo.contents & 7]
        n += 1
    elif wood < 6:
        # The Wood is the first pen, and its two species alternate.
        following = zoo.contents >> 3 * (wood & 1) & 7
        other = zoo.contents >> 3 * (1 - (wood & 1)) & 7
        out[n] = wood_index(wood, outlook.scarcity[following], outlook.scarcity[other])
        n += 1
    out[n] = AT_BRIDGE + 4 * min(n_left, 3) + min(n_right, 3)
    out[n + 1] = AT_SCARCITY + min(scarcity, 12)
    n += 2
    if taken != 63:
        out[n] = AT_PYRAMID + 5 * taken + min(n_legal, 4)
        n += 1
    out[n] = AT_LOOKOUT + (min(best, 4) if lookout < 0 else 5 + outlook.scarcity[lookout])
    out[n + 1] = AT_QUARANTINE + (0 if quarantine < 0 else 1 + clip(relocation(zoo, quarantine, outlook), 0, 7))
    out[n + 2] = AT_T_REX + outlook.scarcity[T_REX]
    n += 3
    open_pens = (
        (wood < 6) << WOOD | 1 << LEFT_BANK | 1 << RIGHT_BANK | (lookout < 0) << LOOKOUT
        | (n_legal > 0) << PYRAMID | (quarantine < 0) << QUARANTINE_ZONE
    )
    out[n] = winter_faces(open_pens, zoo.closed >> 48, zoo.closed >> 56, pyramid, wood)
    out[n + 1] = AT_PENS + 28 * pyramid + 4 * wood + 2 * (lookout >= 0) + (quarantine >= 0)
    out[n + 2] = AT_SIZES + 4 * pyramid + min(n_left + n_right, 3)
    out[n + 3] = AT_ROLLS + outlook.rolls
    return n + 4


cdef int value_winter(
    const Zoo *zoo, uint32_t counts, int candidates, const int *places, int board, const Outlook *outlook, Choice *out
) noexcept nogil:
    cdef const float *w = outlook.tables.promise[outlook.left]
    cdef uint64_t detail = zoo.detail, refused
    cdef Zoo moved
    cdef uint32_t moved_counts
    cdef int lookout = <int> (detail >> 48 & 15) - 1, quarantine = <int> (detail >> 52 & 15) - 1
    cdef int wood = place_size(zoo, WOOD), pyramid = place_size(zoo, PYRAMID)
    cdef int taken = zoo.pyramid >> 48 & 63
    cdef int with_t_rex = zoo.closed >> 48 & 63, filled = zoo.closed >> 56 & 63
    cdef int species, left, right, best = 0, open_pens, n = 0, mask, place, pen, after, legal_after
    cdef int n_left = 0, n_right = 0, scarcity = 0, fresh, left_after, right_after, scarcity_after, moves
    cdef int singles
    cdef float bridge_now, wood_now, pyramid_now, pens_now, sizes_now, faces_now, lookout_now, quarantine_now, value
    for species in range(N_SPECIES):
        left = nibble(detail, species)
        right = nibble(detail, N_SPECIES + species)
        if outlook.scarcity[species]:
            best = max(best, nibble(outlook.neighbour, species))
            if left > right:
                n_left += left - right
            else:
                n_right += right - left
            scarcity += abs(left - right) * outlook.scarcity[species]
    n_legal = cells_for(zoo.pyramid, tables.open_row[taken], outlook)
    wood_now = wood_entry(zoo, wood, outlook, w)
    bridge_now = w[AT_BRIDGE + 4 * min(n_left, 3) + min(n_right, 3)] + w[AT_SCARCITY + min(scarcity, 12)]
    pyramid_now = w[AT_PYRAMID + 5 * taken + min(n_legal, 4)] if taken != 63 else 0
    lookout_now = w[AT_LOOKOUT + min(best, 4)]
    quarantine_now = w[AT_QUARANTINE]
    if quarantine >= 0:
        moves = relocation(zoo, quarantine, outlook)
        quarantine_now = w[AT_QUARANTINE + 1 + clip(moves, 0, 7)] + (moves if outlook.left == 0 else 0)
    open_pens = (
        (wood < 6) << WOOD | 1 << LEFT_BANK | 1 << RIGHT_BANK | (lookout < 0) << LOOKOUT
        | (n_legal > 0) << PYRAMID | (quarantine < 0) << QUARANTINE_ZONE
    )
    faces_now = w[winter_faces(open_pens, with_t_rex, filled, pyramid, wood)]
    singles = 2 * (lookout >= 0) + (quarantine >= 0)
    pens_now = w[AT_PENS + 28 * pyramid + 4 * wood + singles]
    sizes_now = w[AT_SIZES + 4 * pyramid + min(n_left + n_right, 3)]
    for species in range(N_SPECIES):
        if not candidates >> species & 1:
            continue
        mask = places[species]
        fresh = (with_t_rex ^ 63) if species == T_REX else 0
        left = nibble(detail, species)
        right = nibble(detail, N_SPECIES + species)
        for place in range(CELL + 6):
            if not mask >> place & 1:
                continue
            value = 1
            if place != RIVER:
                pen = tables.pen_of[place]
                value = fresh >> pen & 1
                after = open_pens
                legal_after = n_legal
                if pen == WOOD:
                    value += SAME[wood + 1] - SAME[wood] - wood_now + wood_entry_after(zoo, wood, species, outlook, w)
                    value += w[AT_PENS + 28 * pyramid + 4 * (wood + 1) + singles] - pens_now
                    after ^= (wood == 5) << WOOD
                elif pen == LEFT_BANK or pen == RIGHT_BANK:
                    left_after = n_left
                    right_after = n_right
                    if (left < right) if pen == LEFT_BANK else (right < left):
                        value += 6
                        scarcity_after = scarcity - outlook.scarcity[species]
                        left_after -= pen == RIGHT_BANK
                        right_after -= pen == LEFT_BANK
                    else:
                        scarcity_after = scarcity + outlook.scarcity[species]
                        left_after += pen == LEFT_BANK
                        right_after += pen == RIGHT_BANK
                    value += w[AT_BRIDGE + 4 * min(left_after, 3) + min(right_after, 3)] - bridge_now
                    value += w[AT_SCARCITY + min(scarcity_after, 12)]
                    value += w[AT_SIZES + 4 * pyramid + min(left_after + right_after, 3)] - sizes_now
                elif pen == PYRAMID:
                    refused = zoo.pyramid | tables.touching[place] << (8 * species) | tables.takes[place]
                    value += <int> tables.pyramid_points[refused >> 48 & 63] - <int> tables.pyramid_points[taken]
                    legal_after = cells_for(refused, tables.open_row[refused >> 48 & 63], outlook)
                    value -= pyramid_now
                    if refused >> 48 & 63 != 63:
                        value += w[AT_PYRAMID + 5 * <int> (refused >> 48 & 63) + min(legal_after, 4)]
                    after = after & ~(1 << PYRAMID) | (legal_after > 0) << PYRAMID
                    value += w[AT_PENS + 28 * (pyramid + 1) + 4 * wood + singles] - pens_now
                    value += w[AT_SIZES + 4 * pyramid + 4 + min(n_left + n_right, 3)] - sizes_now
                elif pen == LOOKOUT:
                    value += 2 * nibble(outlook.neighbour, species) + w[AT_LOOKOUT + 5 + outlook.scarcity[species]]
                    value += w[AT_PENS + 28 * pyramid + 4 * wood + 2 + (quarantine >= 0)] - pens_now - lookout_now
                    after ^= 1 << LOOKOUT
                else:
                    value += w[AT_PENS + 28 * pyramid + 4 * wood + 2 * (lookout >= 0) + 1] - pens_now
                    after ^= 1 << QUARANTINE_ZONE
                value += w[winter_faces(after, with_t_rex | (species == T_REX) << pen, filled | 1 << pen,
                                        pyramid + (pen == PYRAMID), wood + (pen == WOOD))] - faces_now
                if quarantine >= 0 or pen == QUARANTINE_ZONE:
                    # Its best place may be another now.
                    moved = zoo[0]
                    moved_counts = counts
                    place_dinosaur(&moved, &moved_counts, WINTER, board, place, species)
                    moves = relocation(&moved, <int> (moved.detail >> 52 & 15) - 1, outlook)
                    value += w[AT_QUARANTINE + 1 + clip(moves, 0, 7)] + (moves if outlook.left == 0 else 0)
                    value -= quarantine_now
            out[n].species = species
            out[n].place = place
            out[n].value = value
            n += 1
    return n
