"""The Winter side of the potential: points, indicators, and what placements add."""
from libc.stdint cimport uint64_t

from dinoai.engine.draftosaurus.state cimport (
    legal_places, nibble, place_size, popcount, present_bytes,
)
from dinoai.engine.draftosaurus.tables cimport (
    CELL, EMPTY_PEN, EVERY_SPECIES, LEFT_BANK, LOOKOUT, N_SPECIES, NO_FACE, PYRAMID, QUARANTINE_ZONE, RIGHT_BANK, RIVER,
    T_REX, WINTER, WOOD, tables,
)
from dinoai.search.knowledge.draftosaurus_outlook cimport SAME, clip, faces_left, lowest

cdef enum:
    # Where the entries of each indicator begin.
    AT_WOOD = 0  # empty, one dinosaur by scarcity, 2-5 by scarcity of the next and the other
    AT_BRIDGE = 37  # unpaired dinosaurs on the left and on the right bank that can still be paired
    AT_SCARCITY = 53  # sum of the scarcities of the unpaired
    AT_PYRAMID = 66  # cells taken, species that have a cell
    AT_LOOKOUT = 386  # empty: the most of a species that the neighbour has; else scarcity
    AT_QUARANTINE = 395  # empty; else what the best move out of it adds
    AT_T_REX = 404  # pens with a T-Rex, scarcity
    AT_FACES = 432
    AT_PENS = 448  # size of Pyramid and Wood, Lookout and Quarantine taken
    AT_SIZES = 644  # size of Pyramid, unpaired on the bridge
    AT_ROLLS = 672
    N_WINTER_ENTRIES = 679


cdef inline int cell_gain(int cells) noexcept nogil:
    """What the best of the cells adds to the points."""
    return 7 if cells & 32 else 4 if cells & 24 else 2 if cells else 0


cdef inline void write_gains(const Zoo *zoo, int species, const Outlook *outlook, int *gains) noexcept nogil:
    """What the species adds to the points in each pen when it moves there out of Quarantine; 0 where it may not."""
    cdef int places = legal_places(zoo, WINTER, species, NO_FACE)
    cdef int fresh = zoo.closed >> 48 & 63 ^ 63 if species == T_REX else 0  # pens in which a T-Rex is the first
    cdef int left = nibble(zoo.detail, species), right = nibble(zoo.detail, N_SPECIES + species)
    cdef int size = place_size(zoo, WOOD), cells = places >> CELL
    gains[WOOD] = SAME[size + 1] - SAME[size] + (fresh >> WOOD & 1) if places >> WOOD & 1 else 0
    gains[LEFT_BANK] = 6 * (left < right) + (fresh >> LEFT_BANK & 1)
    gains[RIGHT_BANK] = 6 * (right < left) + (fresh >> RIGHT_BANK & 1)
    gains[LOOKOUT] = 2 * nibble(outlook.neighbour, species) + (fresh >> LOOKOUT & 1) if places >> LOOKOUT & 1 else 0
    gains[QUARANTINE_ZONE] = 0
    gains[PYRAMID] = cell_gain(cells) + (fresh >> PYRAMID & 1) if cells else 0


cdef inline int relocation(const Zoo *zoo, int species, const Outlook *outlook) noexcept nogil:
    """What the best move of the species out of Quarantine adds to the points; the River adds 1."""
    cdef int[6] gains
    cdef int pen, best = 1
    write_gains(zoo, species, outlook, gains)
    for pen in range(6):
        best = max(best, gains[pen])
    return best - (species == T_REX)


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


cdef inline float quarantine_entry(int moves, const Outlook *outlook, const float *w) noexcept nogil:
    """What a dinosaur in Quarantine promises whose best move adds so many points; after the last turn it is made."""
    return w[AT_QUARANTINE + 1 + clip(moves, 0, 7)] + (moves if outlook.left == 0 else 0)


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
    out[n + 2] = AT_T_REX + 4 * popcount(zoo.closed >> 48 & 63) + outlook.scarcity[T_REX]
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
    const Zoo *zoo, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil:
    cdef const float *w = outlook.tables.promise[outlook.left]
    cdef uint64_t detail = zoo.detail, refused
    cdef int lookout = <int> (detail >> 48 & 15) - 1, quarantine = <int> (detail >> 52 & 15) - 1
    cdef int wood = place_size(zoo, WOOD), pyramid = place_size(zoo, PYRAMID)
    cdef int taken = zoo.pyramid >> 48 & 63, taken_after
    cdef int with_t_rex = zoo.closed >> 48 & 63, filled = zoo.closed >> 56 & 63
    cdef int species, left, right, best = 0, open_pens, n = 0, mask, place, pen, after, legal_after, at
    cdef int n_left = 0, n_right = 0, scarcity = 0, fresh, left_after, right_after, bridge
    cdef int singles = 2 * (lookout >= 0) + (quarantine >= 0)
    cdef int[6] gains
    cdef int best_pen = 0, second = 1, elsewhere, gain, gain_across  # of the quarantined dinosaur's
    cdef int across, own_number, across_number
    cdef float[4] bridge_next  # left bank, right bank; each alone, paired
    cdef float wood_next = 0, pyramid_next = 0, lookout_next, quarantine_next
    cdef float bridge_now, pens_now, sizes_now, faces_now, quarantine_now = w[AT_QUARANTINE], value
    cdef float fresh_next = 1  # what a T-Rex in a pen without one adds by itself
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
    open_pens = (
        (wood < 6) << WOOD | 1 << LEFT_BANK | 1 << RIGHT_BANK | (lookout < 0) << LOOKOUT
        | (n_legal > 0) << PYRAMID | (quarantine < 0) << QUARANTINE_ZONE
    )
    faces_now = w[winter_faces(open_pens, with_t_rex, filled, pyramid, wood)]
    pens_now = w[AT_PENS + 28 * pyramid + 4 * wood + singles]
    sizes_now = w[AT_SIZES + 4 * pyramid + min(n_left + n_right, 3)]
    if with_t_rex != 63:
        at = AT_T_REX + 4 * popcount(with_t_rex) + outlook.scarcity[T_REX]
        fresh_next += w[at + 4] - w[at]
    # What a dinosaur does to the promise whatever its species.
    if wood < 6:
        wood_next = SAME[wood + 1] - SAME[wood] - wood_entry(zoo, wood, outlook, w)
        wood_next += w[AT_PENS + 28 * pyramid + 4 * (wood + 1) + singles] - pens_now
    if pyramid < 6:
        pyramid_next = w[AT_PENS + 28 * (pyramid + 1) + 4 * wood + singles] - pens_now
        pyramid_next += w[AT_SIZES + 4 * (pyramid + 1) + min(n_left + n_right, 3)] - sizes_now
        pyramid_next -= w[AT_PYRAMID + 5 * taken + min(n_legal, 4)] + <int> tables.pyramid_points[taken]
    lookout_next = w[AT_PENS + 28 * pyramid + 4 * wood + 2 + (quarantine >= 0)] - pens_now
    lookout_next -= w[AT_LOOKOUT + min(best, 4)]
    quarantine_next = w[AT_PENS + 28 * pyramid + 4 * wood + 2 * (lookout >= 0) + 1] - pens_now
    bridge_now = w[AT_BRIDGE + 4 * min(n_left, 3) + min(n_right, 3)] + w[AT_SCARCITY + min(scarcity, 12)] + sizes_now
    for bridge in range(4):
        # A pair takes one that was alone off the other bank.
        left_after = clip(n_left + (bridge == 0) - (bridge == 3), 0, 3)
        right_after = clip(n_right + (bridge == 2) - (bridge == 1), 0, 3)
        bridge_next[bridge] = (
            w[AT_BRIDGE + 4 * left_after + right_after] + 6 * (bridge & 1)
            + w[AT_SIZES + 4 * pyramid + min(left_after + right_after, 3)] - bridge_now
        )
    if quarantine >= 0:
        write_gains(zoo, quarantine, outlook, gains)
        for pen in range(1, 6):
            if gains[pen] > gains[best_pen]:
                second = max(second, gains[best_pen])
                best_pen = pen
            else:
                second = max(second, gains[pen])
        quarantine_now = quarantine_entry(max(1, gains[best_pen]) - (quarantine == T_REX), outlook, w)
    for species in range(N_SPECIES):
        if not candidates >> species & 1:
            continue
        mask = places[species]
        fresh = (with_t_rex ^ 63) if species == T_REX else 0
        left = nibble(detail, species)
        right = nibble(detail, N_SPECIES + species)
        while mask:
            place = lowest(mask)
            mask &= mask - 1
            out[n].species = species
            out[n].place = place
            if place == RIVER:
                out[n].value = 1
                n += 1
                continue
            pen = tables.pen_of[place]
            value = fresh_next if fresh >> pen & 1 else 0
            after = open_pens
            gain = -1  # what a move to this pen then adds for the quarantined dinosaur; -1 where it may not
            gain_across = 0  # the same for the other bank
            if pen == WOOD:
                value += wood_next + wood_entry_after(zoo, wood, species, outlook, w)
                after ^= (wood == 5) << WOOD
                if quarantine >= 0 and wood < 5 and (
                    quarantine != species if wood == 0 else quarantine == <int> (zoo.contents >> 3 * (wood - 1) & 7)
                ):
                    gain = SAME[wood + 2] - SAME[wood + 1]
            elif pen == LEFT_BANK or pen == RIGHT_BANK:
                bridge = 2 * (pen == RIGHT_BANK) + (left < right if pen == LEFT_BANK else right < left)
                value += bridge_next[bridge] + w[AT_SCARCITY + min(
                    scarcity + (-outlook.scarcity[species] if bridge & 1 else outlook.scarcity[species]), 12)]
                if quarantine >= 0:
                    across = LEFT_BANK + RIGHT_BANK - pen
                    own_number = nibble(detail, N_SPECIES * (pen - LEFT_BANK) + quarantine) + (species == quarantine)
                    across_number = nibble(detail, N_SPECIES * (across - LEFT_BANK) + quarantine)
                    gain = 6 * (own_number < across_number)
                    gain_across = 6 * (across_number < own_number)
                    gain_across += quarantine == T_REX and not with_t_rex >> across & 1
            elif pen == PYRAMID:
                refused = zoo.pyramid | tables.touching[place] << (8 * species) | tables.takes[place]
                taken_after = refused >> 48 & 63
                value += pyramid_next + <int> tables.pyramid_points[taken_after]
                legal_after = cells_for(refused, tables.open_row[taken_after], outlook)
                if taken_after != 63:
                    value += w[AT_PYRAMID + 5 * taken_after + min(legal_after, 4)]
                after = after & ~(1 << PYRAMID) | (legal_after > 0) << PYRAMID
                if quarantine >= 0:
                    gain = cell_gain(tables.open_row[taken_after] & ~<int> (refused >> (8 * quarantine))) or -1
            elif pen == LOOKOUT:
                value += 2 * nibble(outlook.neighbour, species) + w[AT_LOOKOUT + 5 + outlook.scarcity[species]]
                value += lookout_next
                after ^= 1 << LOOKOUT
            else:
                value += quarantine_next
                after ^= 1 << QUARANTINE_ZONE
            value += w[winter_faces(after, with_t_rex | (species == T_REX) << pen, filled | 1 << pen,
                                    pyramid + (pen == PYRAMID), wood + (pen == WOOD))] - faces_now
            if pen == QUARANTINE_ZONE:
                value += quarantine_entry(relocation(zoo, species, outlook), outlook, w) - quarantine_now
            elif quarantine >= 0:
                elsewhere = max(gain_across, second if pen == best_pen else max(1, gains[best_pen]))
                if quarantine == T_REX:
                    gain += gain >= 0 and species != T_REX and not with_t_rex >> pen & 1
                    elsewhere -= 1
                    gain -= 1
                value += quarantine_entry(max(gain, elsewhere), outlook, w) - quarantine_now
            out[n].value = value
            n += 1
    return n
