"""The Winter side of the potential: points, indicators, and what placements add."""
from libc.stdint cimport uint16_t

from dinoai.engine.draftosaurus.state cimport Zoo
from dinoai.search.knowledge.draftosaurus_outlook cimport Choice, Outlook

cdef int winter_points(const Zoo *zoo, const Outlook *outlook) noexcept nogil
cdef int winter_indicators(const Zoo *zoo, const Outlook *outlook, uint16_t *out) noexcept nogil
cdef int value_winter(
    const Zoo *zoo, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil
