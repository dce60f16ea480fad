"""Hand-made knowledge of Draftosaurus: the yardstick `greedy`, current points plus the promise of unfinished pens."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.deal cimport roll
from dinoai.engine.draftosaurus.invariants cimport first_violation
from dinoai.engine.draftosaurus.points cimport N_PARTS, score_parts
from dinoai.engine.draftosaurus.state cimport (
    BOX, FINISHED, N_TURNS, PLACE_ACTION, PRAIRIE_12, QUARANTINE, DraftosaurusState, board_of, face_for,
    has_chosen, legal_places, needs_place, nibble, pick_species, place_dinosaur, place_size, popcount, present,
    quarantined, release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport (
    FOREST, ISLAND, KING, LOOKOUT, MEADOW, N_PLACES, N_SPECIES, NO_FACE, PRAIRIE, QUARANTINE_ZONE, SUMMER, TRIO, WINTER,
    WOOD,
)
from dinoai.engine.draftosaurus.turns cimport open_places, picks_species, resolve
from dinoai.engine.rng cimport Rng, RngState, below
from dinoai.engine.state cimport State

cdef enum:
    ANY_PLACE = -1  # the dinosaur's place is still to be chosen
    MAX_LEAD = 12
    RANDOM_PERCENT = 5

cdef double[7] SAME_STEP = [0.0, 2.0, 4.0, 4.0, 6.0, 6.0, 0.0]  # what the next dinosaur adds
cdef double[7] DIFFERENT_STEP = [0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0]
# By lead in the King's species, from -MAX_LEAD on, and turns left: the worth of the King of the Jungle.
cdef double king_worth[2 * MAX_LEAD + 1][N_TURNS]
cdef double island_worth[N_TURNS]  # by turns left


cdef double exponential(double x) noexcept:
    """e to the x, by its series; with the four basic operations only, so that it is the same on every machine."""
    cdef double term = 1.0, total = 1.0
    cdef int i, _
    x /= 1024
    for i in range(1, 12):
        term *= x / i
        total += term
    for _ in range(10):
        total *= total
    return total


cdef void fill_tables() noexcept:
    cdef int lead, left
    island_worth[0] = 7.0
    for left in range(N_TURNS):
        for lead in range(-MAX_LEAD, MAX_LEAD + 1):
            king_worth[MAX_LEAD + lead][left] = 7.0 / (1.0 + exponential(-3.0 * (lead + 0.5) / sqrt(left + 1.0)))
        if left:
            island_worth[left] = 0.93 * island_worth[left - 1]


fill_tables()


cdef int best_opponent_count(const DraftosaurusState *state, int seat, int species) noexcept nogil:
    cdef int other, best = 0
    for other in range(state.n_seats):
        if other != seat:
            best = max(best, nibble(state.counts[other], species))
    return best


cdef double summer_promise(const DraftosaurusState *state, int seat, int left, const int32_t *parts) noexcept nogil:
    """What unfinished Summer pens add to the points; the King's and the Island's points are replaced by chances."""
    cdef uint64_t detail = state.zoos[seat].detail
    cdef int king = <int> (detail >> 48 & 15) - 1, island = <int> (detail >> 52 & 15) - 1
    cdef int n_trio = place_size(&state.zoos[seat], TRIO)
    cdef int free = (12 if state.options & PRAIRIE_12 else 6) - place_size(&state.zoos[seat], PRAIRIE)
    cdef int n_single = popcount(detail & 0x111111)
    cdef double value = 1.6 * min(n_single, min(left, free))
    cdef int lead
    if left > 0:
        value += 0.45 * SAME_STEP[place_size(&state.zoos[seat], FOREST)]
        value += 0.45 * DIFFERENT_STEP[place_size(&state.zoos[seat], MEADOW)]
    if n_trio < 3 and n_trio + left >= 3:
        value += 2.2 * n_trio
    if king >= 0:
        lead = nibble(state.counts[seat], king) - best_opponent_count(state, seat, king)
        value += king_worth[MAX_LEAD + lead][left] - parts[KING]
    elif left > 0:
        value += 3.2
    if island >= 0:
        value += island_worth[left] - 7.0 if parts[ISLAND] else 0.0
    elif left > 0:
        value += 3.5
    return value


cdef double winter_promise(const DraftosaurusState *state, int seat, int left) noexcept nogil:
    """What unfinished Winter pens add to the points."""
    cdef uint64_t detail = state.zoos[seat].detail
    cdef int species, n_left, n_right, n_single = 0
    cdef int taken = state.zoos[seat].pyramid >> 48 & 63
    cdef double value
    for species in range(N_SPECIES):
        n_left = nibble(detail, species)
        n_right = nibble(detail, N_SPECIES + species)
        n_single += max(n_left, n_right) - min(n_left, n_right)
    value = 1.6 * min(n_single, left)
    if left > 0:
        value += 0.45 * SAME_STEP[place_size(&state.zoos[seat], WOOD)]
        if taken != 63:
            value += 0.4 * (2.0 if taken & 7 != 7 else 4.0 if taken & 24 != 24 else 7.0) - 0.8
        if place_size(&state.zoos[seat], QUARANTINE_ZONE):
            value += 3.0
        value += left / 3.0 if place_size(&state.zoos[seat], LOOKOUT) else 3.0
    return value


cdef double standing(const DraftosaurusState *state, int seat, int left) noexcept nogil:
    """Points of the seat's zoo plus promise, with `left` turns still to come."""
    cdef int32_t[N_PARTS] parts
    cdef int points = score_parts(state, seat, parts)
    if state.side == SUMMER:
        return points + summer_promise(state, seat, left, parts)
    if left == 0 and quarantined(&state.zoos[seat], WINTER):
        return best_relocation(state, seat)
    return points + winter_promise(state, seat, left)


cdef double relocated(const DraftosaurusState *state, int seat, int place) noexcept nogil:
    """The seat's standing at the end once its quarantined dinosaur has moved to the place."""
    cdef DraftosaurusState moved = state[0]
    cdef int species = release_quarantined(&moved.zoos[seat], &moved.counts[seat])
    return placed(&moved, seat, species, place, 0)


cdef double best_relocation(const DraftosaurusState *state, int seat) noexcept nogil:
    """The same for the best place."""
    cdef int species = quarantined(&state.zoos[seat], WINTER) - 1
    # Asked before the dinosaur leaves, so that Quarantine itself is no place for it.
    cdef int places = legal_places(&state.zoos[seat], WINTER, species, NO_FACE)
    cdef int place
    cdef double best = -1e9
    for place in range(N_PLACES):
        if places >> place & 1:
            best = max(best, relocated(state, seat, place))
    return best


cdef double placed(const DraftosaurusState *state, int seat, int species, int place, int left) noexcept nogil:
    """The seat's standing once it has placed the dinosaur, all other zoos as they are."""
    cdef DraftosaurusState after = state[0]
    place_dinosaur(&after.zoos[seat], &after.counts[seat], state.side, board_of(state), place, species)
    return standing(&after, seat, left)


cdef double best_placement(const DraftosaurusState *state, int seat, int species, int face, int left) noexcept nogil:
    """The seat's standing after the best place for the dinosaur under the face."""
    cdef int places = legal_places(&state.zoos[seat], state.side, species, face)
    cdef int place
    cdef double best = -1e9
    for place in range(N_PLACES):
        if places >> place & 1:
            best = max(best, placed(state, seat, species, place, left))
    return best


cdef double move_value(const DraftosaurusState *state, int seat, int species, int place) noexcept nogil:
    """What the seat's choice in this phase is worth: species and place, the place alone, or the species alone."""
    cdef int left = N_TURNS - state.turn
    if state.phase == BOX:
        # What the dinosaur would be worth to the opponent next turn; after the last boxing nobody places any more.
        return best_placement(state, 1 - seat, species, NO_FACE, left - 1) if left else 0.0
    if state.phase == QUARANTINE:
        return relocated(state, seat, place)
    if place == ANY_PLACE:
        return best_placement(state, seat, species, face_for(state, seat), left)
    return placed(state, seat, species, place, left)


def greedy_values(State view, int seat, list sequences) -> list[float]:
    """The seat's points and promise after each move, given as the actions that make it.

    Boxing is worth what the opponent's zoo would be with the dinosaur. The other zoos stay as they stand. The weights
    are those of the yardstick and never change.
    """
    cdef const DraftosaurusState *state = <const DraftosaurusState *> view.data()
    cdef int action, species, place
    values = []
    for sequence in sequences:
        species = pick_species(state.picks[seat])
        place = ANY_PLACE
        for action in sequence:
            if action < PLACE_ACTION:
                species = action
            else:
                place = action - PLACE_ACTION
        values.append(move_value(state, seat, species, place))
    return values


cdef void choose_greedily(DraftosaurusState *state, int seat, RngState *rng) noexcept nogil:
    """Make the seat's choice of this phase: the best by `greedy`'s measure, ties at random, or a random one."""
    cdef bint at_random = below(rng, 100) < RANDOM_PERCENT
    cdef bint places_too = needs_place(state)
    cdef int choosable = present(state.hands[seat]) if picks_species(state, seat) else 1 << N_SPECIES
    cdef int species, place, places, chosen = 0, n_best = 0
    cdef double value, best = -1e9
    for species in range(N_SPECIES + 1):
        if not choosable >> species & 1:
            continue
        if species == N_SPECIES:
            places = open_places(state, seat)
        elif places_too:
            places = legal_places(&state.zoos[seat], state.side, species, face_for(state, seat))
        else:
            places = 1
        for place in range(N_PLACES):
            if not places >> place & 1:
                continue
            value = 0.0
            if not at_random:
                value = move_value(
                    state, seat, species if species < N_SPECIES else pick_species(state.picks[seat]),
                    place if places_too else ANY_PLACE,
                )
            if value > best + 1e-9:
                best = value
                n_best = 0
            elif value < best - 1e-9:
                continue
            n_best += 1
            if below(rng, n_best) == 0:
                chosen = (species + 1 if species < N_SPECIES else 0) | ((place + 1) << 3 if places_too else 0)
    state.picks[seat] |= chosen


cdef void play_greedily(void *world, RngState *rng) noexcept nogil:
    """Play a full state to the end of the game, or of the match, all seats by `greedy`'s measure with random moves."""
    cdef DraftosaurusState *state = <DraftosaurusState *> world
    cdef int seat
    while state.phase != FINISHED:
        if state.die == NO_FACE and state.phase != QUARANTINE:
            roll(state, rng)
        for seat in range(state.n_seats):
            if not has_chosen(state, seat):
                choose_greedily(state, seat, rng)
        resolve(state)
    ensure(first_violation(state) == 0)


def greedy_playout(State world, Rng rng) -> State:
    """The end of a game that all seats play by `greedy`'s measure, 5 % of the moves at random, from a full state."""
    cdef State after = world.copy()
    with nogil:
        play_greedily(after.data(), &rng.state)
    return after
