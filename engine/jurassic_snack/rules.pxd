"""What may be done in a position, as boards; for the rules and for whoever judges or picks actions."""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport Game
from dinoai.engine.jurassic_snack.bits cimport rotated
from dinoai.engine.jurassic_snack.state cimport (
    AIR_RAID, AIR_TRAVEL, BIRTH, LOOK, NONE, RECON, Snack, empty_squares, pieces, pool, square_bit,
)
from dinoai.engine.jurassic_snack.tables cimport EAST, NORTH, SOUTH, WEST, Area

cdef const Game *JURASSIC_SNACK

# What the player to move decides.
cdef enum Decision:
    DECIDE_SLIDE
    DECIDE_BIRTH
    DECIDE_RECON
    DECIDE_AIR_TRAVEL
    DECIDE_AIR_RAID
    DECIDE_ERUPTION
    DECIDE_LOOK


cdef inline Decision decision(const Snack *s) noexcept nogil:
    """The decision to make now; an effect that cannot be applied becomes looks (E8)."""
    if s.pending == NONE:
        return DECIDE_SLIDE
    if s.pending == BIRTH:
        return DECIDE_BIRTH if pool(s, s.to_move) else DECIDE_LOOK
    if s.pending == RECON:
        return DECIDE_RECON
    if s.pending == AIR_TRAVEL:
        return DECIDE_AIR_TRAVEL
    if s.pending == AIR_RAID:
        return DECIDE_AIR_RAID if s.trex else DECIDE_LOOK
    if s.eruption_last_token == LOOK and s.grass & (s.grass - 1) == 0:
        return DECIDE_LOOK
    return DECIDE_ERUPTION


cdef inline uint64_t choices(const Snack *s, const Area *area, Decision what) noexcept nogil:
    """The squares to choose from for an effect other than Recon; never none."""
    if what == DECIDE_BIRTH:
        return empty_squares(s, area)
    if what == DECIDE_AIR_TRAVEL:
        return empty_squares(s, area) if s.chosen != NONE else s.diplos[0] | s.diplos[1]
    if what == DECIDE_AIR_RAID:
        # With a single T.Rex in play there is nothing to choose first.
        return s.trex if s.chosen == NONE and s.trex & (s.trex - 1) else empty_squares(s, area)
    if what == DECIDE_ERUPTION:
        return s.grass & ~square_bit(area, s.chosen)
    return s.grass & ~square_bit(area, s.look_made)


cdef inline void slide_origins(const Snack *s, const Area *area, uint64_t *out) noexcept nogil:
    """By direction: the squares whose piece the player to move may slide that way (R4, R5)."""
    cdef uint64_t own = s.diplos[s.to_move]
    cdef uint64_t diplo_steps = area.inside & ~pieces(s)
    cdef uint64_t trex_steps = area.inside & ~(s.grass | s.trex)
    cdef int stride = area.stride
    out[NORTH] = (own & (diplo_steps << stride)) | (s.trex & (trex_steps << stride))
    out[WEST] = (own & (diplo_steps << 1)) | (s.trex & (trex_steps << 1))
    out[EAST] = (own & (diplo_steps >> 1)) | (s.trex & (trex_steps >> 1))
    out[SOUTH] = (own & (diplo_steps >> stride)) | (s.trex & (trex_steps >> stride))


cdef inline uint64_t slide_end(
    const Area *area, uint64_t origin, int direction, uint64_t empty, uint64_t prey
) noexcept nogil:
    """Where a slide ends: on the first square that is not empty when there is prey, else before it (R4, R5).

    The first two squares are run without a branch; more are seldom empty.
    """
    cdef int step = area.steps[direction]
    cdef uint64_t run, stop
    empty &= area.entered[direction]
    run = origin | (empty & rotated(origin, step))
    run |= empty & rotated(run, step)
    stop = rotated(run, step) & ~run
    while stop & empty:
        stop = rotated(stop, step)
    return stop if stop & prey & area.entered[direction] else rotated(stop, -step)
