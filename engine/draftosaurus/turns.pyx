"""The course of a game: whose choice it is, which choices there are, what they do once all are made."""
from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.points cimport score_points
from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOX, FINISHED, N_TURNS, PICK, PLACE, PLACE_ACTION, QUARANTINE, all_dinosaurs, board_of, clear_zoo,
    face_for, has_chosen, legal_places, nibble, pick_place, pick_species, place_dinosaur, present, quarantined,
    release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport N_PLACES, N_SPECIES, NO_FACE, T_REX, WINTER
from dinoai.engine.game cimport CHANCE, OVER


# Whose choice it is, and which choices there are.

cdef inline int next_to_choose(const DraftosaurusState *state) noexcept nogil:
    """The first seat, from `first` on, whose choice of this phase is not complete, or -1."""
    cdef int _, seat = state.first
    for _ in range(state.n_seats):
        if not has_chosen(state, seat):
            return seat
        seat = 0 if seat + 1 == state.n_seats else seat + 1
    return -1


cdef int next_actor(const DraftosaurusState *state) noexcept nogil:
    """The seat to decide next, CHANCE or OVER."""
    if state.phase == FINISHED:
        return OVER
    if state.die == NO_FACE and state.phase != QUARANTINE:
        return CHANCE
    return next_to_choose(state)  # never -1: the last choice of a phase is resolved at once


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
    cdef int seat = next_to_choose(state)
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
    cdef int seat = next_to_choose(state)
    if action < PLACE_ACTION:
        state.picks[seat] = action + 1
    else:
        state.picks[seat] |= (action - PLACE_ACTION + 1) << 3
    if has_chosen(state, seat) and next_to_choose(state) < 0:
        resolve(state)


cdef bint between_actions(const DraftosaurusState *state) noexcept nogil:
    """Whether the next seat has chosen its dinosaur and still owes the place."""
    return state.phase == PICK and state.picks[next_to_choose(state)] & 7


# What the choices of a phase do once all are made.

cdef void take(DraftosaurusState *state, int seat, int species) noexcept nogil:
    """Take a dinosaur out of a hand; one that a view does not name comes out of its unnamed ones."""
    if nibble(state.hands[seat], species):
        state.hands[seat] -= <uint32_t> 1 << (4 * species)
    else:
        ensure(state.hands[seat] >> 24 > 0)
        ensure(nibble(state.bag, species) > 0)
        state.hands[seat] -= <uint32_t> 1 << 24
        state.bag -= <uint32_t> 1 << (4 * species)


cdef void name_dinosaur(DraftosaurusState *state, int seat, int species) noexcept nogil:
    """A dinosaur of a hand is shown; where a view names none of its species, an unnamed one turns out to be it."""
    if not nibble(state.hands[seat], species):
        ensure(state.hands[seat] >> 24 > 0)
        ensure(nibble(state.bag, species) > 0)
        state.hands[seat] += (<uint32_t> 1 << (4 * species)) - (<uint32_t> 1 << 24)
        state.bag -= <uint32_t> 1 << (4 * species)


cdef void resolve(DraftosaurusState *state) noexcept nogil:
    """Reveal the choices of the phase, carry them out and go on."""
    cdef int seat, species, place
    cdef int board = board_of(state)
    if state.phase == PICK and state.options & AFTER_REVEAL:
        for seat in range(state.n_seats):
            name_dinosaur(state, seat, pick_species(state.picks[seat]))
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
