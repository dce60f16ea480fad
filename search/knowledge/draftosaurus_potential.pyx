"""What a zoo in the making will be worth at the end; see draftosaurus_potential.pxd."""
from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.tables cimport SUMMER
from dinoai.search.knowledge.draftosaurus_features cimport MAX_ZOO_ROWS, zoo_rows
from dinoai.search.knowledge.draftosaurus_outlook cimport MAX_INDICATORS
from dinoai.search.knowledge.draftosaurus_summer cimport summer_indicators, summer_points, value_summer
from dinoai.search.knowledge.draftosaurus_winter cimport value_winter, winter_indicators, winter_points
from dinoai.search.knowledge.network cimport forward


cdef int zoo_points(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil:
    """The points of a zoo as it stands; after the last turn with the best move out of Quarantine."""
    if outlook.side == SUMMER:
        return summer_points(zoo, counts, outlook)
    return winter_points(zoo, outlook)


cdef int write_indicators(const Zoo *zoo, uint32_t counts, const Outlook *outlook, uint16_t *out) noexcept nogil:
    """Write the entries that the zoo's potential is the sum of; returns how many."""
    cdef int n
    if outlook.side == SUMMER:
        n = summer_indicators(zoo, counts, outlook, out)
    else:
        n = winter_indicators(zoo, outlook, out)
    ensure(n <= MAX_INDICATORS)
    return n


cdef float potential(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil:
    """The points of the zoo and what it promises."""
    cdef uint16_t[MAX_INDICATORS] entries
    cdef float value = zoo_points(zoo, counts, outlook)
    cdef const float *promise
    cdef int i
    if outlook.left == 0:
        return value
    promise = outlook.tables.promise[outlook.left]
    for i in range(write_indicators(zoo, counts, outlook, entries)):
        value += promise[entries[i]]
    return value


cdef float refinement(const Zoo *zoo, const Outlook *outlook) noexcept nogil:
    """What the network adds to the potential of a zoo, in points; 0 where there is none."""
    cdef uint16_t[MAX_ZOO_ROWS] rows
    cdef double points
    if outlook.left == 0 or outlook.tables.network == NULL:
        return 0
    forward(outlook.tables.network, rows, zoo_rows(zoo, outlook, rows), 1, &points)
    return points


cdef int value_placements(
    const Zoo *zoo, uint32_t counts, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil:
    """What every placement of one of the candidates in one of its places adds to the potential; returns how many.

    They come species by species, each by place, the River last on the Summer side.
    """
    if outlook.side == SUMMER:
        return value_summer(zoo, counts, candidates, places, outlook, out)
    return value_winter(zoo, candidates, places, outlook, out)
