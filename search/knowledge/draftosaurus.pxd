"""Hand-made knowledge of Draftosaurus: the yardstick `greedy`, current points plus the promise of unfinished pens."""
from dinoai.engine.rng cimport RngState

cdef void play_greedily(void *world, RngState *rng) noexcept nogil
