"""Fixed knowledge of the boards as tables: zones, what closes a pen, the Pyramid (rules, sections 3 and 4)."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t


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


cdef extern from *:
    """
    #define DINOAI_EVERY_SPECIES 0x010101010101ULL
    """
    # 0x01 in the byte of each species.
    uint64_t EVERY_SPECIES "DINOAI_EVERY_SPECIES"


cdef struct Tables:
    # The k-th lowest set bit of a mask of seven bits.
    uint8_t select[128][8]
    # Species: 1 in its nibble, or in its byte.
    uint32_t one_nibble[8]
    uint64_t one_byte[8]
    # Board, pen, number of dinosaurs now in it, species just placed: what it adds to a zoo's `closed`. The Well-Ordered
    # Wood is not a matter of its number alone.
    uint64_t closes[3][7][16][8]
    # Pen: the bits of a zoo's `closed` that a placement makes anew: the Well-Ordered Wood's.
    uint64_t reopens[7]
    # Dinosaurs in the Wood, species before the one just placed: what the Wood refuses, to keep two species alternating.
    # Row 0 stands for a placement elsewhere; in row 1 the species is the one just placed.
    uint64_t alternates[16][8]
    # Side, face: pens that the face allows, a bit each; all for the faces that look at the pens.
    uint8_t zone[2][8]
    # Face: the first bit of the byte of a zoo's `closed` that has the pens it forbids; bit 63 is never set.
    uint8_t looks_at[8]
    # Pen: a nibble for each pen up to it, in the order of the pens.
    uint32_t up_to[7]
    # Place: its pen.
    uint8_t pen_of[13]
    # Place: the cell and those behind it, the cells that touch it, and what taking it adds to a zoo's `pyramid`; none
    # for the places that are no cells.
    uint8_t cells_from[13]
    uint64_t touching[13]
    uint64_t takes[13]
    # Cells taken: the cells of the open row (D3), a bit each; taken cells refuse by themselves.
    uint8_t open_row[64]
    # Cells taken: points of the Pyramid.
    uint8_t pyramid_points[64]
    # Side, place, species: what a placement adds to a zoo's `detail`.
    uint64_t detail[2][13][8]


cdef Tables tables
