"""What a seat knows: views, worlds drawn for a seat, information sets."""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.state cimport DraftosaurusState, popcount
from dinoai.engine.rng cimport RngState, below


cdef inline uint64_t spread(uint32_t counts) noexcept nogil:
    """Nibbles as bytes."""
    cdef uint64_t x = counts
    x = (x | x << 16) & 0x0000FFFF0000FFFFULL
    x = (x | x << 8) & 0x00FF00FF00FF00FFULL
    return (x | x << 4) & 0x0F0F0F0F0F0F0F0FULL


cdef inline uint32_t squeeze(uint64_t x) noexcept nogil:
    """Bytes below 16 as nibbles."""
    x = (x | x >> 4) & 0x00FF00FF00FF00FFULL
    x = (x | x >> 8) & 0x0000FFFF0000FFFFULL
    return <uint32_t> (x | x >> 16)


cdef inline int draw(uint64_t *bag, RngState *rng) noexcept nogil:
    """Take a random dinosaur out of a bag of byte counts, which is not empty; each individual is equally likely."""
    cdef uint64_t ones = 0x0101010101010101ULL
    cdef uint64_t tops = 0x8080808080808080ULL
    cdef uint64_t sums = bag[0] * ones  # byte s: how many dinosaurs are of species up to s
    cdef uint64_t index = below(rng, <uint32_t> (sums >> 56))
    # A byte keeps its top bit where its sum is above the index; the species is the first such byte.
    cdef int species = popcount(~((sums | tops) - (index + 1) * ones) & tops)
    ensure((bag[0] >> (8 * species) & 255) != 0)
    bag[0] -= <uint64_t> 1 << (8 * species)
    return species


cdef void hide(DraftosaurusState *state, int seat) noexcept nogil
cdef void sample_world(DraftosaurusState *state, int seat, RngState *rng) noexcept nogil
cdef uint32_t known_boxed(const DraftosaurusState *state, int seat) noexcept nogil
cdef uint64_t infoset_key(const DraftosaurusState *state, int seat) noexcept nogil
