"""The rules of Jurassic Snack behind the engine's C interface."""
from libc.stdint cimport uint16_t, uint64_t

from dinoai.engine.debug cimport CHECKED, ensure
from dinoai.engine.game cimport CHANCE, OVER, Game, Payoff, allows
from dinoai.engine.jurassic_snack.bits cimport count_bits, lowest, lowest_bit, nth_bit
from dinoai.engine.jurassic_snack.information cimport infoset, sample
from dinoai.engine.jurassic_snack.invariants cimport check
from dinoai.engine.jurassic_snack.state cimport (
    ERUPTED, N_ERUPTED, N_TOKENS, NONE, PASS, PASTURE, SLIDE, SQUARE, SURPRISE, UNDEALT, YUMMY, Snack, bit_square,
    clear_token, count_tokens, deal, draw_token, is_chance, is_over, one_token, pieces, pile_points, square_bit,
    token_at, unseen_looks,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, N_PASTURES, Area
from dinoai.engine.rng cimport RngState, below
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


cdef inline void end_turn(Snack *s) noexcept nogil:
    """Hand the turn over, counting quiet turns (R10)."""
    s.quiet_turns = 0 if s.eventful else s.quiet_turns + 1
    s.eventful = 0
    s.to_move ^= 1
    s.actions_left = 2


cdef inline void end_action(Snack *s) noexcept nogil:
    """Complete an action, its effect included; the turn passes after its last one even when the game has ended."""
    s.pending = NONE
    s.chosen = NONE
    s.look_made = NONE
    if s.actions_left == 0:
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


cdef inline void slide(Snack *s, const Area *area, uint64_t origin, int direction, RngState *rng) noexcept nogil:
    """Slide the piece. A token that is not dealt is drawn when a generator is given, else it is left to chance."""
    cdef uint64_t ray = area.rays[lowest(origin)][direction]
    cdef uint64_t diplos = s.diplos[0] | s.diplos[1]
    cdef uint64_t blockers = diplos | s.trex | s.grass
    cdef uint64_t end
    cdef int seat = s.to_move, token
    s.actions_left -= 1
    if s.trex & origin:
        end = slide_end(ray, direction, blockers, diplos)
        s.trex ^= origin | end
        if end & diplos:
            s.eventful |= (s.diplos[seat ^ 1] & end) != 0
            s.diplos[0] &= ~end
            s.diplos[1] &= ~end
        end_action(s)
        return
    end = slide_end(ray, direction, blockers, s.grass)
    s.diplos[seat] ^= origin | end
    if not end & s.grass:
        end_action(s)
        return
    s.grass ^= end
    s.looked[0] &= ~end
    s.looked[1] &= ~end
    if s.dealt & end:
        token = token_at(s, end)
        clear_token(s, end)
    elif rng == NULL:
        s.eating = bit_square(area, end)
        return
    else:
        token = draw_token(s, rng)
    eat(s, end, token)


cdef inline void look(Snack *s, uint64_t squares) noexcept nogil:
    s.looked[s.to_move] |= squares & s.grass


cdef void erupt(Snack *s, uint64_t bit) noexcept nogil:
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


cdef void apply(void *state, int action) noexcept nogil:
    ensure(allows(JURASSIC_SNACK, state, action))
    cdef bint faulty = CHECKED and check(state) != 0
    cdef Snack *s = <Snack *> state
    cdef const Area *area = &AREAS[s.area]
    if action == PASS:
        s.actions_left = 0
        end_turn(s)
    elif action >= PASTURE:
        look(s, area.pastures[action - PASTURE])
        end_action(s)
    elif action >= SQUARE:
        choose(s, area, decision(s), area.bits[action - SQUARE])
    else:
        slide(s, area, area.bits[action >> 2], action & 3, NULL)
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


cdef void resolve_eating(Snack *s, int token) noexcept nogil:
    cdef uint64_t bit = AREAS[s.area].bits[s.eating]
    s.eating = NONE
    eat(s, bit, token)


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


cdef inline void random_slide(Snack *s, const Area *area, RngState *rng) noexcept nogil:
    """A uniformly random slide, or a pass when there is none."""
    cdef uint64_t origins[4]
    cdef int to_north, to_west, to_east, k, direction
    slide_origins(s, area, origins)
    # How many slides come before the end of each direction.
    to_north = count_bits(origins[0])
    to_west = to_north + count_bits(origins[1])
    to_east = to_west + count_bits(origins[2])
    k = to_east + count_bits(origins[3])
    if k == 0:
        s.actions_left = 0
        end_turn(s)
        return
    k = below(rng, k)
    direction = (k >= to_north) + (k >= to_west) + (k >= to_east)
    k -= 0 if direction == 0 else to_north if direction == 1 else to_west if direction == 2 else to_east
    slide(s, area, nth_bit(origins[direction], k), direction, rng)


cdef void random_effect(Snack *s, const Area *area, RngState *rng) noexcept nogil:
    """A uniformly random action of the pending effect."""
    cdef Decision what = decision(s)
    cdef uint16_t pastures[N_PASTURES]
    cdef uint64_t squares
    if what == DECIDE_RECON:
        look(s, area.pastures[pastures[below(rng, actions(s, pastures))] - PASTURE])
        end_action(s)
        return
    squares = choices(s, area, what)
    choose(s, area, what, nth_bit(squares, below(rng, count_bits(squares))))


cdef void playout(void *state, RngState *rng) noexcept nogil:
    cdef Snack *s = <Snack *> state
    cdef const Area *area = &AREAS[s.area]
    while is_chance(s):
        chance(s, rng)
    while not is_over(s):
        if s.pending == NONE:
            random_slide(s, area, rng)
        else:
            random_effect(s, area, rng)
            if is_chance(s):
                chance(s, rng)
    ensure(check(state) == 0)


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
    return bit_square(area, slide_end(area.rays[lowest(origin)][action & 3], action & 3, pieces(s) | s.grass, prey))
