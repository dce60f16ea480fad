"""The Summer side of the potential: points, indicators, and what placements add."""
from libc.stdint cimport uint16_t, uint32_t

from dinoai.engine.draftosaurus.state cimport Zoo
from dinoai.search.knowledge.draftosaurus_outlook cimport Choice, Outlook

cdef int summer_points(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil
cdef int summer_indicators(const Zoo *zoo, uint32_t counts, const Outlook *outlook, uint16_t *out) noexcept nogil
cdef int value_summer(
    const Zoo *zoo, uint32_t counts, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil
