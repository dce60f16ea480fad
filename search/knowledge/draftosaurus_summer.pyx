"""The Summer side of the potential: points, indicators, and what placements add."""
from libc.stdint cimport uint64_t

from dinoai.engine.draftosaurus.state cimport nibble, nibble_sum, place_size, popcount
from dinoai.engine.draftosaurus.tables cimport (
    FOREST, ISLAND, KING, MEADOW, N_SPECIES, PRAIRIE, RIVER, SUMMER, T_REX, TRIO,
)
from dinoai.search.knowledge.draftosaurus_outlook cimport DIFFERENT, SAME, clip, faces_left, lead, lowest

cdef enum:
    # Where the entries of each indicator begin.
    AT_FOREST = 0  # empty, then size 1-5 by scarcity
    AT_MEADOW = 21  # size 0-5, missing species of which none are unseen
    AT_PRAIRIE = 39  # size, singles that can still be paired
    AT_TRIO = 67
    AT_KING = 70  # empty: the best lead to be had; else lead by scarcity
    AT_ISLAND = 103  # empty: species that the zoo lacks; else scarcity
    AT_T_REX = 114  # pens with a T-Rex, scarcity
    AT_FACES = 142
    AT_PENS = 206  # size of Meadow, Trio, King and Island taken
    AT_SIZES = 318  # size of Forest and Meadow
    AT_ROLLS = 367
    N_SUMMER_ENTRIES = 374


cdef int summer_points(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil:
    """The points of a zoo as it stands."""
    cdef int king = <int> (zoo.detail >> 48 & 15) - 1, island = <int> (zoo.detail >> 52 & 15) - 1
    cdef int points = place_size(zoo, RIVER) + popcount(zoo.closed >> 48 & 63)
    points += SAME[place_size(zoo, FOREST)] + DIFFERENT[place_size(zoo, MEADOW)]
    points += 5 * nibble_sum(<uint32_t> (zoo.detail & 0xFFFFFF) >> 1 & 0x777777)
    points += 7 * (place_size(zoo, TRIO) == 3)
    points += 7 * (king >= 0 and lead(counts, outlook, king) >= 0)
    points += 7 * (island >= 0 and nibble(counts, island) == 1)
    return points


cdef int summer_indicators(const Zoo *zoo, uint32_t counts, const Outlook *outlook, uint16_t *out) noexcept nogil:
    cdef uint64_t detail = zoo.detail
    cdef int king = <int> (detail >> 48 & 15) - 1, island = <int> (detail >> 52 & 15) - 1
    cdef int forest = place_size(zoo, FOREST), meadow = place_size(zoo, MEADOW), trio = place_size(zoo, TRIO)
    cdef int prairie = place_size(zoo, PRAIRIE)
    cdef int species, n_dead = 0, n_single = 0, best = -1, n_lacking = 0, at, open_pens, n = 0
    for species in range(N_SPECIES):
        if outlook.scarcity[species]:
            n_single += detail >> (4 * species) & 1
            best = max(best, lead(counts, outlook, species) + 1)
            n_lacking += nibble(counts, species) == 0
        elif not zoo.closed >> (8 * species + MEADOW) & 1:
            n_dead += 1
    if forest == 0:
        out[n] = AT_FOREST
        n += 1
    elif forest < 6:
        # The Forest is the first pen, so its dinosaurs come first.
        out[n] = AT_FOREST + 1 + 4 * (forest - 1) + outlook.scarcity[zoo.contents & 7]
        n += 1
    if meadow < 6:
        out[n] = AT_MEADOW + 3 * meadow + min(n_dead, 2)
        n += 1
    out[n] = AT_PRAIRIE + 4 * min(prairie, 6) + min(n_single, 3)
    n += 1
    if trio < 3:
        out[n] = AT_TRIO + trio
        n += 1
    if king < 0:
        at = clip(best, -1, 3) + 1
    else:
        at = 5 + 4 * (clip(lead(counts, outlook, king), -3, 3) + 3) + outlook.scarcity[king]
    out[n] = AT_KING + at
    n += 1
    if island < 0:
        out[n] = AT_ISLAND + n_lacking
        n += 1
    elif nibble(counts, island) == 1:
        out[n] = AT_ISLAND + 7 + outlook.scarcity[island]
        n += 1
    out[n] = AT_T_REX + 4 * popcount(zoo.closed >> 48 & 63) + outlook.scarcity[T_REX]
    n += 1
    open_pens = (
        (forest < 6) << FOREST | (meadow < 6) << MEADOW | (prairie < 6) << PRAIRIE | (trio < 3) << TRIO
        | (king < 0) << KING | (island < 0) << ISLAND
    )
    out[n] = AT_FACES + faces_left(SUMMER, open_pens, zoo.closed >> 48 & 63, zoo.closed >> 56 & 63)
    out[n + 1] = AT_PENS + 16 * meadow + 4 * trio + 2 * (king >= 0) + (island >= 0)
    out[n + 2] = AT_SIZES + 7 * forest + meadow
    out[n + 3] = AT_ROLLS + outlook.rolls
    return n + 4


cdef int value_summer(
    const Zoo *zoo, uint32_t counts, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil:
    cdef const float *w = outlook.tables.promise[outlook.left]
    cdef uint64_t detail = zoo.detail
    cdef int king = <int> (detail >> 48 & 15) - 1, island = <int> (detail >> 52 & 15) - 1
    cdef int forest = place_size(zoo, FOREST), meadow = place_size(zoo, MEADOW), trio = place_size(zoo, TRIO)
    cdef int prairie = place_size(zoo, PRAIRIE)
    cdef int with_t_rex = zoo.closed >> 48 & 63, taken = zoo.closed >> 56 & 63
    cdef int species, n_dead = 0, n_single = 0, best = -1, n_lacking = 0, open_pens, n = 0, ahead, own, mask, place
    cdef int closing, after, at
    cdef float[6] by_pen  # what a dinosaur of any species adds in a pen
    cdef float[6] by_species  # what this one adds to that
    cdef float[2] prairie_next  # of a single, and of one that pairs it
    cdef float king_now, king_next, island_next, pens_now, sizes_now, faces_now, base
    cdef float fresh_next = 1  # what a T-Rex in a pen without one adds by itself
    for species in range(N_SPECIES):
        if outlook.scarcity[species]:
            n_single += detail >> (4 * species) & 1
            best = max(best, lead(counts, outlook, species) + 1)
            n_lacking += nibble(counts, species) == 0
        elif not zoo.closed >> (8 * species + MEADOW) & 1:
            n_dead += 1
    open_pens = (
        (forest < 6) << FOREST | (meadow < 6) << MEADOW | (prairie < 6) << PRAIRIE | (trio < 3) << TRIO
        | (king < 0) << KING | (island < 0) << ISLAND
    )
    faces_now = w[AT_FACES + faces_left(SUMMER, open_pens, with_t_rex, taken)]
    pens_now = w[AT_PENS + 16 * meadow + 4 * trio + 2 * (king >= 0) + (island >= 0)]
    sizes_now = w[AT_SIZES + 7 * forest + meadow]
    if king < 0:
        king_now = w[AT_KING + clip(best, -1, 3) + 1]
    else:
        ahead = lead(counts, outlook, king)
        king_now = w[AT_KING + 5 + 4 * (clip(ahead, -3, 3) + 3) + outlook.scarcity[king]] + 7 * (ahead >= 0)
    # The pens that one dinosaur more closes.
    closing = (
        (forest == 5) << FOREST | (meadow == 5) << MEADOW | (prairie == 5) << PRAIRIE | (trio == 2) << TRIO | 1 << KING
        | 1 << ISLAND
    )
    for place in range(ISLAND + 1):
        by_pen[place] = w[
            AT_FACES + faces_left(SUMMER, open_pens & ~(closing & 1 << place), with_t_rex, taken | 1 << place)
        ] - faces_now
    if with_t_rex != 63:
        at = AT_T_REX + 4 * popcount(with_t_rex) + outlook.scarcity[T_REX]
        fresh_next += w[at + 4] - w[at]
    if forest < 6:
        by_pen[FOREST] += SAME[forest + 1] - SAME[forest] + w[AT_SIZES + 7 * (forest + 1) + meadow] - sizes_now
        # The Forest is the first pen, so its dinosaurs come first.
        at = AT_FOREST + 1 + 4 * (forest - 1) + outlook.scarcity[zoo.contents & 7] if forest else AT_FOREST
        by_pen[FOREST] -= w[at]
    if meadow < 6:
        by_pen[MEADOW] += DIFFERENT[meadow + 1] - DIFFERENT[meadow] - w[AT_MEADOW + 3 * meadow + min(n_dead, 2)]
        if meadow < 5:
            by_pen[MEADOW] += w[AT_MEADOW + 3 * (meadow + 1) + min(n_dead, 2)]
        by_pen[MEADOW] += w[AT_PENS + 16 * (meadow + 1) + 4 * trio + 2 * (king >= 0) + (island >= 0)] - pens_now
        by_pen[MEADOW] += w[AT_SIZES + 7 * forest + meadow + 1] - sizes_now
    at = AT_PRAIRIE + 4 * min(prairie + 1, 6)
    by_pen[PRAIRIE] -= w[AT_PRAIRIE + 4 * min(prairie, 6) + min(n_single, 3)]
    prairie_next[0] = w[at + min(n_single + 1, 3)]
    prairie_next[1] = w[at + clip(n_single - 1, 0, 3)] + 5
    if trio < 3:
        by_pen[TRIO] += (w[AT_TRIO + trio + 1] if trio < 2 else 7) - w[AT_TRIO + trio]
        by_pen[TRIO] += w[AT_PENS + 16 * meadow + 4 * (trio + 1) + 2 * (king >= 0) + (island >= 0)] - pens_now
    by_pen[KING] += w[AT_PENS + 16 * meadow + 4 * trio + 2 + (island >= 0)] - pens_now - king_now
    by_pen[ISLAND] += w[AT_PENS + 16 * meadow + 4 * trio + 2 * (king >= 0) + 1] - pens_now - w[AT_ISLAND + n_lacking]
    for species in range(N_SPECIES):
        if not candidates >> species & 1:
            continue
        own = nibble(counts, species)
        ahead = own + 1 - nibble(outlook.most, species)
        # What one more of the species in the zoo does to the King and the Island.
        king_next = 0
        if king < 0:
            king_next = w[AT_KING + clip(max(best, ahead + 1), -1, 3) + 1] - king_now
        elif king == species:
            king_next = w[AT_KING + 5 + 4 * (clip(ahead, -3, 3) + 3) + outlook.scarcity[king]] + 7 * (ahead >= 0)
            king_next -= king_now
        island_next = 0
        if island < 0:
            if own == 0:
                island_next = w[AT_ISLAND + n_lacking - 1] - w[AT_ISLAND + n_lacking]
        elif island == species and own == 1:
            island_next = -7 - w[AT_ISLAND + 7 + outlook.scarcity[island]]
        base = king_next + island_next
        by_species[FOREST] = w[AT_FOREST + 1 + 4 * forest + outlook.scarcity[species]] if forest < 5 else 0
        by_species[MEADOW] = by_species[TRIO] = 0
        by_species[PRAIRIE] = prairie_next[detail >> (4 * species) & 1]
        by_species[KING] = w[AT_KING + 5 + 4 * (clip(ahead, -3, 3) + 3) + outlook.scarcity[species]] + 7 * (ahead >= 0)
        by_species[KING] -= king_next
        by_species[ISLAND] = (7 + w[AT_ISLAND + 7 + outlook.scarcity[species]] if own == 0 else 0) - island_next
        if species == T_REX:
            for place in range(ISLAND + 1):
                if not with_t_rex >> place & 1:
                    after = open_pens & ~(closing & 1 << place)
                    by_species[place] += fresh_next - w[
                        AT_FACES + faces_left(SUMMER, after, with_t_rex, taken | 1 << place)
                    ]
                    by_species[place] += w[
                        AT_FACES + faces_left(SUMMER, after, with_t_rex | 1 << place, taken | 1 << place)
                    ]
        mask = places[species]
        while mask != 1 << RIVER:
            place = lowest(mask)
            mask &= mask - 1
            out[n].species = species
            out[n].place = place
            out[n].value = base + by_pen[place] + by_species[place]
            n += 1
        out[n].species = species
        out[n].place = RIVER
        out[n].value = base + 1
        n += 1
    return n
