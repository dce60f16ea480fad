"""What each seat knows: views, samples, completions and keys of information sets (R12)."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport FULL
from dinoai.engine.jurassic_snack.bits cimport count_bits
from dinoai.engine.jurassic_snack.invariants cimport check
from dinoai.engine.jurassic_snack.state cimport (
    BYTE, N_ERUPTED, N_GRASS, UNDEALT, Snack, clear_token, count_tokens, deal, draw_token, one_token, pile_points,
)
from dinoai.engine.rng cimport Rng, RngState, folded_product, mix64
from dinoai.engine.state cimport State


cdef inline bint has_looked(int record, int seat) noexcept nogil:
    """Whether the seat had looked at an erupted token."""
    return (record >> (3 + seat)) & 1


cdef void forget(Snack *s, int seat) noexcept nogil:
    cdef uint64_t hidden = s.dealt & ~s.looked[seat]
    cdef uint64_t squares
    cdef int token, i, record
    if hidden:
        for token in range(N_GRASS):
            squares = hidden
            squares &= s.planes[0] if token & 1 else ~s.planes[0]
            squares &= s.planes[1] if token & 2 else ~s.planes[1]
            squares &= s.planes[2] if token & 4 else ~s.planes[2]
            s.bag += (<uint64_t> count_bits(squares)) << (BYTE * token)
        clear_token(s, hidden)
    for i in range(N_ERUPTED):
        record = s.erupted[i]
        if record and not has_looked(record, seat) and record & 7 != UNDEALT:
            s.bag += one_token(record & 7)
            s.erupted[i] = record | UNDEALT


cdef void sample(void *state, int seat, RngState *rng) noexcept nogil:
    """Draw what the opponent has looked at; all else stays in the bag until it is turned up."""
    cdef Snack *s = <Snack *> state
    cdef int i, record
    forget(s, seat)
    s.viewer = FULL
    deal(s, s.looked[seat ^ 1] & ~s.dealt, rng)
    for i in range(N_ERUPTED):
        record = s.erupted[i]
        if record and has_looked(record, seat ^ 1) and record & 7 == UNDEALT:
            s.erupted[i] = (record & ~7) | draw_token(s, rng)
    ensure(check(state) == 0)


cdef inline uint64_t scramble(uint64_t word, uint64_t other, uint64_t place) noexcept nogil:
    """Two words' share of a key; shares of different places are unrelated, so a key is simply their sum."""
    return folded_product(word ^ mix64(2 * place), other ^ mix64(2 * place + 1))


cdef uint64_t infoset(const void *state, int seat) noexcept nogil:
    """Public facts and what the seat's own mask opens.

    Left out are the order of eating and who ate which token beyond points and sizes of the piles, neither of which
    matters any more, what the opponent has seen, and every token in the bag.
    """
    cdef const Snack *s = <const Snack *> state
    cdef uint64_t known = s.looked[seat] & s.dealt
    # In another seat's view: looked at, but not told there. As a token that does not exist it is like no known one.
    cdef uint64_t untold = s.looked[seat] & ~s.dealt
    cdef uint64_t public_bytes, piles, key
    cdef int i, record
    memcpy(&public_bytes, &s.area, 8)
    piles = (pile_points(s.piles[0]) | pile_points(s.piles[1]) << 8
             | count_tokens(s.piles[0]) << 16 | count_tokens(s.piles[1]) << 24)
    key = scramble(s.diplos[0], s.diplos[1], 1) + scramble(s.trex, s.grass, 2) + scramble(s.looked[0], s.looked[1], 3)
    key += scramble(public_bytes, piles | <uint64_t> seat << 32, 4)
    key += scramble(s.piles[0] + s.piles[1], s.planes[0] & known | untold, 5)
    key += scramble(s.planes[1] & known | untold, s.planes[2] & known | untold, 6)
    for i in range(N_ERUPTED):
        record = s.erupted[i]
        if record:
            # The order of erupted tokens is no knowledge either: equal records have equal shares wherever they stand.
            key += mix64(record if has_looked(record, seat) else record | UNDEALT)
    return mix64(key)


def view(State state, int seat) -> State:
    """What the seat knows of the state."""
    cdef State result = state.copy()
    cdef Snack *s = <Snack *> result.data()
    forget(s, seat)
    s.viewer = seat
    return result


def complete(State state, Rng rng) -> State:
    """A full state drawn uniformly among those whose view the state may be; a full state is its own completion."""
    cdef State result = state.copy()
    cdef Snack *s = <Snack *> result.data()
    cdef int i
    s.viewer = FULL
    deal(s, s.grass & ~s.dealt, &rng.state)
    for i in range(N_ERUPTED):
        if s.erupted[i] and s.erupted[i] & 7 == UNDEALT:
            s.erupted[i] = (s.erupted[i] & ~7) | draw_token(s, &rng.state)
    return result
