"""The rules of Jurassic Snack behind the engine's C interface."""
from libc.stdint cimport uint16_t, uint64_t

from dinoai.engine.debug cimport CHECKED, ensure
from dinoai.engine.game cimport CHANCE, OVER, Game, Payoff, allows
from dinoai.engine.jurassic_snack.actions cimport choose, eat, end_action, end_turn, look, resolve_eating, slide
from dinoai.engine.jurassic_snack.bits cimport lowest, lowest_bit
from dinoai.engine.jurassic_snack.information cimport infoset, sample
from dinoai.engine.jurassic_snack.invariants cimport check
from dinoai.engine.jurassic_snack.playout cimport playout
from dinoai.engine.jurassic_snack.state cimport (
    NONE, PASS, PASTURE, SLIDE, SQUARE, Snack, bit_square, count_tokens, deal, draw_token, empty_squares, is_chance,
    is_over, pile_points, take_token, unseen_looks,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, N_PASTURES, Area
from dinoai.engine.rng cimport RngState
from dinoai.engine.state cimport State, register_game


cdef int n_seats(const void *state) noexcept nogil:
    return 2


cdef int viewer(const void *state) noexcept nogil:
    return (<const Snack *> state).viewer


cdef int actor(const void *state) noexcept nogil:
    cdef const Snack *s = <const Snack *> state
    if is_chance(s):
        return CHANCE
    if is_over(s):
        return OVER
    return s.to_move


cdef int actions(const void *state, uint16_t *out) noexcept nogil:
    """Slides by square, then direction; or squares or pastures in row-major order; or a pass alone."""
    cdef const Snack *s = <const Snack *> state
    cdef const Area *area = &AREAS[s.area]
    cdef Decision what = decision(s)
    cdef uint64_t origins[4]
    cdef uint64_t squares, bit
    cdef int n = 0, direction, square, pasture
    if what == DECIDE_SLIDE:
        slide_origins(s, area, origins)
        squares = origins[0] | origins[1] | origins[2] | origins[3]
        while squares:
            bit = lowest_bit(squares)
            squares ^= bit
            square = bit_square(area, bit)
            for direction in range(4):
                if origins[direction] & bit:
                    out[n] = SLIDE + 4 * square + direction
                    n += 1
        if n == 0:
            out[0] = PASS
            n = 1
        return n
    if what == DECIDE_RECON:
        for pasture in range(N_PASTURES):
            if area.pastures[pasture] & s.grass:
                out[n] = PASTURE + pasture
                n += 1
        return n
    squares = choices(s, area, what)
    while squares:
        out[n] = SQUARE + area.squares[lowest(squares)]
        squares &= squares - 1
        n += 1
    return n


cdef void apply(void *state, int action) noexcept nogil:
    ensure(allows(JURASSIC_SNACK, state, action))
    cdef bint faulty = CHECKED and check(state) != 0
    cdef Snack *s = <Snack *> state
    cdef const Area *area = &AREAS[s.area]
    cdef uint64_t reached
    if action == PASS:
        s.actions_left = 0
        end_turn(s)
    elif action >= PASTURE:
        look(s, area.pastures[action - PASTURE])
        end_action(s)
    elif action >= SQUARE:
        choose(s, area, decision(s), area.bits[action - SQUARE])
    else:
        reached = slide(s, area, area.bits[action >> 2], action & 3)
        if s.dealt & reached:
            eat(s, reached, take_token(s, reached))
        elif reached:
            s.eating = bit_square(area, reached)
    ensure((check(state) == 0) | faulty)


cdef bint within_move(const void *state) noexcept nogil:
    return (<const Snack *> state).chosen != NONE


cdef void chance(void *state, RngState *rng) noexcept nogil:
    """Draw the token that is being eaten, or those that were just looked at."""
    cdef bint faulty = CHECKED and check(state) != 0
    cdef Snack *s = <Snack *> state
    ensure(is_chance(s))
    if s.eating != NONE:
        resolve_eating(s, draw_token(s, rng))
    else:
        deal(s, unseen_looks(s), rng)
    ensure((check(state) == 0) | faulty)


cdef void payoff(const void *state, Payoff *out) noexcept nogil:
    """The last with a Diplo wins, else the higher score, then fewer tokens; else they share (R8, R11)."""
    cdef const Snack *s = <const Snack *> state
    cdef int blue = pile_points(s.piles[0]), yellow = pile_points(s.piles[1])
    # Blue's lead: no Diplo decides before points, points before tokens.
    cdef int lead = blue - yellow
    out.points[0] = blue
    out.points[1] = yellow
    if s.diplos[0] == 0 or s.diplos[1] == 0:
        lead = 1 if s.diplos[0] else -1
    elif lead == 0:
        lead = count_tokens(s.piles[1]) - count_tokens(s.piles[0])
    out.win[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out.win[1] = 1.0 - out.win[0]


cdef Game game = Game(
    name=b"jurassic_snack",
    simultaneous=False,
    n_seats=n_seats,
    viewer=viewer,
    actor=actor,
    actions=actions,
    apply=apply,
    within_move=within_move,
    chance=chance,
    payoff=payoff,
    sample=sample,
    infoset=infoset,
    playout=playout,
    check=check,
)
JURASSIC_SNACK = &game
register_game(JURASSIC_SNACK)

_DECISIONS = ("slide", "birth", "recon", "air_travel", "air_raid", "eruption", "look")


def decision_name(State state) -> str:
    """`slide`, `birth`, `recon`, `air_travel`, `air_raid`, `eruption` or `look`: what the player to move decides."""
    return _DECISIONS[decision(<const Snack *> state.data())]


def slide_destination(State state, int action) -> int:
    """The square on which a legal slide ends."""
    cdef const Snack *s = <const Snack *> state.data()
    cdef const Area *area = &AREAS[s.area]
    cdef uint64_t origin = area.bits[action >> 2]
    cdef uint64_t prey = (s.diplos[0] | s.diplos[1]) if s.trex & origin else s.grass
    return bit_square(area, slide_end(area, origin, action & 3, empty_squares(s, area), prey))
