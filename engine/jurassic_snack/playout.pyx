"""Random play to the end: every action uniform among the legal ones, with the rules' own functions.

What costs time here is less the work than branches that a processor cannot foresee, so most choices are arithmetic.
"""
from libc.stdint cimport uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.jurassic_snack.actions cimport choose, eat, end_action, end_turn, resolve_eating, slide
from dinoai.engine.jurassic_snack.bits cimport count_bits, nth_bit, nth_of_eight
from dinoai.engine.jurassic_snack.invariants cimport check
from dinoai.engine.jurassic_snack.rules cimport (
    DECIDE_LOOK, DECIDE_RECON, Decision, choices, decision, slide_origins,
)
from dinoai.engine.jurassic_snack.state cimport (
    NONE, Snack, count_tokens, deal, draw_token, is_over, nth_token, one_token, take_token, unseen_looks,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, Area
from dinoai.engine.rng cimport Dice, RngState, next_below, shake


cdef inline uint64_t random_slide(Snack *s, const Area *area, Dice *dice) noexcept nogil:
    """A uniformly random slide, or a pass when there is none; returns what `slide` does."""
    cdef uint64_t origins[4]
    cdef int before[4]  # how many slides there are in earlier directions
    cdef int k, direction
    slide_origins(s, area, origins)
    before[0] = 0
    before[1] = count_bits(origins[0])
    before[2] = before[1] + count_bits(origins[1])
    before[3] = before[2] + count_bits(origins[2])
    k = before[3] + count_bits(origins[3])
    if k == 0:
        s.actions_left = 0
        end_turn(s)
        return 0
    k = next_below(dice, k)
    direction = (k >= before[1]) + (k >= before[2]) + (k >= before[3])
    # At most five Diplos and two T.Rex may slide.
    return slide(s, area, nth_of_eight(origins[direction], k - before[direction]), direction)


cdef inline void random_eating(Snack *s, uint64_t bit, Dice *dice) noexcept nogil:
    """Eat the token, drawing it if it is not dealt."""
    cdef int token
    if s.dealt & bit:
        token = take_token(s, bit)
    else:
        token = nth_token(s.bag, next_below(dice, count_tokens(s.bag)))
        s.bag -= one_token(token)
    eat(s, bit, token)


cdef inline void random_effect(Snack *s, const Area *area, Dice *dice) noexcept nogil:
    """A uniformly random action of the pending effect, save that nothing is looked at."""
    cdef Decision what = decision(s)
    cdef uint64_t squares
    if what == DECIDE_RECON or what == DECIDE_LOOK:
        end_action(s)
        return
    squares = choices(s, area, what)
    choose(s, area, what, nth_bit(squares, next_below(dice, count_bits(squares))))


cdef void playout(void *state, RngState *rng) noexcept nogil:
    """Play to the end. Looks are left out: what a seat has seen changes no random choice and no result."""
    cdef Snack local = (<Snack *> state)[0]  # a copy of our own may stay in registers
    cdef Snack *s = &local
    cdef const Area *area = &AREAS[s.area]
    cdef Dice dice
    cdef uint64_t reached
    if s.eating != NONE:
        resolve_eating(s, draw_token(s, rng))
    deal(s, unseen_looks(s), rng)
    while not is_over(s):
        shake(&dice, rng)
        if s.pending == NONE:
            reached = random_slide(s, area, &dice)
            if reached == 0:
                continue
            random_eating(s, reached, &dice)
        while s.pending != NONE:
            random_effect(s, area, &dice)
    (<Snack *> state)[0] = local
    ensure(check(state) == 0)
