"""What actions do to a position, for the rules and for random play."""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.jurassic_snack.rules cimport (
    DECIDE_AIR_RAID, DECIDE_AIR_TRAVEL, DECIDE_BIRTH, DECIDE_ERUPTION, Decision, slide_end,
)
from dinoai.engine.jurassic_snack.state cimport (
    ERUPTED, N_ERUPTED, N_TOKENS, NONE, SURPRISE, UNDEALT, YUMMY, Snack, bit_square, clear_token, count_tokens,
    empty_squares, one_token, square_bit, token_at,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, Area


cdef inline void end_turn(Snack *s) noexcept nogil:
    """Hand the turn over if no action is left, counting quiet turns (R10); in arithmetic, as branches are mistaken."""
    cdef int ends = s.actions_left == 0
    s.quiet_turns = (s.quiet_turns + ends) * (1 - (ends & s.eventful))
    s.eventful &= 1 - ends
    s.to_move ^= ends
    s.actions_left += 2 * ends


cdef inline void end_action(Snack *s) noexcept nogil:
    """Complete an action, its effect included; the turn passes after its last one even when the game has ended."""
    s.pending = NONE
    s.chosen = NONE
    s.look_made = NONE
    end_turn(s)


cdef inline void eat(Snack *s, uint64_t bit, int token) noexcept nogil:
    """Put the token on the mover's pile, whose Diplo stands on its square, and start its effect (R6, R7)."""
    cdef int seat = s.to_move
    cdef int n = count_tokens(s.piles[seat])
    ensure(n < N_TOKENS)
    ensure((s.diplos[seat] & bit) != 0)
    s.pile_order[seat][n >> 4] |= (<uint64_t> token) << (4 * (n & 15))
    s.piles[seat] += one_token(token)
    s.eventful = 1
    if token == SURPRISE:
        s.diplos[seat] ^= bit
        s.trex |= bit
    elif token != YUMMY and s.grass:  # without tokens the game is over and no other effect matters (R8)
        s.pending = token
        return
    end_action(s)


cdef inline void resolve_eating(Snack *s, int token) noexcept nogil:
    """Finish a slide whose token was not dealt; the token must have been taken from the bag."""
    cdef uint64_t bit = AREAS[s.area].bits[s.eating]
    s.eating = NONE
    eat(s, bit, token)


cdef inline uint64_t slide(Snack *s, const Area *area, uint64_t origin, int direction) noexcept nogil:
    """Slide the piece; the square of the token it has reached, which is taken off and still to be eaten, or none."""
    cdef uint64_t diplos = s.diplos[0] | s.diplos[1]
    cdef uint64_t empty = empty_squares(s, area)
    cdef int seat = s.to_move
    cdef uint64_t end
    s.actions_left -= 1
    if s.trex & origin:
        end = slide_end(area, origin, direction, empty, diplos)
        s.trex ^= origin | end
        s.eventful |= (s.diplos[seat ^ 1] & end) != 0
        s.diplos[0] &= ~end
        s.diplos[1] &= ~end
        end_action(s)
        return 0
    end = slide_end(area, origin, direction, empty, s.grass)
    s.diplos[seat] ^= origin | end
    if not end & s.grass:
        end_action(s)
        return 0
    s.grass ^= end
    s.looked[0] &= ~end
    s.looked[1] &= ~end
    return end


cdef inline void look(Snack *s, uint64_t squares) noexcept nogil:
    s.looked[s.to_move] |= squares & s.grass


cdef inline void erupt(Snack *s, uint64_t bit) noexcept nogil:
    """Take a token off, keeping who knows it (E5)."""
    cdef int i = 0
    cdef int record = ERUPTED | UNDEALT
    if s.dealt & bit:
        record = ERUPTED | token_at(s, bit)
        clear_token(s, bit)
    if s.looked[0] & bit:
        record |= 8
    if s.looked[1] & bit:
        record |= 16
    s.grass &= ~bit
    s.looked[0] &= ~bit
    s.looked[1] &= ~bit
    while s.erupted[i]:
        i += 1
        ensure(i < N_ERUPTED)
    s.erupted[i] = record


cdef inline void choose(Snack *s, const Area *area, Decision what, uint64_t bit) noexcept nogil:
    """Resolve an effect other than Recon, or its first half, by a square of `choices` (E1, E3, E4, E5, E8)."""
    cdef uint64_t first = square_bit(area, s.chosen)
    if what == DECIDE_BIRTH:
        s.diplos[s.to_move] |= bit
    elif what == DECIDE_AIR_TRAVEL:
        if first == 0:
            s.chosen = bit_square(area, bit)
            return
        if s.diplos[0] & first:
            s.diplos[0] ^= first | bit
        else:
            s.diplos[1] ^= first | bit
    elif what == DECIDE_AIR_RAID:
        if first == 0:
            if s.trex & bit:
                s.chosen = bit_square(area, bit)
                return
            first = s.trex
        s.trex ^= first | bit
    elif what == DECIDE_ERUPTION:
        if first == 0 and s.grass != bit:
            s.chosen = bit_square(area, bit)
            return
        # Row-major, so that either order of choosing leads to the same state.
        if first:
            erupt(s, first if first < bit else bit)
        erupt(s, bit if bit > first else first)
    else:
        look(s, bit)
        if s.look_made == NONE and s.grass != bit:
            s.look_made = bit_square(area, bit)
            return
    end_action(s)
