"""The packed state of Jurassic Snack and what can be read off it at once.

Boards are sets of squares as bits (see tables.pxd). Tokens are dealt lazily: `dealt` are the squares whose token is
fixed in this state, all other unseen tokens are only counted, in `bag`, and drawn when they are turned up, which has
the same distribution as shuffling beforehand. There are three kinds of states:

- a view (`viewer` a seat): dealt is exactly what the viewer has looked at;
- a full state (`viewer` FULL): everything is dealt, the bag is empty;
- a sampled world (`viewer` FULL too): dealt is at least what either seat has looked at.

Unused bits and bytes are zero, so equal knowledge of equal positions is equal bytes.
"""
from libc.stdint cimport uint8_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport FULL
from dinoai.engine.jurassic_snack.bits cimport ONES, byte_of_sum, count_bits, lowest, lowest_bit
from dinoai.engine.jurassic_snack.tables cimport N_SQUARES, Area
from dinoai.engine.rng cimport RngState, below

cdef enum:
    YUMMY = 0
    BIRTH = 1
    RECON = 2
    AIR_TRAVEL = 3
    AIR_RAID = 4
    VOLCANIC_ERUPTION = 5
    SURPRISE = 6
    N_GRASS = 7
    UNDEALT = 7  # an erupted token that is still in the bag
    N_TOKENS = 28
    NONE = 255  # no token, no square

cdef enum:
    N_DIPLOS = 5  # a colour (R2)
    N_ERUPTED = 4
    REMOVE = 1  # what an Eruption does with the last token (D6); numbers of the schema
    LOOK = 2
    ERUPTED = 0x80  # marks a record in `erupted` that is used

# Actions: a slide is SLIDE + 4 * square + direction.
cdef enum:
    SLIDE = 0
    SQUARE = 144
    PASTURE = 180
    PASS = 184

# Seven counts, one a byte, in the order of the tokens.
cdef enum:
    BYTE = 8
cdef extern from *:
    """
    #define SNACK_ALL_TOKENS 0x000202030402030CULL
    """
    const uint64_t ALL_TOKENS "SNACK_ALL_TOKENS"


cdef struct Snack:
    uint64_t diplos[2]
    uint64_t trex
    uint64_t grass  # squares with a face-down token
    uint64_t looked[2]  # within grass: what each seat has looked at
    uint64_t dealt  # within grass: squares whose token is fixed
    uint64_t planes[3]  # bits 0, 1 and 2 of the tokens on the dealt squares
    uint64_t bag  # counts of the tokens that are not fixed: on the board, erupted, or being eaten
    uint64_t piles[2]  # counts of what each seat has eaten
    uint64_t pile_order[2][2]  # the same in eating order, four bits a token
    # These eight bytes are public and hashed as one word.
    uint8_t area
    uint8_t to_move
    uint8_t actions_left
    uint8_t quiet_turns
    uint8_t eventful
    uint8_t pending  # the token whose effect must be chosen now, or NONE
    uint8_t chosen  # the square chosen by the first of a move's two actions, or NONE
    uint8_t look_made  # the square looked at first for the pending effect (E8), or NONE
    uint8_t viewer  # a seat or FULL
    uint8_t eating  # the square whose token chance must draw now, or NONE
    uint8_t stalemate_turns
    uint8_t eruption_last_token
    # In eruption order: ERUPTED, 8 and 16 where Blue and Yellow had looked at it, and the token or UNDEALT; or 0.
    uint8_t erupted[N_ERUPTED]


cdef inline int count_tokens(uint64_t counts) noexcept nogil:
    """The sum of the seven counts."""
    return <int> ((counts * ONES) >> 56)


cdef inline int count_of(uint64_t counts, int token) noexcept nogil:
    return <int> ((counts >> (BYTE * token)) & 0xFF)


cdef inline uint64_t one_token(int token) noexcept nogil:
    return (<uint64_t> 1) << (BYTE * token)


cdef inline int pile_points(uint64_t pile) noexcept nogil:
    """One point a token, two for Yummy, three for Surprise (R7)."""
    return count_tokens(pile) + count_of(pile, YUMMY) + 2 * count_of(pile, SURPRISE)


cdef inline uint64_t square_bit(const Area *area, int square) noexcept nogil:
    """The square's bit; none for NONE."""
    ensure((square < N_SQUARES) | (square == NONE))
    return 0 if square == NONE else area.bits[square]


cdef inline int bit_square(const Area *area, uint64_t bit) noexcept nogil:
    ensure(count_bits(bit) == 1)
    ensure((bit & area.inside) != 0)
    return area.squares[lowest(bit)]


cdef inline uint64_t pieces(const Snack *s) noexcept nogil:
    return s.diplos[0] | s.diplos[1] | s.trex


cdef inline uint64_t empty_squares(const Snack *s, const Area *area) noexcept nogil:
    """Inside the area, without token, Diplo or T.Rex (R6)."""
    return area.inside & ~(pieces(s) | s.grass)


cdef inline int pool(const Snack *s, int seat) noexcept nogil:
    """The seat's Diplos beside the area."""
    return N_DIPLOS - count_bits(s.diplos[seat])


cdef inline bint is_over(const Snack *s) noexcept nogil:
    """Whether a colour has no Diplo, no token is left, or quiet turns ended the game (R8, R10)."""
    return s.diplos[0] == 0 or s.diplos[1] == 0 or s.grass == 0 or s.quiet_turns == s.stalemate_turns


cdef inline uint64_t unseen_looks(const Snack *s) noexcept nogil:
    """Squares just looked at whose token is not fixed yet; in a view only the viewer's looks show a token."""
    return ((s.looked[0] | s.looked[1]) if s.viewer == FULL else s.looked[s.viewer]) & ~s.dealt


cdef inline bint is_chance(const Snack *s) noexcept nogil:
    return s.eating != NONE or unseen_looks(s) != 0


cdef inline int token_at(const Snack *s, uint64_t bit) noexcept nogil:
    """The token on a dealt square."""
    ensure((bit & s.dealt) != 0)
    return (((s.planes[0] & bit) != 0) | (((s.planes[1] & bit) != 0) << 1) | (((s.planes[2] & bit) != 0) << 2))


cdef inline void put_token(Snack *s, uint64_t bit, int token) noexcept nogil:
    """Fix the token of a square that is not dealt; the bag is the caller's."""
    ensure(count_bits(bit) == 1)
    ensure((bit & s.grass & ~s.dealt) != 0)
    ensure((token >= 0) & (token < N_GRASS))
    s.dealt |= bit
    if token & 1:
        s.planes[0] |= bit
    if token & 2:
        s.planes[1] |= bit
    if token & 4:
        s.planes[2] |= bit


cdef inline void clear_token(Snack *s, uint64_t bits) noexcept nogil:
    """Make squares undealt; the bag is the caller's."""
    s.dealt &= ~bits
    s.planes[0] &= ~bits
    s.planes[1] &= ~bits
    s.planes[2] &= ~bits


cdef inline int nth_token(uint64_t counts, int n) noexcept nogil:
    """The kind of the token that has n before it when they lie in order; n must be less than their number."""
    return byte_of_sum(counts * ONES, n)  # byte i of the product: how many tokens there are of kinds 0 to i


cdef inline int draw_token(Snack *s, RngState *rng) noexcept nogil:
    """Draw a token from the bag, which must not be empty."""
    cdef int token = nth_token(s.bag, below(rng, count_tokens(s.bag)))
    s.bag -= one_token(token)
    return token


cdef inline int take_token(Snack *s, uint64_t bit) noexcept nogil:
    """Take the token off a dealt square."""
    cdef int token = token_at(s, bit)
    clear_token(s, bit)
    return token


cdef inline void deal(Snack *s, uint64_t squares, RngState *rng) noexcept nogil:
    """Fix the tokens of undealt squares, drawing from the bag."""
    cdef uint64_t bit
    while squares:
        bit = lowest_bit(squares)
        squares ^= bit
        put_token(s, bit, draw_token(s, rng))
