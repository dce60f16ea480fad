"""The boards' tables, filled once when the module is imported."""

cdef uint8_t CAPACITY[3][6]
CAPACITY[SUMMER_PRAIRIE_6] = [6, 6, 6, 3, 1, 1]
CAPACITY[SUMMER_PRAIRIE_12] = [6, 6, 12, 3, 1, 1]
CAPACITY[WINTER_BOARD] = [6, 16, 16, 1, 1, 6]

# Pens by area and bank, as the boards print them.
ZONES = {
    SUMMER: {
        WOODLANDS: (FOREST, TRIO, KING),
        GRASSLANDS: (PRAIRIE, MEADOW, ISLAND),
        FOOD_COURT: (FOREST, TRIO, PRAIRIE),
        RESTROOMS: (KING, MEADOW, ISLAND),
    },
    WINTER: {
        WOODLANDS: (WOOD, LEFT_BANK, LOOKOUT),
        GRASSLANDS: (RIGHT_BANK, PYRAMID, QUARANTINE_ZONE),
        FOOD_COURT: (WOOD, LEFT_BANK, QUARANTINE_ZONE),
        RESTROOMS: (LOOKOUT, RIGHT_BANK, PYRAMID),
    },
}
TOUCHING = ((0, 1), (1, 2), (3, 4), (0, 3), (1, 3), (1, 4), (2, 4), (3, 5), (4, 5))
ROW_POINTS = (2, 2, 2, 4, 4, 7)


cdef int in_bits(positions):
    """A mask of these bits."""
    return sum(1 << position for position in positions)


def fill_select():
    for mask in range(128):
        for k, bit in enumerate([bit for bit in range(7) if mask >> bit & 1]):
            tables.select[<int> mask][<int> k] = bit


def fill_ones():
    cdef int species
    for species in range(N_SPECIES):
        tables.one_nibble[species] = <uint32_t> 1 << (4 * species)
        tables.one_byte[species] = <uint64_t> 1 << (8 * species)


def fill_closes():
    cdef int board, pen, number, species
    cdef uint64_t refused
    for board in range(3):
        for pen in range(RIVER):
            for number in range(1, 16):
                for species in range(N_SPECIES):
                    if number >= CAPACITY[board][pen]:
                        refused = EVERY_SPECIES
                    elif board != WINTER_BOARD and pen == FOREST:
                        refused = EVERY_SPECIES ^ <uint64_t> 1 << (8 * species)
                    elif board != WINTER_BOARD and pen == MEADOW:
                        refused = <uint64_t> 1 << (8 * species)
                    else:
                        refused = 0
                    refused |= <uint64_t> 1 << 56 | <uint64_t> (species == T_REX) << 48
                    tables.closes[board][pen][number][species] = refused << pen


def fill_wood():
    cdef int number, species
    tables.reopens[WOOD] = EVERY_SPECIES << WOOD
    for species in range(N_SPECIES):
        tables.alternates[1][species] = <uint64_t> 1 << (8 * species + WOOD)
        for number in range(2, 16):
            tables.alternates[number][species] = (EVERY_SPECIES ^ <uint64_t> 1 << (8 * species)) << WOOD


def fill_faces():
    cdef int side, face
    for side in (SUMMER, WINTER):
        for face in range(7):
            tables.zone[side][face] = in_bits(ZONES[side].get(face, range(RIVER)))
            tables.looks_at[face] = 48 if face == WATCH_OUT_FOR_T_REX else 56 if face == EMPTY_PEN else 63


def fill_places():
    cdef int place, pen, cell, taken
    for place in range(N_PLACES):
        tables.pen_of[place] = place if place < CELL else PYRAMID
    for pen in range(7):
        tables.up_to[pen] = <uint32_t> 0xFFFFFFF >> (24 - 4 * pen)
    for cell in range(6):
        tables.cells_from[CELL + cell] = 63 >> cell << cell
        tables.touching[CELL + cell] = in_bits({a + b - cell for a, b in TOUCHING if cell in (a, b)})
        tables.takes[CELL + cell] = (EVERY_SPECIES | <uint64_t> 1 << 48) << cell
    for taken in range(64):
        tables.open_row[taken] = 7 if taken & 7 != 7 else 24 if taken & 24 != 24 else 32
        tables.pyramid_points[taken] = sum(ROW_POINTS[cell] for cell in range(6) if taken >> cell & 1)


def fill_detail():
    cdef int species
    for species in range(N_SPECIES):
        tables.detail[SUMMER][PRAIRIE][species] = <uint64_t> 1 << (4 * species)
        tables.detail[SUMMER][KING][species] = <uint64_t> (species + 1) << 48
        tables.detail[SUMMER][ISLAND][species] = <uint64_t> (species + 1) << 52
        tables.detail[WINTER][LEFT_BANK][species] = <uint64_t> 1 << (4 * species)
        tables.detail[WINTER][RIGHT_BANK][species] = <uint64_t> 1 << (24 + 4 * species)
        tables.detail[WINTER][LOOKOUT][species] = <uint64_t> (species + 1) << 48
        tables.detail[WINTER][QUARANTINE_ZONE][species] = <uint64_t> (species + 1) << 52


fill_select()
fill_ones()
fill_closes()
fill_wood()
fill_faces()
fill_places()
fill_detail()
