"""What a zoo in the making will be worth at the end: its points and, by tables, what unfinished pens still promise.

The promise is linear in indicators: a few small things are told of a zoo (how full a pen is and how many of the species
it needs are still to come, which faces of the die leave an open pen, ...), each picks one entry of a table for the
number of turns left, and the entries add up. The tables are learned from self-play (docs/models/draftosaurus.md), one
set for each number of players and side.

Winter zoos hang together more than such a sum can say, so there a network adds what the tables leave over. It is
dearer, and asked at the leaf and for priors only.
"""
from libc.stdint cimport uint16_t, uint32_t

from dinoai.engine.draftosaurus.state cimport Zoo
from dinoai.search.knowledge.draftosaurus_outlook cimport Choice, Outlook

cdef int zoo_points(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil
cdef int write_indicators(const Zoo *zoo, uint32_t counts, const Outlook *outlook, uint16_t *out) noexcept nogil
cdef float potential(const Zoo *zoo, uint32_t counts, const Outlook *outlook) noexcept nogil
cdef float refinement(const Zoo *zoo, const Outlook *outlook) noexcept nogil
cdef int value_placements(
    const Zoo *zoo, uint32_t counts, int candidates, const int *places, const Outlook *outlook, Choice *out
) noexcept nogil
