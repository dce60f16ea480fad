"""The packed state of Draftosaurus and its smallest operations.

Counts by species are nibbles: species s in bits 4s to 4s+3 (no species has more than 10 dinosaurs). A hand's seventh
nibble counts the dinosaurs in it that the state does not name. Places are numbered 0-5 (pens), 6 (River), 7-12 (cells
of the Pyramid, which is pen 5 of the Winter side). Whatever is not in use is zero, and a zoo's dinosaurs stand grouped
by pen, so that equal knowledge is equal bytes.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.tables cimport (
    CELL, EVERY_SPECIES, N_PLACES, N_SPECIES, NO_FACE, PYRAMID, QUARANTINE_ZONE, RIVER, WINTER, WINTER_BOARD, WOOD,
    tables,
)
from dinoai.engine.game cimport FULL, MAX_SEATS


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t x) noexcept nogil


cdef enum Phase:
    # As the schema numbers them.
    PICK = 1
    PLACE = 2
    BOX = 3
    QUARANTINE = 4
    FINISHED = 5


cdef enum:
    N_TURNS = 12
    HAND_SIZE = 6
    # Options.
    PRAIRIE_12 = 1
    BOXED_HIDDEN = 2
    AFTER_REVEAL = 4
    # Fine-grained actions: a species is its number, a place is PLACE_ACTION more than its number.
    PLACE_ACTION = 6
    # A boxed dinosaur that the state does not name.
    UNKNOWN_BOXED = 7


cdef struct Zoo:
    # Byte s: the pens that refuse species s by their own rule now, a bit each; byte 6: the pens with a T-Rex; byte 7:
    # the pens with a dinosaur. The Pyramid's bit is set in bytes 0-5: its cells are asked for themselves.
    uint64_t closed
    # Byte s: the cells that refuse species s because a touching cell holds it or because they are taken, a bit each;
    # byte 6: the cells taken.
    uint64_t pyramid
    # Bits 0-35: the dinosaurs, three bits each, grouped by pen, in placement order (the Pyramid's by cell);
    # bits 36-63: how many each pen and the River hold, a nibble each.
    uint64_t contents
    # What else scoring asks for: counts in the Prairie or on the left bank (bits 0-23), on the right bank (bits 24-47),
    # 1 + species in the King of the Jungle or the Lookout (48-51), on the Solitary Island or in Quarantine (52-55).
    uint64_t detail


cdef struct DraftosaurusState:
    Zoo zoos[MAX_SEATS]
    uint64_t boxed[2]  # two players: a nibble a turn, 1 + species or UNKNOWN_BOXED
    uint32_t counts[MAX_SEATS]  # dinosaurs in the zoo, River included
    uint32_t hands[MAX_SEATS]
    uint32_t bag  # in a view: every dinosaur that it does not name
    uint8_t known_by[MAX_SEATS]  # seats that know the hand exactly: the holder and those that passed it on; 0 if empty
    uint8_t picks[MAX_SEATS]  # not yet revealed: 1 + species (bits 0-2), 1 + place (bits 3-6)
    uint8_t scores[MAX_SEATS]  # match: points of game 1
    uint8_t t_rexes[MAX_SEATS]  # match: T-Rexes of game 1
    uint8_t viewer  # FULL or a seat
    uint8_t n_seats
    uint8_t side
    uint8_t phase
    uint8_t turn  # 1-12
    uint8_t roller
    uint8_t die  # NO_FACE while it is still to be rolled, in QUARANTINE and FINISHED
    uint8_t first  # decides first within a phase, the others follow in seat order
    uint8_t options
    uint8_t game  # 0: no match, else 1 or 2
    uint8_t given_game  # the game in which the state was given; points are reported for it


cdef inline int nibble_sum(uint32_t x) noexcept nogil:
    """The sum of seven nibbles; it must be below 16."""
    return (x * <uint32_t> 0x1111111) >> 24 & 15


cdef inline int nibble(uint64_t x, int index) noexcept nogil:
    return x >> (4 * index) & 15


cdef inline int present(uint32_t counts) noexcept nogil:
    """The species with a count above zero, a bit each."""
    cdef uint32_t x = counts | counts >> 1
    x = (x | x >> 2) & 0x111111
    x = (x | x >> 3) & 0x030303
    return (x * <uint32_t> 0x1041) >> 12 & 63


cdef inline int present_bytes(uint64_t counts) noexcept nogil:
    """The bytes above zero, a bit each; no byte may be above 128, and the eighth must be zero."""
    return (counts + 0x7F7F7F7F7F7F7FULL & 0x80808080808080ULL) * 0x0002040810204081ULL >> 56


cdef inline int place_size(const Zoo *zoo, int pen) noexcept nogil:
    """How many dinosaurs are in a pen (the Pyramid as a whole) or in the River."""
    return zoo.contents >> (36 + 4 * pen) & 15


cdef inline uint32_t species_total(int n_seats) noexcept nogil:
    """How many of each species the game has."""
    return 6 if n_seats == 3 else 10 if n_seats == 5 else 8


cdef inline uint32_t all_dinosaurs(int n_seats) noexcept nogil:
    return species_total(n_seats) * 0x111111


cdef inline int board_of(const DraftosaurusState *state) noexcept nogil:
    return WINTER_BOARD if state.side == WINTER else state.options & PRAIRIE_12


cdef inline void clear_zoo(Zoo *zoo, int side) noexcept nogil:
    zoo.closed = EVERY_SPECIES << PYRAMID if side == WINTER else 0
    zoo.pyramid = 0
    zoo.contents = 0
    zoo.detail = 0


cdef inline int face_for(const DraftosaurusState *state, int seat) noexcept nogil:
    """The face that binds the seat; the roller is free, and so is everybody in Quarantine."""
    return NO_FACE if seat == state.roller else state.die


cdef inline int legal_places(const Zoo *zoo, int side, int species, int face) noexcept nogil:
    """The places where the seat may put the species, a bit each; never empty, as the River is always open."""
    ensure((species >= 0) & (species < N_SPECIES))
    cdef int allowed = tables.zone[side][face] & ~<int> (zoo.closed >> tables.looks_at[face])
    cdef int places = allowed & ~<int> (zoo.closed >> (8 * species)) | 1 << RIVER
    cdef int cells
    if side == WINTER:
        cells = tables.open_row[zoo.pyramid >> 48] & ~<int> (zoo.pyramid >> (8 * species))
        places |= (cells & -(allowed >> PYRAMID & 1)) << CELL
    return places


cdef inline void place_dinosaur(Zoo *zoo, uint32_t *counts, int side, int board, int place, int species) noexcept nogil:
    """Put a dinosaur in a legal place of a zoo."""
    cdef int pen = tables.pen_of[place] if side == WINTER else place
    cdef uint64_t sequence = zoo.contents & 0xFFFFFFFFFULL
    cdef uint32_t sizes = <uint32_t> (zoo.contents >> 36)
    cdef int position = nibble_sum(sizes & tables.up_to[pen])
    cdef int size = (sizes >> (4 * pen) & 15) + 1
    cdef int before = sequence >> (3 * size - 6 & 63) & 7  # in the Well-Ordered Wood, which comes first
    cdef uint64_t behind
    ensure((species >= 0) & (species < N_SPECIES))
    ensure((place >= 0) & (place < N_PLACES))
    ensure((position < N_TURNS) & (size <= N_TURNS))
    if side == WINTER:
        # Keep the sequence by cell: step back over the cells behind this one.
        position -= popcount(tables.cells_from[place] & zoo.pyramid >> 48)
        zoo.pyramid |= tables.touching[place] << (8 * species) | tables.takes[place]
        before |= species & -(size == 1)
        zoo.closed &= ~tables.reopens[pen]
        zoo.closed |= tables.alternates[size if pen == WOOD else 0][before]
    behind = sequence >> (3 * position) << (3 * position)
    sequence += 7 * behind + (<uint64_t> species << (3 * position))
    zoo.closed |= tables.closes[board][pen][size][species]
    zoo.contents = sequence | <uint64_t> (sizes + (<uint32_t> 1 << (4 * pen))) << 36
    zoo.detail += tables.detail[side][place][species]
    counts[0] += tables.one_nibble[species]


cdef inline int quarantined(const Zoo *zoo, int side) noexcept nogil:
    """1 + the species in Quarantine, or 0."""
    return zoo.detail >> 52 & 15 if side == WINTER else 0


cdef inline int release_quarantined(Zoo *zoo, uint32_t *counts) noexcept nogil:
    """Take the dinosaur out of Quarantine; returns its species."""
    cdef int species = (zoo.detail >> 52 & 15) - 1
    ensure(species >= 0)
    cdef uint64_t sequence = zoo.contents & 0xFFFFFFFFFULL
    cdef uint32_t sizes = <uint32_t> (zoo.contents >> 36)
    cdef uint64_t before = (<uint64_t> 1 << (3 * nibble_sum(sizes & 0xFFFF))) - 1
    sequence = sequence & before | sequence >> 3 & ~before
    zoo.contents = sequence | <uint64_t> (sizes - (1 << (4 * QUARANTINE_ZONE))) << 36
    zoo.closed &= ~(0x0101010101010101ULL << QUARANTINE_ZONE)
    zoo.detail &= ~(<uint64_t> 15 << 52)
    counts[0] -= <uint32_t> 1 << (4 * species)
    return species


cdef inline uint64_t picks_of_all(const DraftosaurusState *state) noexcept nogil:
    """The picks, a byte a seat; below 2**40."""
    cdef uint64_t picks = 0
    memcpy(&picks, state.picks, MAX_SEATS)
    return picks


cdef inline int pick_species(int pick) noexcept nogil:
    """The species in a pick, or -1."""
    return (pick & 7) - 1


cdef inline int pick_place(int pick) noexcept nogil:
    """The place in a pick, or -1."""
    return (pick >> 3) - 1


cdef inline bint needs_place(const DraftosaurusState *state) noexcept nogil:
    """Whether a choice of this phase ends with a place."""
    return (state.phase == PLACE or state.phase == QUARANTINE
            or state.phase == PICK and not state.options & AFTER_REVEAL)


cdef inline bint has_chosen(const DraftosaurusState *state, int seat) noexcept nogil:
    """Whether the seat's choice of this phase is complete, or it has none to make."""
    if state.phase == QUARANTINE and not quarantined(&state.zoos[seat], WINTER):
        return True
    return state.picks[seat] >> (3 if needs_place(state) else 0) != 0
