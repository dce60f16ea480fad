"""What the network of Draftosaurus is told of a Winter zoo; see draftosaurus_features.pxd."""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.state cimport N_TURNS, DraftosaurusState, nibble, place_size
from dinoai.engine.draftosaurus.tables cimport (
    EMPTY_PEN, LEFT_BANK, LOOKOUT, N_SPECIES, PYRAMID, QUARANTINE_ZONE, RIGHT_BANK, RIVER, T_REX, WINTER, WOOD, tables,
)
from dinoai.engine.state cimport State
from dinoai.search.knowledge.draftosaurus_outlook cimport abundances, clip, faces_left, look_out, shipped, variant_of

cdef enum:
    NOTHING = -1  # no species

ZOO_ROWS = N_ZOO_ROWS
MOST_ZOO_ROWS = MAX_ZOO_ROWS


cdef int zoo_rows(const Zoo *zoo, const Outlook *outlook, uint16_t *out) noexcept nogil:
    """Write the rows of a Winter zoo with turns left; returns how many."""
    cdef uint64_t detail = zoo.detail
    cdef int lookout = <int> (detail >> 48 & 15) - 1, quarantine = <int> (detail >> 52 & 15) - 1
    cdef int wood = place_size(zoo, WOOD), taken = zoo.pyramid >> 48 & 63, row = tables.open_row[taken]
    cdef int following = NOTHING, other = NOTHING  # the Wood's species: that which comes next, and the one before
    cdef int species, left, right, role, cell, abundance, at, open_pens, n = 0, n_pairs = 0, growing = 0
    if 0 < wood < 6:
        # The Wood is the first pen, and its two species alternate; after one dinosaur the second is still open.
        other = zoo.contents >> 3 * (1 - (wood & 1)) & 7
        if wood > 1:
            following = zoo.contents >> 3 * (wood & 1) & 7
    for species in range(N_SPECIES):
        left = nibble(detail, species)
        right = nibble(detail, N_SPECIES + species)
        n_pairs += min(left, right)
        abundance = abundances[outlook.n_unseen][nibble(outlook.unseen, species)]
        role = 1 if species == following else 2 if species == other else 0
        cell = (row & ~<int> (zoo.pyramid >> (8 * species))) != 0
        growing |= cell & (abundance > 0)
        at = 5 * (species == T_REX) + clip(left - right, -2, 2) + 2
        at = ((at * N_ABUNDANCES + abundance) * 3 + role) * 2 + cell
        out[n] = AT_SPECIES + 2 * at + (species == quarantine)
        n += 1
        if lookout < 0:
            out[n] = AT_NEIGHBOUR + N_ABUNDANCES * min(nibble(outlook.neighbour, species), 4) + abundance
            n += 1
    if lookout >= 0:
        abundance = abundances[outlook.n_unseen][nibble(outlook.unseen, lookout)]
        out[n] = AT_LOOKOUT + N_ABUNDANCES * min(nibble(outlook.neighbour, lookout), 5) + abundance
        n += 1
    open_pens = (
        (wood < 6) << WOOD | 1 << LEFT_BANK | 1 << RIGHT_BANK | (lookout < 0) << LOOKOUT
        | growing << PYRAMID | (quarantine < 0) << QUARANTINE_ZONE
    )
    out[n] = AT_WOOD + wood
    out[n + 1] = AT_CELLS + taken
    out[n + 2] = AT_T_REXES + (zoo.closed >> 48 & 63)
    out[n + 3] = AT_TURNS + 4 * outlook.left + min(outlook.rolls, 3)
    out[n + 4] = AT_AHEAD + outlook.ahead - 1
    out[n + 5] = AT_OPEN + (
        faces_left(WINTER, open_pens, zoo.closed >> 48 & 63, zoo.closed >> 56 & 63) >> (EMPTY_PEN - 1)
    )
    out[n + 6] = AT_RIVER + min(place_size(zoo, RIVER), 3)
    out[n + 7] = AT_BOTH + 7 * place_size(zoo, PYRAMID) + wood
    out[n + 8] = AT_PAIRS + min(n_pairs, 4)
    ensure(n + 9 <= MAX_ZOO_ROWS)
    return n + 9


def find_zoo_rows(State state not None, int seat) -> list[int]:
    cdef const DraftosaurusState *packed = <const DraftosaurusState *> state.data()
    cdef uint16_t[MAX_ZOO_ROWS] rows
    cdef Outlook outlook
    cdef int i
    look_out(packed, seat, seat, N_TURNS - packed.turn, &shipped[variant_of(packed)], &outlook)
    return [rows[i] for i in range(zoo_rows(&packed.zoos[seat], &outlook, rows))]
