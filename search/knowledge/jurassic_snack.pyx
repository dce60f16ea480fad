"""Hand-made knowledge of Jurassic Snack: the yardstick `greedy`, one move deep."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from dinoai.engine.game cimport STATE_BYTES, Payoff
from dinoai.engine.jurassic_snack.actions cimport resolve_eating
from dinoai.engine.jurassic_snack.bits cimport count_bits, lowest_bit
from dinoai.engine.jurassic_snack.rules cimport slide_end, slide_origins
from dinoai.engine.jurassic_snack.state cimport (
    N_GRASS, NONE, Snack, count_of, count_tokens, empty_squares, is_over, one_token, pile_points, unseen_looks,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, Area
from dinoai.engine.state cimport State, new_state


cdef uint64_t slide_ends(const Snack *s, const Area *area, uint64_t movers, uint64_t prey) noexcept nogil:
    """The squares on which slides of the given pieces of the player to move end on prey."""
    cdef uint64_t origins[4]
    cdef uint64_t empty = empty_squares(s, area), sliding, bit, found = 0
    cdef int direction
    slide_origins(s, area, origins)
    for direction in range(4):
        sliding = origins[direction] & movers
        while sliding:
            bit = lowest_bit(sliding)
            sliding ^= bit
            found |= slide_end(area, bit, direction, empty, prey)
    return found & prey


cdef double standing(const Snack *s, int seat) noexcept nogil:
    """A colour's side of the position: points, Diplos, Grass within reach, and Diplos under a T.Rex."""
    cdef const Area *area = &AREAS[s.area]
    cdef Snack turned = s[0]
    cdef uint64_t threatened
    cdef int n_diplos = count_bits(s.diplos[seat]), n_grass, n_threatened
    cdef double value = pile_points(s.piles[seat]) - 0.03 * count_tokens(s.piles[seat]) + 0.8 * n_diplos
    turned.to_move = seat
    n_grass = count_bits(slide_ends(&turned, area, s.diplos[seat], s.grass))
    value += 0.12 * min(4, n_grass)
    if n_diplos == 1:
        value -= 2.0
    if s.to_move != seat:
        threatened = slide_ends(&turned, area, s.trex, s.diplos[0] | s.diplos[1]) & s.diplos[seat]
        n_threatened = count_bits(threatened)
        value -= 3.0 if n_threatened == n_diplos else 0.5 * n_threatened
    return value


cdef double worth(State state, int seat) noexcept nogil:
    """Own standing less the opponent's; a finished game is worth 100 either way, or 0 when shared."""
    cdef const Snack *s = <const Snack *> state.data()
    cdef Payoff payoff
    if is_over(s):
        state.ops.payoff(s, &payoff)
        return 200.0 * payoff.win[seat] - 100.0
    return standing(s, seat) - standing(s, seat ^ 1)


def greedy_values(State view, int seat, list sequences) -> list[float]:
    """The worth of the position after each move, given as the actions that make it.

    An unknown token that is eaten counts as the mean over what it can be, with its effect still to be chosen; looks are
    worth the unknown tokens they show. The weights are those of the yardstick and never change.
    """
    cdef State after = new_state(view.ops)
    cdef State eaten = new_state(view.ops)
    cdef Snack *s = <Snack *> after.data()
    cdef Snack *t = <Snack *> eaten.data()
    cdef double total
    cdef int token
    values = []
    for sequence in sequences:
        memcpy(s, view.data(), STATE_BYTES)
        for action in sequence:
            view.ops.apply(s, action)
        if s.eating == NONE:
            values.append(worth(after, seat) + count_bits(unseen_looks(s)))
            continue
        total = 0.0
        for token in range(N_GRASS):
            if count_of(s.bag, token):
                memcpy(t, s, STATE_BYTES)
                t.bag -= one_token(token)
                resolve_eating(t, token)
                total += count_of(s.bag, token) * worth(eaten, seat)
        values.append(total / count_tokens(s.bag))
    return values
