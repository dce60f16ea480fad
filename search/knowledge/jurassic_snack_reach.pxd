"""What slides reach in Jurassic Snack, for all pieces of a kind at once, by filling boards along lines."""
from libc.stdint cimport uint64_t

from dinoai.engine.jurassic_snack.rules cimport slide_end
from dinoai.engine.jurassic_snack.state cimport Snack, empty_squares
from dinoai.engine.jurassic_snack.tables cimport AREAS, EAST, NORTH, SOUTH, WEST, Area

cdef extern from *:
    """
    /* Squares reached from `from` through `empty` by steps of k bits, those of `from` included; runs of up to 15 steps,
       or of up to 7 where `far` is 0 (Kogge and Stone 1973). */
    static inline uint64_t fill_up(uint64_t from, uint64_t empty, int k, int far) {
        from |= empty & (from << k);
        empty &= empty << k;
        from |= empty & (from << (2 * k));
        empty &= empty << (2 * k);
        from |= empty & (from << (4 * k));
        if (far && 8 * k < 64) {
            empty &= empty << (4 * k);
            from |= empty & (from << (8 * k));
        }
        return from;
    }
    static inline uint64_t fill_down(uint64_t from, uint64_t empty, int k, int far) {
        from |= empty & (from >> k);
        empty &= empty >> k;
        from |= empty & (from >> (2 * k));
        empty &= empty >> (2 * k);
        from |= empty & (from >> (4 * k));
        if (far && 8 * k < 64) {
            empty &= empty >> (4 * k);
            from |= empty & (from >> (8 * k));
        }
        return from;
    }
    """
    uint64_t fill_up(uint64_t origins, uint64_t empty, int k, int far) noexcept nogil
    uint64_t fill_down(uint64_t origins, uint64_t empty, int k, int far) noexcept nogil


cdef struct Reach:
    uint64_t empty
    uint64_t open  # empty squares and Grass: where a Diplo's slide may begin
    # By direction: squares from which a slide that way ends on Grass, or on a Diplo of the player to move or the other.
    uint64_t eats[4]
    uint64_t hits[2][4]
    # By direction: squares from which a Diplo can slide that way at all.
    uint64_t moves[4]
    uint64_t attacked  # squares on which a Diplo stands or would stand under a T.Rex slide
    uint64_t attacked_later  # the same after one T.Rex slide that hits nothing
    # Grass within one slide of the Diplos of the player to move and the other, and within two, the first of which eats
    # nothing.
    uint64_t grass[2]
    uint64_t grass_later[2]


cdef inline uint64_t reach_from(uint64_t origins, uint64_t empty, int stride, int far) noexcept nogil:
    """Squares that a slide runs into or passes, whatever stands there."""
    cdef uint64_t north = fill_down(origins, empty, stride, far), west = fill_down(origins, empty, 1, far)
    cdef uint64_t east = fill_up(origins, empty, 1, far), south = fill_up(origins, empty, stride, far)
    return north >> stride | west >> 1 | east << 1 | south << stride


cdef inline uint64_t ends_and_reach(
    uint64_t origins, uint64_t empty, uint64_t prey, int stride, int far, uint64_t *reached
) noexcept nogil:
    """Squares on which slides end without prey; `reached` gets those that they run into or pass."""
    cdef uint64_t north = fill_down(origins, empty, stride, far), west = fill_down(origins, empty, 1, far)
    cdef uint64_t east = fill_up(origins, empty, 1, far), south = fill_up(origins, empty, stride, far)
    cdef uint64_t onward = empty | prey
    reached[0] = north >> stride | west >> 1 | east << 1 | south << stride
    north &= ~(onward << stride)
    west &= ~(onward << 1)
    east &= ~(onward >> 1)
    south &= ~(onward >> stride)
    return empty & (north | west | east | south)


cdef inline void find_sources(uint64_t prey, uint64_t empty, int stride, int far, uint64_t *out) noexcept nogil:
    """By direction: squares from which a slide that way comes upon the prey first."""
    out[NORTH] = fill_up(prey, empty, stride, far) << stride
    out[WEST] = fill_up(prey, empty, 1, far) << 1
    out[EAST] = fill_down(prey, empty, 1, far) >> 1
    out[SOUTH] = fill_down(prey, empty, stride, far) >> stride


cdef inline void find_reach(const Snack *s, Reach *out) noexcept nogil:
    cdef const Area *area = &AREAS[s.area]
    cdef int stride = area.stride, far = s.area != 0, side
    cdef uint64_t empty = empty_squares(s, area), diplos = s.diplos[0] | s.diplos[1], ends, reached
    out.empty = empty
    out.open = empty | s.grass
    find_sources(s.grass, empty, stride, far, out.eats)
    for side in range(2):
        find_sources(s.diplos[s.to_move ^ side], empty, stride, far, out.hits[side])
        ends = ends_and_reach(s.diplos[s.to_move ^ side], empty, s.grass, stride, far, &reached)
        out.grass[side] = reached & s.grass
        out.grass_later[side] = reach_from(ends, empty, stride, far) & s.grass & ~reached
    out.moves[NORTH] = out.open << stride
    out.moves[WEST] = out.open << 1
    out.moves[EAST] = out.open >> 1
    out.moves[SOUTH] = out.open >> stride
    if s.trex:
        ends = ends_and_reach(s.trex, empty, diplos, stride, far, &out.attacked)
        out.attacked_later = reach_from(ends, empty, stride, far) & ~out.attacked
    else:
        out.attacked = 0
        out.attacked_later = 0


cdef inline int in_how_many(const uint64_t *boards, uint64_t bit) noexcept nogil:
    """In how many of the boards of four directions the bit is set."""
    return ((boards[0] & bit) != 0) + ((boards[1] & bit) != 0) + ((boards[2] & bit) != 0) + ((boards[3] & bit) != 0)
