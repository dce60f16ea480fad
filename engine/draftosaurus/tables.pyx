"""The boards' tables, filled once when the module is imported."""

cdef uint8_t CAPACITY[3][7]
CAPACITY[SUMMER_PRAIRIE_6] = [6, 6, 6, 3, 1, 1, 16]
CAPACITY[SUMMER_PRAIRIE_12] = [6, 6, 12, 3, 1, 1, 16]
CAPACITY[WINTER_BOARD] = [6, 16, 16, 1, 1, 6, 16]

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


cdef uint64_t in_bytes(positions):
    """0x01 in each of these bytes."""
    cdef uint64_t result = 0
    for position in positions:
        result |= <uint64_t> 1 << (8 * <int> position)
    return result


def fill_select():
    for mask in range(128):
        for k, bit in enumerate([bit for bit in range(7) if mask >> bit & 1]):
            tables.select[<int> mask][<int> k] = bit


def fill_closes():
    cdef int board, pen, number, species
    cdef uint8_t refused
    for board in range(3):
        for pen in range(7):
            for number in range(1, 16):
                for species in range(N_SPECIES):
                    if number >= CAPACITY[board][pen]:
                        refused = 0x3F
                    elif board != WINTER_BOARD and pen == FOREST:
                        refused = 0x3F ^ 1 << species
                    elif board != WINTER_BOARD and pen == MEADOW:
                        refused = 1 << species
                    else:
                        refused = 0
                    tables.closes[board][pen][number][species] = refused | (0x40 if species == T_REX else 0) | 0x80


def fill_faces():
    cdef int side, face
    everywhere = in_bytes(range(7))
    for side in (SUMMER, WINTER):
        for face in range(7):
            tables.zone[side][face] = in_bytes(ZONES[side][face]) if face in ZONES[side] else everywhere
            tables.always[face] = 0 if face in (EMPTY_PEN, WATCH_OUT_FOR_T_REX) else everywhere
            tables.looks_at[face] = 6 if face == WATCH_OUT_FOR_T_REX else 7


def fill_pyramid():
    cdef int cell, taken
    for cell in range(6):
        tables.touching[cell] = in_bytes({a + b - cell for a, b in TOUCHING if cell in (a, b)})
    for taken in range(64):
        row = range(3) if taken & 7 != 7 else range(3, 5) if taken & 24 != 24 else range(5, 6)
        tables.open_row[taken] = in_bytes(row)
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
fill_closes()
fill_faces()
fill_pyramid()
fill_detail()
