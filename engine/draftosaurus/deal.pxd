"""What is left to chance during a game: dealing and rolling."""
from dinoai.engine.draftosaurus.state cimport DraftosaurusState
from dinoai.engine.rng cimport RngState

cdef void roll(DraftosaurusState *state, RngState *rng) noexcept nogil
