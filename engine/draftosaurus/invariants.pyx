"""The invariants of a packed state, numbered.

1  seats, side, phase, turn, roller, die and options are in range and fit together
2  the zoos hold as many dinosaurs as turn and phase ask for
3  what a zoo keeps for legality and scoring is what its dinosaurs make of it, and each of them was legal in its pen
4  the hands are as large as turn and phase ask for, and only a view has unnamed dinosaurs, none in its own hand
5  known_by has the holder, and the viewer exactly where the hand is known
6  as many dinosaurs are boxed as turn and phase ask for
7  zoos, hands, box and bag make up the game's dinosaurs
8  the choices made are legal, a view has only its own, and one at least is still to be made
9  the match is in game 1 on the Summer side or in game 2 on the Winter side
10 unused seats are zero
"""
from libc.stdint cimport uint32_t

from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOX, BOXED_HIDDEN, FINISHED, N_TURNS, PICK, PLACE, PRAIRIE_12, QUARANTINE, UNKNOWN_BOXED, Zoo,
    all_dinosaurs, board_of, clear_zoo, face_for, has_chosen, legal_places, nibble, nibble_sum, pick_place,
    pick_species, place_dinosaur, place_size, popcount, quarantined,
)
from dinoai.engine.draftosaurus.tables cimport (
    CELL, N_PLACES, N_SPECIES, NO_FACE, PYRAMID, WATCH_OUT_FOR_T_REX, WINTER,
)
from dinoai.engine.game cimport FULL, MAX_SEATS


cdef int hand_size(const DraftosaurusState *state) noexcept nogil:
    """The size of every hand by turn and phase; between rounds, before the deal, it is 0."""
    cdef int n
    if state.phase == QUARANTINE or state.phase == FINISHED:
        return 0
    if state.n_seats > 2:
        n = 6 - (state.turn - 1) % 6
        return 0 if n == 6 and state.hands[0] == 0 and state.die == NO_FACE else n
    n = 6 - 2 * ((state.turn - 1) % 3)
    if state.phase == BOX:
        return n - 1
    return 0 if n == 6 and state.hands[0] == 0 and state.die == NO_FACE else n


cdef bint frame_holds(const DraftosaurusState *state) noexcept nogil:
    cdef bint choosing = state.phase == PICK or state.phase == PLACE or state.phase == BOX
    if not (2 <= state.n_seats <= MAX_SEATS and state.side <= WINTER and PICK <= state.phase <= FINISHED):
        return False
    if not (1 <= state.turn <= N_TURNS and state.roller < state.n_seats and state.die <= WATCH_OUT_FOR_T_REX):
        return False
    if state.first >= state.n_seats or state.options > (PRAIRIE_12 | BOXED_HIDDEN | AFTER_REVEAL):
        return False
    if state.viewer != FULL and state.viewer >= state.n_seats:
        return False
    if not choosing and (state.die != NO_FACE or state.turn != N_TURNS):
        return False
    if state.phase == PLACE and not state.options & AFTER_REVEAL or state.phase == BOX and state.n_seats != 2:
        return False
    if state.die == NO_FACE and (state.phase == PLACE or state.phase == BOX):
        return False
    return state.phase != QUARANTINE or state.side == WINTER


cdef bint zoo_holds(const DraftosaurusState *state, int seat) noexcept nogil:
    """Build the zoo again from its dinosaurs."""
    cdef Zoo zoo
    cdef uint32_t counts = 0
    cdef int pen, cell, place, species, _
    cdef int position = 0, n = 0, n_cells = popcount(state.zoos[seat].pyramid >> 48)
    for pen in range(7):
        n += place_size(&state.zoos[seat], pen)
    if n > N_TURNS or n_cells != (place_size(&state.zoos[seat], PYRAMID) if state.side == WINTER else 0):
        return False
    clear_zoo(&zoo, state.side)
    for pen in range(7):
        if pen == PYRAMID and state.side == WINTER:
            for cell in range(6):
                if state.zoos[seat].pyramid >> (48 + cell) & 1:
                    species = state.zoos[seat].contents >> (3 * position) & 7
                    position += 1
                    # Row by row, so that the row below is full whatever the order of play was.
                    place = CELL + cell
                    if species >= N_SPECIES or not legal_places(&zoo, state.side, species, NO_FACE) >> place & 1:
                        return False
                    place_dinosaur(&zoo, &counts, state.side, board_of(state), place, species)
            continue
        for _ in range(place_size(&state.zoos[seat], pen)):
            species = state.zoos[seat].contents >> (3 * position) & 7
            position += 1
            if species >= N_SPECIES or not legal_places(&zoo, state.side, species, NO_FACE) >> pen & 1:
                return False
            place_dinosaur(&zoo, &counts, state.side, board_of(state), pen, species)
    return (zoo.closed == state.zoos[seat].closed and zoo.pyramid == state.zoos[seat].pyramid
            and zoo.contents == state.zoos[seat].contents and zoo.detail == state.zoos[seat].detail
            and counts == state.counts[seat])


cdef bint hand_holds(const DraftosaurusState *state, int seat) noexcept nogil:
    if nibble_sum(state.hands[seat]) != hand_size(state) or state.hands[seat] >> 28:
        return False
    return state.hands[seat] >> 24 == 0 or state.viewer != FULL and state.viewer != seat


cdef bint knowledge_holds(const DraftosaurusState *state, int seat) noexcept nogil:
    if state.hands[seat] == 0:
        return state.known_by[seat] == 0
    if not state.known_by[seat] >> seat & 1 or state.known_by[seat] >> state.n_seats:
        return False
    return state.viewer == FULL or (state.known_by[seat] >> state.viewer & 1) == (state.hands[seat] >> 24 == 0)


cdef bint box_holds(const DraftosaurusState *state, int seat) noexcept nogil:
    cdef int turn, boxed
    cdef int n = 0
    if state.n_seats == 2:
        n = N_TURNS if state.phase == QUARANTINE or state.phase == FINISHED else state.turn - 1
    for turn in range(16):
        boxed = nibble(state.boxed[seat], turn)
        if (boxed != 0) != (turn < n) or boxed > UNKNOWN_BOXED:
            return False
        if boxed == UNKNOWN_BOXED and (state.viewer == FULL or not state.options & BOXED_HIDDEN):
            return False
    return True


cdef bint dinosaurs_add_up(const DraftosaurusState *state) noexcept nogil:
    cdef int seat, turn, species, boxed
    cdef int total
    for species in range(N_SPECIES):
        total = nibble(state.bag, species)
        for seat in range(state.n_seats):
            total += nibble(state.counts[seat], species) + nibble(state.hands[seat], species)
        for seat in range(2):
            for turn in range(N_TURNS):
                boxed = nibble(state.boxed[seat], turn)
                total += boxed == species + 1
        if total != nibble(all_dinosaurs(state.n_seats), species):
            return False
    return state.bag >> 24 == 0


cdef bint picks_hold(const DraftosaurusState *state) noexcept nogil:
    cdef int seat, species, place, mask
    cdef bint waiting = state.phase == FINISHED
    for seat in range(state.n_seats):
        waiting = waiting or not has_chosen(state, seat)
        species = pick_species(state.picks[seat])
        place = pick_place(state.picks[seat])
        if species >= N_SPECIES or place >= N_PLACES:
            return False
        if state.viewer != FULL and seat != state.viewer and state.picks[seat] >> (3 if state.phase == PLACE else 0):
            return False
        if state.phase == QUARANTINE:
            if state.picks[seat] == 0:
                continue
            if species >= 0 or not quarantined(&state.zoos[seat], WINTER):
                return False
            mask = legal_places(&state.zoos[seat], WINTER, quarantined(&state.zoos[seat], WINTER) - 1, NO_FACE)
        elif state.phase == FINISHED or species < 0:
            if state.picks[seat] or state.phase == PLACE:
                return False
            continue
        else:
            if not nibble(state.hands[seat], species):
                return False
            mask = legal_places(&state.zoos[seat], state.side, species, face_for(state, seat))
            if state.phase == BOX or state.phase == PICK and state.options & AFTER_REVEAL:
                mask = 0
        if place >= 0 and not mask >> place & 1:
            return False
    return waiting


cdef int first_violation(const DraftosaurusState *state) noexcept nogil:
    """0, or the number of the first invariant that does not hold."""
    cdef int seat, n_placed
    if not frame_holds(state):
        return 1
    n_placed = state.turn - 1 if state.phase == PICK or state.phase == PLACE else state.turn
    for seat in range(state.n_seats):
        if nibble_sum(<uint32_t> (state.zoos[seat].contents >> 36)) != n_placed:
            return 2
        if not zoo_holds(state, seat) or state.phase == FINISHED and quarantined(&state.zoos[seat], state.side):
            return 3
        if not hand_holds(state, seat):
            return 4
        if not knowledge_holds(state, seat):
            return 5
        if seat < 2 and not box_holds(state, seat):
            return 6
    if not dinosaurs_add_up(state):
        return 7
    if not picks_hold(state):
        return 8
    if state.game > 2 or state.game and (state.game == 2) != (state.side == WINTER):
        return 9
    if state.game == 1 and state.phase == FINISHED:
        return 9
    for seat in range(MAX_SEATS):
        if state.game != 2 and (state.scores[seat] or state.t_rexes[seat]):
            return 9
        if seat >= state.n_seats and (state.picks[seat] or state.hands[seat] or state.counts[seat]
                                      or state.known_by[seat] or state.scores[seat] or state.t_rexes[seat]
                                      or state.zoos[seat].closed or state.zoos[seat].contents):
            return 10
    return 0
