"""The flow of a game: whose choice it is, what a choice does, what chance decides, who wins."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from dinoai.engine.draftosaurus.check cimport first_violation
from dinoai.engine.draftosaurus.information cimport draw, infoset_key, sample_world, spread, squeeze
from dinoai.engine.draftosaurus.points cimport score_points
from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOX, FINISHED, HAND_SIZE, N_TURNS, PICK, PLACE, PLACE_ACTION, QUARANTINE, all_dinosaurs, board_of,
    clear_zoo, face_for, has_chosen, legal_places, nibble, pick_place, pick_species,
    place_dinosaur, popcount, present, quarantined, release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport N_PLACES, N_SPECIES, NO_FACE, SUMMER, T_REX, WINTER, tables
from dinoai.engine.game cimport CHANCE, FULL, MAX_SEATS, OVER, STATE_BYTES
from dinoai.engine.rng cimport below, next64
from dinoai.engine.state cimport register_game


# Whose choice it is, and which choices there are.

cdef int next_actor(const DraftosaurusState *state) noexcept nogil:
    """The seat to decide next, CHANCE or OVER."""
    cdef int _, seat
    if state.phase == FINISHED:
        return OVER
    if state.die == NO_FACE and state.phase != QUARANTINE:
        return CHANCE
    seat = state.first
    for _ in range(state.n_seats):
        if not has_chosen(state, seat):
            return seat
        seat = 0 if seat + 1 == state.n_seats else seat + 1
    return OVER  # never: the last choice of a phase is resolved at once


cdef bint picks_species(const DraftosaurusState *state, int seat) noexcept nogil:
    """Whether the next part of the seat's choice is a species, not a place."""
    return state.phase == BOX or state.phase == PICK and not state.picks[seat] & 7


cdef int open_places(const DraftosaurusState *state, int seat) noexcept nogil:
    """The places that the seat may choose for the dinosaur in question, a bit each."""
    if state.phase == QUARANTINE:
        return legal_places(&state.zoos[seat], WINTER, quarantined(&state.zoos[seat], WINTER) - 1, NO_FACE)
    return legal_places(&state.zoos[seat], state.side, pick_species(state.picks[seat]), face_for(state, seat))


cdef int write_actions(const DraftosaurusState *state, uint16_t *out) noexcept nogil:
    """The next seat's actions: species in their order, or places in theirs."""
    cdef int seat = next_actor(state)
    cdef int mask, i, n = 0
    if picks_species(state, seat):
        mask = present(state.hands[seat])
        for i in range(N_SPECIES):
            out[n] = i
            n += mask >> i & 1
    else:
        mask = open_places(state, seat)
        for i in range(N_PLACES):
            out[n] = PLACE_ACTION + i
            n += mask >> i & 1
    return n


cdef void act(DraftosaurusState *state, int action) noexcept nogil:
    """Record the next seat's action; the last one of a phase reveals and resolves them all."""
    cdef int seat = next_actor(state)
    if action < PLACE_ACTION:
        state.picks[seat] = action + 1
    else:
        state.picks[seat] |= (action - PLACE_ACTION + 1) << 3
    for seat in range(state.n_seats):
        if not has_chosen(state, seat):
            return
    resolve(state)


cdef bint between_actions(const DraftosaurusState *state) noexcept nogil:
    """Whether the next seat has chosen its dinosaur and still owes the place."""
    cdef int seat = next_actor(state)
    return state.phase == PICK and state.picks[seat] & 7


# What the choices of a phase do once all are made.

cdef void take(DraftosaurusState *state, int seat, int species) noexcept nogil:
    """Take a dinosaur out of a hand; one that a view does not name comes out of its unnamed ones."""
    if nibble(state.hands[seat], species):
        state.hands[seat] -= <uint32_t> 1 << (4 * species)
    else:
        state.hands[seat] -= <uint32_t> 1 << 24
        state.bag -= <uint32_t> 1 << (4 * species)


cdef void resolve(DraftosaurusState *state) noexcept nogil:
    """Reveal the choices of the phase, carry them out and go on."""
    cdef int seat, species, place
    cdef int board = board_of(state)
    if state.phase == PICK and state.options & AFTER_REVEAL:
        state.phase = PLACE
        return
    for seat in range(state.n_seats):
        species = pick_species(state.picks[seat])
        place = pick_place(state.picks[seat])
        state.picks[seat] = 0
        if state.phase == BOX:
            take(state, seat, species)
            state.boxed[seat] |= <uint64_t> (species + 1) << (4 * (state.turn - 1))
        elif state.phase == QUARANTINE:
            if place >= 0:
                species = release_quarantined(&state.zoos[seat], &state.counts[seat])
                place_dinosaur(&state.zoos[seat], &state.counts[seat], WINTER, board, place, species)
        else:
            take(state, seat, species)
            place_dinosaur(&state.zoos[seat], &state.counts[seat], state.side, board, place, species)
    if state.phase == QUARANTINE:
        state.phase = FINISHED
    elif state.phase != BOX and state.n_seats == 2:
        state.phase = BOX
    else:
        end_turn(state)


cdef void end_turn(DraftosaurusState *state) noexcept nogil:
    """Pass the hands to the left and go on to the next turn, or to the end."""
    cdef int last = state.n_seats - 1
    cdef uint32_t hand = state.hands[last]
    cdef uint8_t known_by = state.known_by[last]
    cdef int seat
    for seat in range(last, 0, -1):
        state.hands[seat] = state.hands[seat - 1]
        state.known_by[seat] = state.known_by[seat - 1] | 1 << seat
    state.hands[0] = hand
    state.known_by[0] = known_by | 1
    if hand == 0:
        for seat in range(state.n_seats):
            state.known_by[seat] = 0
    state.die = NO_FACE
    if state.turn == N_TURNS:
        finish_turns(state)
    else:
        state.phase = PICK
        state.turn += 1
        state.roller = 0 if state.roller == last else state.roller + 1


cdef void finish_turns(DraftosaurusState *state) noexcept nogil:
    """After turn 12: Quarantine where it is occupied, else the second game of a match, else the end."""
    cdef int seat
    state.phase = FINISHED
    if state.side == WINTER:
        for seat in range(state.n_seats):
            if quarantined(&state.zoos[seat], WINTER):
                state.phase = QUARANTINE
    elif state.game == 1:
        for seat in range(state.n_seats):
            state.scores[seat] = score_points(state, seat)
            state.t_rexes[seat] = nibble(state.counts[seat], T_REX)
        state.game = 2
        # The same start seat (D8): the roller of turn 12 is start + 11.
        set_up(state, state.n_seats, WINTER, (state.roller + (N_TURNS - 1) * (state.n_seats - 1)) % state.n_seats)


cdef void set_up(DraftosaurusState *state, int n_seats, int side, int start) noexcept nogil:
    """An empty table before the first deal; options, viewer and match are left as they are."""
    cdef int seat
    for seat in range(n_seats):
        clear_zoo(&state.zoos[seat], side)
        state.counts[seat] = 0
        state.hands[seat] = 0
        state.known_by[seat] = 0
        state.picks[seat] = 0
    state.boxed[0] = 0
    state.boxed[1] = 0
    state.bag = all_dinosaurs(n_seats)
    state.n_seats = n_seats
    state.side = side
    state.phase = PICK
    state.turn = 1
    state.roller = start
    state.die = NO_FACE


# Chance.

cdef void draw_hands(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Deal six dinosaurs to each seat."""
    cdef uint64_t bag = spread(state.bag)
    cdef int seat, _
    for seat in range(state.n_seats):
        for _ in range(HAND_SIZE):
            state.hands[seat] += <uint32_t> 1 << (4 * draw(&bag, rng))
        state.known_by[seat] = 1 << seat
    state.bag = squeeze(bag)


cdef void roll(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Deal where a round begins, and roll the die."""
    if state.hands[0] == 0:
        draw_hands(state, rng)
    state.die = 1 + below(rng, 6)


# The result.

cdef void write_payoff(const DraftosaurusState *state, Payoff *out) noexcept nogil:
    """Shares of the victory, of the match where one is played (D9), and the points of the given game."""
    cdef int32_t[MAX_SEATS] total, t_rexes
    cdef int seat, points, n_winners = 0, best = 0
    for seat in range(state.n_seats):
        points = score_points(state, seat)
        out.points[seat] = state.scores[seat] if state.game != state.given_game else points
        total[seat] = points + state.scores[seat]
        t_rexes[seat] = nibble(state.counts[seat], T_REX) + state.t_rexes[seat]
        if total[seat] > total[best] or total[seat] == total[best] and t_rexes[seat] < t_rexes[best]:
            best = seat
    for seat in range(state.n_seats):
        out.win[seat] = total[seat] == total[best] and t_rexes[seat] == t_rexes[best]
        n_winners += <int> out.win[seat]
    for seat in range(state.n_seats):
        out.win[seat] /= n_winners


# Random play.

cdef struct Dice:
    # Random bits that are still unused, as a fraction of 2**56.
    uint64_t fraction


cdef inline void shake(Dice *dice, RngState *rng) noexcept nogil:
    dice.fraction = next64(rng) >> 8


cdef inline int next_below(Dice *dice, int n) noexcept nogil:
    """An integer below n from the fraction, of which the rest stays for the next one.

    As long as the product of all n since the last shake is below 2**26 the bias is below 2**-30; only playouts use it.
    """
    cdef uint64_t product = dice.fraction * n
    dice.fraction = product & ((<uint64_t> 1 << 56) - 1)
    return product >> 56


cdef inline int choose_bit(int mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 13 bits."""
    cdef int low = mask & 127
    cdef int n_low = popcount(low)
    cdef int k = next_below(dice, n_low + popcount(mask >> 7))
    return tables.select[low][k] if k < n_low else 7 + tables.select[mask >> 7][k - n_low]


cdef inline void play_turns(DraftosaurusState *state, RngState *rng, int n, int side) noexcept nogil:
    """Play random turns from the start of a phase PICK to the end of turn 12.

    Within a turn a seat's choices depend on its own zoo and hand alone, so each seat's are carried out at once. The bag
    is dealt from a shuffled pile; it always ends empty.
    """
    cdef uint8_t[64] pile
    cdef uint32_t[MAX_SEATS] hands
    cdef uint32_t passed
    cdef Dice dice
    cdef int seat, i, j, species, place, face, _
    cdef int board = board_of(state)
    cdef int in_pile = 0
    for species in range(N_SPECIES):
        for _ in range(nibble(state.bag, species)):
            pile[in_pile] = 4 * species
            in_pile += 1
    for seat in range(n):
        hands[seat] = state.hands[seat]
    while True:
        shake(&dice, rng)
        if hands[0] == 0:
            for seat in range(n):
                for i in range(HAND_SIZE):
                    if i & 3 == 0:
                        shake(&dice, rng)
                    j = next_below(&dice, in_pile)
                    in_pile -= 1
                    hands[seat] += <uint32_t> 1 << pile[j]
                    pile[j] = pile[in_pile]
            shake(&dice, rng)
        if state.die == NO_FACE:
            state.die = 1 + next_below(&dice, 6)
        for seat in range(n):
            if seat:
                shake(&dice, rng)
            face = NO_FACE if seat == state.roller else state.die
            species = choose_bit(present(hands[seat]), &dice)
            place = choose_bit(legal_places(&state.zoos[seat], side, species, face), &dice)
            hands[seat] -= <uint32_t> 1 << (4 * species)
            place_dinosaur(&state.zoos[seat], &state.counts[seat], side, board, place, species)
            if n == 2:
                species = choose_bit(present(hands[seat]), &dice)
                hands[seat] -= <uint32_t> 1 << (4 * species)
                state.boxed[seat] |= <uint64_t> (species + 1) << (4 * (state.turn - 1))
        passed = hands[n - 1]
        for seat in range(n - 1, 0, -1):
            hands[seat] = hands[seat - 1]
        hands[0] = passed
        state.die = NO_FACE
        if state.turn == N_TURNS:
            break
        state.turn += 1
        state.roller = 0 if state.roller == n - 1 else state.roller + 1
    state.bag = 0
    for seat in range(n):
        state.hands[seat] = 0
        state.known_by[seat] = 0
    finish_turns(state)


cdef void play_random(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Play uniformly random actions to the end of the game, or of the match; from a view: from a world drawn for it."""
    cdef uint16_t[16] out
    cdef int i, chosen
    if state.viewer != FULL:
        sample_world(state, state.viewer, rng)
    while state.phase != FINISHED:
        chosen = 0
        for i in range(state.n_seats):
            chosen |= state.picks[i]
        if state.phase != PICK or chosen:
            act(state, out[below(rng, write_actions(state, out))])
        elif state.n_seats == 2 and state.side == SUMMER:
            play_turns(state, rng, 2, SUMMER)
        elif state.n_seats == 2:
            play_turns(state, rng, 2, WINTER)
        else:
            play_turns(state, rng, state.n_seats, state.side)


# The C interface.

cdef int game_n_seats(const void *state) noexcept nogil:
    return (<const DraftosaurusState *> state).n_seats


cdef int game_viewer(const void *state) noexcept nogil:
    return (<const DraftosaurusState *> state).viewer


cdef int game_actor(const void *state) noexcept nogil:
    return next_actor(<const DraftosaurusState *> state)


cdef int game_actions(const void *state, uint16_t *out) noexcept nogil:
    return write_actions(<const DraftosaurusState *> state, out)


cdef void game_apply(void *state, int action) noexcept nogil:
    act(<DraftosaurusState *> state, action)


cdef bint game_within_move(const void *state) noexcept nogil:
    return between_actions(<const DraftosaurusState *> state)


cdef void game_chance(void *state, RngState *rng) noexcept nogil:
    roll(<DraftosaurusState *> state, rng)


cdef void game_payoff(const void *state, Payoff *out) noexcept nogil:
    write_payoff(<const DraftosaurusState *> state, out)


cdef void game_sample(void *state, int seat, RngState *rng) noexcept nogil:
    sample_world(<DraftosaurusState *> state, seat, rng)


cdef uint64_t game_infoset(const void *state, int seat) noexcept nogil:
    return infoset_key(<const DraftosaurusState *> state, seat)


cdef void game_playout(void *state, RngState *rng) noexcept nogil:
    play_random(<DraftosaurusState *> state, rng)


cdef int game_check(const void *state) noexcept nogil:
    return first_violation(<const DraftosaurusState *> state)


draftosaurus.name = b"draftosaurus"
draftosaurus.n_seats_max = MAX_SEATS
draftosaurus.n_seats = game_n_seats
draftosaurus.viewer = game_viewer
draftosaurus.actor = game_actor
draftosaurus.actions = game_actions
draftosaurus.apply = game_apply
draftosaurus.within_move = game_within_move
draftosaurus.chance = game_chance
draftosaurus.payoff = game_payoff
draftosaurus.sample = game_sample
draftosaurus.infoset = game_infoset
draftosaurus.playout = game_playout
draftosaurus.check = game_check
register_game(&draftosaurus)

assert sizeof(DraftosaurusState) <= STATE_BYTES
