"""What a seat's potential depends on beside its own zoo, and the tables that it is looked up in."""
from libc.string cimport memcpy

from dinoai.engine.draftosaurus.information cimport known_boxed, spread, squeeze
from dinoai.engine.draftosaurus.state cimport all_dinosaurs
from dinoai.engine.draftosaurus.tables cimport N_SPECIES, WOODLANDS
from dinoai.engine.draftosaurus.tables cimport tables as board_tables

cdef uint64_t ONES = 0x0101010101010101ULL
cdef uint64_t TOPS = 0x8080808080808080ULL
cdef uint8_t scarcities[MAX_TOTAL + 1][MAX_COUNT + 1]  # by dinosaurs to come, and of them of the species
SAME[:] = [0, 2, 4, 8, 12, 18, 24, 24]
DIFFERENT[:] = [0, 1, 3, 6, 10, 15, 21, 21]


cdef int variant_of(const DraftosaurusState *state) noexcept nogil:
    return 2 * (state.n_seats - 2) + state.side


cdef inline uint32_t unseen_by(const DraftosaurusState *state, int seat) noexcept nogil:
    """The dinosaurs that are in no zoo and that the seat does not know to be boxed."""
    cdef uint32_t unseen = all_dinosaurs(state.n_seats)
    cdef int other
    for other in range(state.n_seats):
        unseen -= state.counts[other]
    if state.n_seats == 2:
        unseen -= known_boxed(state, seat)
    return unseen


cdef void look_out(
    const DraftosaurusState *state, int seat, int knower, int left, const Tables *tables, Outlook *out
) noexcept nogil:
    """The seat's outlook, as the `knower` sees it, with `left` turns to come after the one in question."""
    cdef int other, species, count, total, n = state.n_seats
    cdef int ahead = (seat - state.roller + n) % n  # turns until the seat rolls next
    cdef uint32_t unseen = unseen_by(state, knower)
    cdef uint64_t most, counts, larger
    out.tables = tables
    out.n_seats = n
    out.side = state.side
    out.left = left
    if ahead == 0:
        ahead = n
    out.ahead = ahead
    out.rolls = 0 if left < ahead else (left - ahead) // n + 1
    out.neighbour = state.counts[(seat if seat else n) - 1]
    most = 0
    for other in range(n):
        if other != seat:
            counts = spread(state.counts[other])
            # A byte keeps its top bit where it is not the smaller one.
            larger = ((most | TOPS) - counts & TOPS) >> 7
            larger *= 255
            most = most & larger | counts & ~larger
    out.most = squeeze(most)
    total = (spread(unseen) * ONES) >> 56
    out.unseen = unseen
    out.n_unseen = total
    out.coming = 0
    for species in range(N_SPECIES):
        count = nibble(unseen, species)
        out.coming |= <uint64_t> (0x3F if count else 0) << (8 * species)
        out.scarcity[species] = scarcities[total][count]


cdef void fill_scarcities() noexcept:
    cdef int total, count
    for total in range(MAX_TOTAL + 1):
        scarcities[total][0] = abundances[total][0] = 0
        for count in range(1, MAX_COUNT + 1):
            # Below 2/3, up to 4/3, above 4/3 of the average species; and up to 1/2, 4/5, 6/5, 8/5, above.
            scarcities[total][count] = 1 + (9 * count >= total) + (9 * count > 2 * total)
            abundances[total][count] = (
                1 + (12 * count > total) + (15 * count > 2 * total) + (5 * count > total) + (15 * count > 4 * total)
            )


cdef void fill_faces() noexcept:
    cdef int side, open_pens, face
    for side in range(2):
        for open_pens in range(64):
            faces_by_area[side][open_pens] = 0
            for face in range(WOODLANDS, EMPTY_PEN):
                faces_by_area[side][open_pens] |= ((open_pens & board_tables.zone[side][face]) != 0) << (face - 1)


fill_scarcities()
fill_faces()


cdef void load_tables(const unsigned char[::1] packed) except *:
    cdef size_t size = sizeof(shipped[0].promise)
    cdef int variant
    if packed.nbytes != N_VARIANTS * size:
        raise ValueError(f"the tables must have {N_VARIANTS * size} bytes, not {packed.nbytes}")
    for variant in range(N_VARIANTS):
        memcpy(shipped[variant].promise, &packed[variant * size], size)
