"""The invariants of a packed state, numbered for `check`."""
from libc.stdint cimport uint64_t

from dinoai.engine.game cimport FULL
from dinoai.engine.jurassic_snack.bits cimport count_bits, lowest_bit
from dinoai.engine.jurassic_snack.rules cimport (
    DECIDE_AIR_RAID, DECIDE_AIR_TRAVEL, DECIDE_ERUPTION, DECIDE_LOOK, decision,
)
from dinoai.engine.jurassic_snack.state cimport (
    ALL_TOKENS, ERUPTED, LOOK, N_DIPLOS, N_ERUPTED, N_GRASS, N_TOKENS, NONE, REMOVE, SURPRISE, UNDEALT,
    VOLCANIC_ERUPTION, YUMMY, Snack, count_of, count_tokens, empty_squares, one_token, square_bit, token_at,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, N_AREAS, N_SQUARES, Area


cdef int check(const void *state) noexcept nogil:
    """0, or the number of the first of these that does not hold.

    1 ranges of the scalars; 2 boards inside the area and disjoint; 3 at most five Diplos a colour, one colour has some;
    4 as many T.Rex in play as Surprises eaten; 5 28 tokens in all; 6 of the right kinds; 7 looked at and dealt only
    where tokens lie; 8 dealt what the kind of state asks for; 9 the pending effect can be one; 10 what was chosen or
    looked at for it; 11 erupted tokens fit the Eruptions eaten; 12 the order of eating agrees with the piles.
    """
    cdef const Snack *s = <const Snack *> state
    if not scalars_hold(s):
        return 1
    cdef const Area *area = &AREAS[s.area]
    cdef uint64_t boards = s.diplos[0] | s.diplos[1] | s.trex | s.grass
    cdef uint64_t looked = s.looked[0] | s.looked[1]
    cdef int n_erupted = 0
    if boards & ~area.inside or count_bits(boards) != (
        count_bits(s.diplos[0]) + count_bits(s.diplos[1]) + count_bits(s.trex) + count_bits(s.grass)
    ):
        return 2
    if count_bits(s.diplos[0]) > N_DIPLOS or count_bits(s.diplos[1]) > N_DIPLOS or not s.diplos[0] | s.diplos[1]:
        return 3
    if count_bits(s.trex) != count_of(s.piles[0] + s.piles[1], SURPRISE):
        return 4
    while n_erupted < N_ERUPTED and s.erupted[n_erupted]:
        n_erupted += 1
    if N_TOKENS != (count_bits(s.grass) + count_tokens(s.piles[0]) + count_tokens(s.piles[1]) + n_erupted
                    + (s.eating != NONE)):
        return 5
    if all_tokens(s) != ALL_TOKENS:
        return 6
    if (looked | s.dealt) & ~s.grass or (s.planes[0] | s.planes[1] | s.planes[2]) & ~s.dealt:
        return 7
    if not dealt_holds(s):
        return 8
    if s.pending != NONE and (
        s.pending == YUMMY or s.pending >= SURPRISE or not count_of(s.piles[s.to_move], s.pending) or not s.grass
        or not s.eventful or s.actions_left > 1 or not empty_squares(s, area) or s.eating != NONE
    ):
        return 9
    if not choice_holds(s, area):
        return 10
    if not erupted_hold(s, n_erupted):
        return 11
    if not order_holds(s, 0) or not order_holds(s, 1):
        return 12
    return 0


cdef bint scalars_hold(const Snack *s) noexcept nogil:
    return (
        s.area < N_AREAS
        and s.to_move < 2
        and (s.viewer < 2 or s.viewer == FULL)
        and s.actions_left <= 2
        and (s.actions_left > 0 or s.pending != NONE or s.eating != NONE)
        and (s.stalemate_turns == 2 or s.stalemate_turns == 4)
        and (s.eruption_last_token == REMOVE or s.eruption_last_token == LOOK)
        and s.quiet_turns <= s.stalemate_turns
        and s.eventful < 2
        and (s.chosen < N_SQUARES or s.chosen == NONE)
        and (s.look_made < N_SQUARES or s.look_made == NONE)
        and (s.eating < N_SQUARES or s.eating == NONE)
    )


cdef uint64_t all_tokens(const Snack *s) noexcept nogil:
    """Counts of the tokens in the bag, on the piles, dealt and erupted."""
    cdef uint64_t counts = s.bag + s.piles[0] + s.piles[1]
    cdef uint64_t squares = s.dealt
    cdef int i
    while squares:
        counts += one_token(token_at(s, lowest_bit(squares)))
        squares &= squares - 1
    for i in range(N_ERUPTED):
        if s.erupted[i] and s.erupted[i] & 7 != UNDEALT:
            counts += one_token(s.erupted[i] & 7)
    return counts


cdef bint dealt_holds(const Snack *s) noexcept nogil:
    """A view knows nothing but what its viewer has looked at, a sampled world no less than either seat.

    What was just looked at and is not dealt yet makes the actor CHANCE and is no fault.
    """
    cdef int i, record
    cdef bint known, needed
    if s.viewer != FULL and s.dealt & ~s.looked[s.viewer]:
        return False
    for i in range(N_ERUPTED):
        record = s.erupted[i]
        known = record & 7 != UNDEALT
        if s.viewer == FULL:
            needed = (record & 24) != 0
            if record and needed and not known:
                return False
        elif record and known != ((record >> (3 + s.viewer)) & 1):
            return False
    return True


cdef bint choice_holds(const Snack *s, const Area *area) noexcept nogil:
    """A choice within a move belongs to a two-step effect; a look made belongs to looks that go on."""
    cdef int what = decision(s)
    cdef uint64_t first = square_bit(area, s.chosen)
    cdef uint64_t looked = square_bit(area, s.look_made)
    if s.chosen != NONE:
        if what == DECIDE_AIR_TRAVEL:
            return first & (s.diplos[0] | s.diplos[1]) != 0 and s.look_made == NONE
        if what == DECIDE_AIR_RAID:
            return first & s.trex != 0 and s.trex != first and s.look_made == NONE
        return what == DECIDE_ERUPTION and first & s.grass != 0 and s.grass != first and s.look_made == NONE
    if s.look_made != NONE:
        return what == DECIDE_LOOK and looked & s.looked[s.to_move] != 0 and s.grass != looked
    return True


cdef bint erupted_hold(const Snack *s, int n_erupted) noexcept nogil:
    """Two a resolved Eruption; fewer where tokens ran out, or where the last one is looked at (D6)."""
    cdef int i
    cdef int full = 2 * (count_of(s.piles[0] + s.piles[1], VOLCANIC_ERUPTION) - (s.pending == VOLCANIC_ERUPTION))
    for i in range(N_ERUPTED):
        if (s.erupted[i] != 0) != (i < n_erupted) or (s.erupted[i] and not s.erupted[i] & ERUPTED):
            return False
    return n_erupted == full or (n_erupted < full and (s.grass == 0 or s.eruption_last_token == LOOK))


cdef bint order_holds(const Snack *s, int seat) noexcept nogil:
    cdef uint64_t counts = 0
    cdef int i, token, n = count_tokens(s.piles[seat])
    for i in range(32):
        token = (s.pile_order[seat][i >> 4] >> (4 * (i & 15))) & 15
        if i >= n:
            if token:
                return False
        elif token >= N_GRASS:
            return False
        else:
            counts += one_token(token)
    return counts == s.piles[seat]
