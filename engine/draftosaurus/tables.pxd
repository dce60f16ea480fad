"""Fixed knowledge of the boards as tables: zones, what closes a pen, the Pyramid (rules, sections 3 and 4)."""
from libc.stdint cimport uint8_t, uint64_t


cdef enum:
    N_SPECIES = 6
    N_PLACES = 13
    T_REX = 0

    SUMMER = 0
    WINTER = 1

    # Pens of the Summer side.
    FOREST = 0
    MEADOW = 1
    PRAIRIE = 2
    TRIO = 3
    KING = 4
    ISLAND = 5
    # Pens of the Winter side. The Pyramid is a pen of which the cells are the places.
    WOOD = 0
    LEFT_BANK = 1
    RIGHT_BANK = 2
    LOOKOUT = 3
    QUARANTINE_ZONE = 4
    PYRAMID = 5
    # Places of both sides; CELL is the first of the six cells.
    RIVER = 6
    CELL = 7

    # Die faces as the schema numbers them; no face: free of the die, or not rolled.
    NO_FACE = 0
    WOODLANDS = 1
    GRASSLANDS = 2
    RESTROOMS = 3
    FOOD_COURT = 4
    EMPTY_PEN = 5
    WATCH_OUT_FOR_T_REX = 6

    # Boards: a side and, for Summer, the capacity of the Prairie (D1).
    SUMMER_PRAIRIE_6 = 0
    SUMMER_PRAIRIE_12 = 1
    WINTER_BOARD = 2


cdef struct Tables:
    # The k-th lowest set bit of a mask of seven bits.
    uint8_t select[128][8]
    # Board, pen, number of dinosaurs now in it, species just placed: the species that it refuses from now on (bits
    # 0-5), T-Rex flag (bit 6), occupied flag (bit 7). The Well-Ordered Wood is not a matter of its number alone.
    uint8_t closes[3][7][16][8]
    # Side, face: pens that the face allows, 0x01 in the byte of each; all for the faces that look at the pens.
    uint64_t zone[2][8]
    # Face: pens allowed whatever they hold; none for the faces that look at the pens.
    uint64_t always[8]
    # Face: which bit of a pen's byte must be clear.
    uint8_t looks_at[8]
    # Cell: 0x01 in the byte of each touching cell.
    uint64_t touching[6]
    # Cells taken: 0x01 in the byte of each cell in the open row (D3); taken cells refuse by themselves.
    uint64_t open_row[64]
    # Cells taken: points of the Pyramid.
    uint8_t pyramid_points[64]
    # Side, place, species: what a placement adds to a zoo's `detail`.
    uint64_t detail[2][13][8]


cdef Tables tables
