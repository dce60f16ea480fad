"""What a seat's potential depends on beside its own zoo, and the tables that it is looked up in."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from dinoai.engine.draftosaurus.state cimport DraftosaurusState, nibble
from dinoai.engine.draftosaurus.tables cimport EMPTY_PEN, WATCH_OUT_FOR_T_REX
from dinoai.search.knowledge.network cimport Network

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int mask) noexcept nogil  # the number of the lowest bit; mask must not be 0


cdef enum:
    N_LEFT = 12  # turns left: 0-11; with none left nothing is promised
    MAX_INDICATORS = 12  # that are told of one zoo
    N_ENTRIES = 704  # of a table
    N_ABUNDANCES = 6
    MAX_TOTAL = 60  # dinosaurs of a game
    MAX_COUNT = 10  # of a species
    N_VARIANTS = 8  # two to five players, two sides
    MAX_CHOICES = 54  # six species, nine places


cdef struct Tables:
    float promise[N_LEFT][N_ENTRIES]
    const Network *network  # of Winter zoos; what it says is added to the promise; NULL: none


cdef struct Outlook:
    const Tables *tables
    int n_seats
    int side
    int left  # turns to come after the one in question
    int rolls  # in how many of them the seat rolls
    int ahead  # turns until the seat rolls next, from 1
    uint32_t most  # the most that any opponent's zoo has of each species, a nibble each
    uint32_t neighbour  # what the right neighbour's zoo has
    uint64_t coming  # six bits in the byte of each species that is still to come
    uint8_t scarcity[6]  # dinosaurs of each species that are still to come; 0: none, 1: few, 2: average, 3: many
    uint32_t unseen  # the dinosaurs that are still to come, as far as the knower can tell
    int n_unseen


cdef struct Choice:
    int species
    int place  # -1: not chosen yet, or none
    float value  # only differences between the choices of one position mean something


cdef Tables shipped[N_VARIANTS]
cdef int32_t SAME[8]  # points of the Forest and the Wood
cdef int32_t DIFFERENT[8]  # points of the Meadow
cdef uint8_t faces_by_area[2][64]  # side, open pens: which of the first four faces leave one of them, a bit each

# By dinosaurs to come, and of them of the species: scarcity in finer steps, up to N_ABUNDANCES - 1.
cdef uint8_t abundances[MAX_TOTAL + 1][MAX_COUNT + 1]

cdef void load_tables(const unsigned char[::1] packed) except *
cdef int variant_of(const DraftosaurusState *state) noexcept nogil
cdef void look_out(
    const DraftosaurusState *state, int seat, int knower, int left, const Tables *tables, Outlook *out
) noexcept nogil


cdef inline int faces_left(int side, int open_pens, int with_t_rex, int taken) noexcept nogil:
    """Which faces of the die leave at least one of the open pens, a bit each; the others are masks of pens too."""
    return (
        faces_by_area[side][open_pens] | ((open_pens & ~taken) != 0) << (EMPTY_PEN - 1)
        | ((open_pens & ~with_t_rex) != 0) << (WATCH_OUT_FOR_T_REX - 1)
    )


cdef inline int lead(uint32_t counts, const Outlook *outlook, int species) noexcept nogil:
    """How many more of the species the zoo has than the opponent with the most of it."""
    return nibble(counts, species) - nibble(outlook.most, species)


cdef inline int clip(int x, int low, int high) noexcept nogil:
    return low if x < low else high if x > high else x
