"""What a seat knows.

Knowledge of hands follows from passing and travels with each hand in `known_by`: the holder knows it, and so do those
who held it before, since everything taken from it since was public or their own. With hidden boxing (D6) a seat knows
every boxed dinosaur except what its opponent boxed in the first turn of a round, because it sees the later hands before
and after.
"""
from libc.string cimport memcpy

from dinoai.engine.draftosaurus.state cimport (
    BOXED_HIDDEN, N_TURNS, PLACE, UNKNOWN_BOXED, Zoo, all_dinosaurs, nibble, nibble_sum, pick_species, picks_of_all,
    place_size,
)
from dinoai.engine.draftosaurus.tables cimport SUMMER, WINTER, WOOD
from dinoai.engine.game cimport FULL, MAX_SEATS
from dinoai.engine.rng cimport Rng, folded_product, mix64
from dinoai.engine.state cimport State

# The nibbles of the first turn of each round of two players.
cdef uint64_t FIRST_TURNS = 0x00F00F00F00FULL


cdef inline uint64_t picks_seen_by(const DraftosaurusState *state, int seat) noexcept nogil:
    """Which bits of the picks the seat sees: its own, and in PLACE the others' dinosaurs, which have been revealed."""
    return <uint64_t> 0xFF << (8 * seat) | (0x0707070707ULL if state.phase == PLACE else 0)


cdef void drop_picks(DraftosaurusState *state, int seat) noexcept nogil:
    """Forget what the others have chosen and not revealed."""
    cdef uint64_t picks = picks_of_all(state) & picks_seen_by(state, seat)
    memcpy(state.picks, &picks, MAX_SEATS)


cdef void hide(DraftosaurusState *state, int seat) noexcept nogil:
    """Put everything that the seat does not know back among the unseen dinosaurs."""
    cdef int other, turn, boxed, opponent
    cdef uint32_t hand, revealed, unknown
    drop_picks(state, seat)
    for other in range(state.n_seats):
        if state.known_by[other] >> seat & 1 or state.hands[other] == 0:
            continue
        hand = state.hands[other]
        unknown = hand >> 24
        revealed = <uint32_t> 1 << (4 * pick_species(state.picks[other])) if state.phase == PLACE else 0
        hand = (hand & 0xFFFFFF) - revealed
        state.bag += hand
        state.hands[other] = revealed | (unknown + nibble_sum(hand)) << 24
    if state.n_seats == 2 and state.options & BOXED_HIDDEN:
        opponent = 1 - seat
        for turn in range(0, N_TURNS, 3):
            boxed = nibble(state.boxed[opponent], turn)
            if boxed and boxed != UNKNOWN_BOXED:
                state.bag += <uint32_t> 1 << (4 * (boxed - 1))
                state.boxed[opponent] |= <uint64_t> UNKNOWN_BOXED << (4 * turn)


cdef void sample_world(DraftosaurusState *state, int seat, RngState *rng) noexcept nogil:
    """Draw everything that the seat does not know: each arrangement of the unseen dinosaurs is equally likely."""
    cdef uint64_t bag
    cdef int other, turn, _
    if state.viewer == seat:
        # A view may know more or less than follows from passing; it is taken as it is.
        drop_picks(state, seat)
    else:
        hide(state, seat)
    state.viewer = FULL
    state.first = seat
    bag = spread(state.bag)
    for other in range(state.n_seats):
        for _ in range(<int> (state.hands[other] >> 24)):
            state.hands[other] += <uint32_t> 1 << (4 * draw(&bag, rng))
        state.hands[other] &= 0xFFFFFF
    if state.n_seats == 2 and state.options & BOXED_HIDDEN:
        for other in range(2):
            for turn in range(N_TURNS):
                if nibble(state.boxed[other], turn) == UNKNOWN_BOXED:
                    state.boxed[other] ^= <uint64_t> (UNKNOWN_BOXED ^ draw(&bag, rng) + 1) << (4 * turn)
    state.bag = squeeze(bag)


cdef uint32_t known_boxed(const DraftosaurusState *state, int seat) noexcept nogil:
    """The boxed dinosaurs that the seat knows, by species."""
    cdef uint32_t counts = all_dinosaurs(2) - state.bag - state.counts[0] - state.counts[1]
    cdef uint64_t hidden
    cdef int turn, boxed
    counts -= (state.hands[0] & 0xFFFFFF) + (state.hands[1] & 0xFFFFFF)
    if state.options & BOXED_HIDDEN:
        hidden = state.boxed[1 - seat] & FIRST_TURNS
        for turn in range(0, N_TURNS, 3):
            boxed = nibble(hidden, turn)
            if boxed and boxed != UNKNOWN_BOXED:
                counts -= <uint32_t> 1 << (4 * (boxed - 1))
    return counts


cdef inline uint64_t part(uint64_t a, uint64_t b, int index) noexcept nogil:
    """One part of a key, from two words; the sum of parts does not depend on the order in which they are computed.
    """
    cdef uint64_t salt = <uint64_t> (2 * index + 1) * 0x9E3779B97F4A7C15ULL
    return folded_product(a ^ salt, b ^ salt + 0xD1B54A32D192ED03ULL)


cdef inline uint64_t wood_pair(const DraftosaurusState *state, int seat) noexcept nogil:
    """The two species that alternate in the seat's Well-Ordered Wood, six bits; 0 while it has no two dinosaurs."""
    if state.side == SUMMER or place_size(&state.zoos[seat], WOOD) < 2:
        return 0
    # The Wood is the first pen, so its dinosaurs come first.
    return state.zoos[seat].contents & 0x3F


cdef uint64_t infoset_key(const DraftosaurusState *state, int seat) noexcept nogil:
    """Key of the table, the hands that the seat knows, its own choice, and the boxed dinosaurs that it knows.

    Of a zoo enters what rules and scoring ask for: the order within a pen only where the Well-Ordered Wood makes it
    count.
    """
    cdef const Zoo *zoo
    cdef uint64_t key, hands, picks = picks_of_all(state)
    cdef int other
    key = part(<uint64_t> seat | <uint64_t> state.n_seats << 8 | <uint64_t> state.side << 16
               | <uint64_t> state.phase << 24 | <uint64_t> state.turn << 32 | <uint64_t> state.roller << 40
               | <uint64_t> state.die << 48 | <uint64_t> state.options << 56,
               known_boxed(state, seat) if state.n_seats == 2 else 0, 0)
    picks &= picks_seen_by(state, seat)
    for other in range(state.n_seats):
        zoo = &state.zoos[other]
        if state.known_by[other] >> seat & 1 or state.hands[other] == 0:
            hands = state.hands[other]
        else:
            hands = <uint64_t> 1 << 24 | nibble_sum(state.hands[other])
        hands = hands << 8 | picks >> (8 * other) & 0xFF
        key += part(zoo.closed, zoo.detail, 4 * other + 1)
        key += part(zoo.contents >> 36 | <uint64_t> state.counts[other] << 32, hands, 4 * other + 2)
        if state.side == WINTER:
            key += part(zoo.pyramid, wood_pair(state, other), 4 * other + 3)
        if state.game:
            key += part(<uint64_t> state.game << 16 | <uint64_t> state.scores[other] << 8 | state.t_rexes[other], 0,
                        4 * other + 4)
    return mix64(key)


def view(State state not None, int seat) -> State:
    """What the seat may know of a full state; a view is its own view again."""
    cdef State result = state.copy()
    cdef DraftosaurusState *packed = <DraftosaurusState *> result.data()
    if packed.viewer == FULL:
        hide(packed, seat)
        packed.viewer = seat
        packed.first = seat
    return result


def complete(State state not None, Rng rng not None) -> State:
    """A full state drawn uniformly among those of which the view may be a view; a full state is its own completion."""
    cdef State result = state.copy()
    cdef DraftosaurusState *packed = <DraftosaurusState *> result.data()
    if packed.viewer != FULL:
        sample_world(packed, packed.viewer, &rng.state)
        packed.first = 0
    return result
