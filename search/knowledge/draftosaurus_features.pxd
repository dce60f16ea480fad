"""What the network of Draftosaurus is told of a Winter zoo: a list of rows of its table.

Most of what the network adds to the potential's tables is about species: one that is alone on the bridge is worth more
where many of it are to come, less where the Wood waits for it too. So each species gives one row for all of that.
"""
from libc.stdint cimport uint16_t

from dinoai.engine.draftosaurus.state cimport Zoo
from dinoai.search.knowledge.draftosaurus_outlook cimport N_ABUNDANCES, Outlook

cdef enum:
    # Where the rows of each feature begin.
    AT_SPECIES = 0  # T-Rex or not, lead of the left bank, abundance, role in the Wood, has a cell, is in Quarantine
    AT_NEIGHBOUR = 2 * 5 * N_ABUNDANCES * 3 * 2 * 2  # while the Lookout is empty: the neighbour's, abundance
    AT_LOOKOUT = AT_NEIGHBOUR + 5 * N_ABUNDANCES  # the same of the species in the Lookout
    AT_WOOD = AT_LOOKOUT + 6 * N_ABUNDANCES
    AT_CELLS = AT_WOOD + 7  # cells taken
    AT_T_REXES = AT_CELLS + 64  # pens with a T-Rex
    AT_TURNS = AT_T_REXES + 64  # turns left, in how many of them the seat rolls
    AT_AHEAD = AT_TURNS + 48
    AT_OPEN = AT_AHEAD + 5  # whether an empty pen is open, and one without a T-Rex; of sixteen rows four are in use
    AT_RIVER = AT_OPEN + 16
    AT_BOTH = AT_RIVER + 4  # sizes of Pyramid and Wood
    AT_PAIRS = AT_BOTH + 49
    N_ZOO_ROWS = AT_PAIRS + 5
    MAX_ZOO_ROWS = 21

cdef int zoo_rows(const Zoo *zoo, const Outlook *outlook, uint16_t *out) noexcept nogil
