"""Random play to the end, turn by turn without the detour over single actions."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.information cimport sample_world
from dinoai.engine.draftosaurus.state cimport (
    FINISHED, HAND_SIZE, N_TURNS, PICK, board_of, legal_places, nibble, place_dinosaur, popcount, present,
)
from dinoai.engine.draftosaurus.tables cimport N_SPECIES, NO_FACE, SUMMER, WINTER, tables
from dinoai.engine.draftosaurus.turns cimport act, finish_turns, write_actions
from dinoai.engine.game cimport FULL, MAX_SEATS
from dinoai.engine.rng cimport below, next64


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


cdef inline int choose_of_7(int mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 7 bits."""
    ensure((mask > 0) & (mask < 128))
    return tables.select[mask][next_below(dice, popcount(mask))]


cdef inline int choose_of_13(int mask, Dice *dice) noexcept nogil:
    """A random bit of a mask of at most 13 bits."""
    cdef int low = mask & 127
    cdef int n_low = popcount(low)
    cdef int k = next_below(dice, n_low + popcount(mask >> 7))
    return tables.select[low][k] if k < n_low else 7 + tables.select[mask >> 7][k - n_low]


cdef inline void play_turns(DraftosaurusState *state, RngState *shared, int n, int side) noexcept nogil:
    """Play random turns from the start of a phase PICK to the end of turn 12.

    Within a turn a seat's choices depend on its own zoo and hand alone, so each seat's are carried out at once. The bag
    is dealt from a shuffled pile; it always ends empty.
    """
    cdef uint8_t[64] pile
    cdef uint32_t[MAX_SEATS] hands
    cdef uint32_t passed
    cdef RngState local = shared[0]  # nothing else can point to it, so it may stay in registers
    cdef RngState *rng = &local
    cdef Dice dice
    cdef int seat, i, j, species, places, place, face, _
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
                    ensure((in_pile > 0) & (in_pile <= 60))
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
            species = choose_of_7(present(hands[seat]), &dice)
            places = legal_places(&state.zoos[seat], side, species, face)
            place = choose_of_7(places, &dice) if side == SUMMER else choose_of_13(places, &dice)
            hands[seat] -= <uint32_t> 1 << (4 * species)
            place_dinosaur(&state.zoos[seat], &state.counts[seat], side, board, place, species)
            if n == 2:
                species = choose_of_7(present(hands[seat]), &dice)
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
    shared[0] = local
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
