"""Random play to the end, turn by turn without the detour over single actions."""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.draftosaurus.deal cimport roll
from dinoai.engine.draftosaurus.dice cimport choose_of_7, choose_of_13
from dinoai.engine.draftosaurus.information cimport sample_world, spread
from dinoai.engine.draftosaurus.state cimport (
    FINISHED, HAND_SIZE, N_TURNS, PICK, board_of, has_chosen, legal_places, needs_place, nibble, picks_of_all,
    place_dinosaur, present, present_bytes,
)
from dinoai.engine.draftosaurus.tables cimport N_SPECIES, NO_FACE, SUMMER, WINTER, tables
from dinoai.engine.draftosaurus.turns cimport finish_turns, open_places, picks_species, resolve
from dinoai.engine.game cimport FULL, MAX_SEATS
from dinoai.engine.rng cimport Dice, next_below, shake

cdef enum:
    MAX_OF_A_SPECIES = 10
    PILE_SIZE = 64


cdef inline int fill_pile(uint64_t *pile, uint32_t bag) noexcept nogil:
    """Lay out the bag's dinosaurs, each as 1 in the byte of its species; returns how many."""
    cdef int species, i, n = 0
    for species in range(N_SPECIES):
        # Always as many as there can be, without a branch; the next species covers what is too much.
        for i in range(MAX_OF_A_SPECIES):
            pile[n + i] = <uint64_t> 1 << (8 * species)
        n += nibble(bag, species)
    return n


cdef inline uint64_t draw_hand(uint64_t *pile, int *in_pile, RngState *rng) noexcept nogil:
    """Take six random dinosaurs off the pile; the last six need no drawing."""
    cdef uint64_t hand = 0
    cdef Dice dice
    cdef int i, j, _, n = in_pile[0]
    if n == HAND_SIZE:
        for i in range(HAND_SIZE):
            hand += pile[i]
        n = 0
    else:
        # At most 36 of two players' dinosaurs are left after the first deal: below 2**34 for a hand.
        shake(&dice, rng)
        for _ in range(HAND_SIZE):
            j = next_below(&dice, n)
            n -= 1
            hand += pile[j]
            pile[j] = pile[n]
    in_pile[0] = n
    return hand


cdef inline int variant(int n_seats, int side) noexcept nogil:
    """Number of seats and side as one number."""
    return 2 * n_seats + side


cdef void play_turns(DraftosaurusState *state, RngState *shared, int number) noexcept nogil:
    """Play random turns to the end of turn 12 from the start of a phase PICK, the die rolled.

    Number of seats and side come as one constant, so that compilers make a copy of the function for each.
    Within a turn a seat's choices depend on its own zoo and hand alone, so each seat's are carried out at once. What is
    in the bag is drawn from a pile; the bag always ends empty.
    """
    cdef int n = number // 2, side = number & 1
    cdef uint64_t[PILE_SIZE] pile
    cdef uint64_t[MAX_SEATS] hands  # a byte a species
    cdef int[MAX_SEATS] chosen
    cdef uint64_t passed
    cdef RngState local = shared[0]  # nothing else can point to it, so it may stay in registers
    cdef RngState *rng = &local
    cdef Dice dice
    cdef int seat, species, places, place
    cdef int board = board_of(state)
    cdef int in_pile = fill_pile(pile, state.bag)
    cdef int turn = state.turn, roller = state.roller, die = state.die
    for seat in range(n):
        hands[seat] = spread(state.hands[seat])
    while True:
        # At most 6 species x 9 places for each of five seats, or 6 x 9 x 6 for each of two, and the die: below 2**34.
        shake(&dice, rng)
        for seat in range(n):
            chosen[seat] = choose_of_7(present_bytes(hands[seat]), &dice)
            hands[seat] -= tables.one_byte[chosen[seat]]
        for seat in range(n):
            species = chosen[seat]
            places = legal_places(&state.zoos[seat], side, species, NO_FACE if seat == roller else die)
            place = choose_of_7(places, &dice) if side == SUMMER else choose_of_13(places, &dice)
            place_dinosaur(&state.zoos[seat], &state.counts[seat], side, board, place, species)
        if n == 2:
            for seat in range(n):
                species = choose_of_7(present_bytes(hands[seat]), &dice)
                hands[seat] -= tables.one_byte[species]
                state.boxed[seat] |= <uint64_t> (species + 1) << (4 * (turn - 1))
        if turn == N_TURNS:
            break
        turn += 1
        roller = 0 if roller == n - 1 else roller + 1
        die = 1 + next_below(&dice, 6)
        if hands[0] == 0:
            for seat in range(n):
                hands[seat] = draw_hand(pile, &in_pile, rng)
        else:
            passed = hands[n - 1]
            for seat in range(n - 1, 0, -1):
                hands[seat] = hands[seat - 1]
            hands[0] = passed
    shared[0] = local
    for seat in range(n):
        state.hands[seat] = 0
        state.known_by[seat] = 0
    state.bag = 0
    state.turn = turn
    state.roller = roller
    state.die = NO_FACE
    finish_turns(state)


cdef void finish_phase(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Make random choices for all seats that still have one in this phase, and resolve it."""
    cdef Dice dice
    cdef int seat
    for seat in range(state.n_seats):
        if not has_chosen(state, seat):
            shake(&dice, rng)
            if picks_species(state, seat):
                state.picks[seat] = 1 + choose_of_7(present(state.hands[seat]), &dice)
            if needs_place(state):
                state.picks[seat] |= 1 + choose_of_13(open_places(state, seat), &dice) << 3
    resolve(state)


cdef void play_random(DraftosaurusState *state, RngState *rng) noexcept nogil:
    """Play uniformly random actions to the end of the game, or of the match; from a view: from a world drawn for it."""
    cdef int n
    if state.viewer != FULL:
        sample_world(state, state.viewer, rng)
    while state.phase != FINISHED:
        n = state.n_seats
        if state.phase != PICK or picks_of_all(state):
            finish_phase(state, rng)
        elif state.die == NO_FACE:
            roll(state, rng)
        elif state.side == SUMMER:
            if n == 2:
                play_turns(state, rng, variant(2, SUMMER))
            elif n == 3:
                play_turns(state, rng, variant(3, SUMMER))
            elif n == 4:
                play_turns(state, rng, variant(4, SUMMER))
            else:
                play_turns(state, rng, variant(5, SUMMER))
        elif n == 2:
            play_turns(state, rng, variant(2, WINTER))
        elif n == 3:
            play_turns(state, rng, variant(3, WINTER))
        elif n == 4:
            play_turns(state, rng, variant(4, WINTER))
        else:
            play_turns(state, rng, variant(5, WINTER))
