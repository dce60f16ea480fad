"""A policy without search: every choice by the potential of the zoo after it."""
from libc.stdint cimport uint32_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.deal cimport roll
from dinoai.engine.draftosaurus.information cimport sample_world
from dinoai.engine.draftosaurus.state cimport (
    BOX, FINISHED, N_TURNS, QUARANTINE, Zoo, board_of, face_for, has_chosen, legal_places, needs_place, nibble,
    pick_species, place_dinosaur, present, quarantined, release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport N_SPECIES, NO_FACE, WINTER
from dinoai.engine.draftosaurus.turns cimport resolve
from dinoai.engine.game cimport FULL
from dinoai.engine.state cimport State
from dinoai.search.knowledge.draftosaurus_outlook cimport MAX_CHOICES, Outlook, look_out, shipped, variant_of
from dinoai.search.knowledge.draftosaurus_potential cimport potential, refinement, value_placements


cdef int value_under(
    const DraftosaurusState *state, int seat, int candidates, int face, const Outlook *outlook, Choice *out
) noexcept nogil:
    """What each of the seat's legal placements of the candidates under the face adds to its potential."""
    cdef const Zoo *zoo = &state.zoos[seat]
    cdef int[N_SPECIES] places
    cdef int species
    for species in range(N_SPECIES):
        if candidates >> species & 1:
            places[species] = legal_places(zoo, state.side, species, face)
    return value_placements(zoo, state.counts[seat], candidates, places, outlook, out)


cdef void best_by_species(const Choice *choices, int n, float *out) noexcept nogil:
    """The best value of each species among the choices, where it has one."""
    cdef int i
    for i in range(N_SPECIES):
        out[i] = -1e9
    for i in range(n):
        out[choices[i].species] = max(out[choices[i].species], choices[i].value)


cdef int value_boxings(const DraftosaurusState *state, int seat, const Tables *tables, Choice *out) noexcept nogil:
    """What boxing each species leaves to the opponent, who chooses from the rest of the hand next turn."""
    cdef Outlook outlook
    cdef Choice[MAX_CHOICES] choices
    cdef float[N_SPECIES] best
    cdef float[3] highest = [-1e9, -1e9, -1e9]  # of the dinosaurs in the hand
    cdef int[3] highest_species = [-1, -1, -1]
    cdef int opponent = 1 - seat, species, i, j, left, _, n = 0
    cdef uint32_t hand = state.hands[seat]
    cdef float first, second
    left = N_TURNS - state.turn - 1
    if left >= 0:
        look_out(state, opponent, seat, left, tables, &outlook)
        best_by_species(choices, value_under(state, opponent, present(hand), NO_FACE, &outlook, choices), best)
        for species in range(N_SPECIES):
            for _ in range(min(3, nibble(hand, species))):
                for i in range(3):
                    if best[species] > highest[i]:
                        for j in range(2, i, -1):
                            highest[j] = highest[j - 1]
                            highest_species[j] = highest_species[j - 1]
                        highest[i] = best[species]
                        highest_species[i] = species
                        break
    for species in range(N_SPECIES):
        if nibble(hand, species) == 0:
            continue
        first = second = 0
        if left >= 0:
            first = highest[1] if highest_species[0] == species else highest[0]
            second = highest[2] if highest_species[0] == species or highest_species[1] == species else highest[1]
            if first < -1e8:
                first = 0
            if second < -1e8:
                second = first
        out[n].species = species
        out[n].place = -1
        out[n].value = -(0.8 * first + 0.2 * second)
        n += 1
    return n


cdef float refinement_after(
    const DraftosaurusState *state, int seat, const Outlook *outlook, const Choice *choice
) noexcept nogil:
    cdef Zoo after = state.zoos[seat]
    cdef uint32_t counts = state.counts[seat]
    place_dinosaur(&after, &counts, state.side, board_of(state), choice.place, choice.species)
    return refinement(&after, outlook)


cdef void refine(
    const DraftosaurusState *state, int seat, const Outlook *outlook, float within, Choice *choices, int n
) noexcept nogil:
    """Add to the values of placements what the network says of the zoos after them.

    For those that are further below the best it is taken to say what it says of that one.
    """
    cdef float best, for_best
    cdef int i, at = 0
    if n == 1 or outlook.left == 0 or outlook.tables.network == NULL:
        return
    for i in range(1, n):
        if choices[i].value > choices[at].value:
            at = i
    best = choices[at].value
    for_best = refinement_after(state, seat, outlook, &choices[at])
    for i in range(n):
        if i == at or choices[i].value < best - within:
            choices[i].value += for_best
        else:
            choices[i].value += refinement_after(state, seat, outlook, &choices[i])


cdef int value_choices(
    const DraftosaurusState *state, int seat, const Tables *tables, float within, Choice *out
) noexcept nogil:
    """The seat's legal choices in this phase with their values; returns how many.

    A choice of a species only (place -1) is worth its best place. The network is asked about those placements that are
    `within` so many points of the best, unless that is below 0.
    """
    cdef Outlook outlook
    cdef Zoo moved
    cdef uint32_t counts
    cdef int[N_SPECIES] places
    cdef int species, n
    cdef float[N_SPECIES] best
    if state.phase == BOX:
        return value_boxings(state, seat, tables, out)
    look_out(state, seat, seat, N_TURNS - state.turn, tables, &outlook)
    if state.phase == QUARANTINE:
        moved = state.zoos[seat]
        counts = state.counts[seat]
        species = quarantined(&moved, WINTER) - 1
        # Asked before the dinosaur leaves, so that Quarantine itself is no place for it.
        places[species] = legal_places(&moved, WINTER, species, NO_FACE)
        release_quarantined(&moved, &counts)
        return value_placements(&moved, counts, 1 << species, places, &outlook, out)
    if state.picks[seat] & 7:
        n = value_under(state, seat, 1 << pick_species(state.picks[seat]), face_for(state, seat), &outlook, out)
    else:
        n = value_under(state, seat, present(state.hands[seat]), face_for(state, seat), &outlook, out)
    if within >= 0:
        refine(state, seat, &outlook, within, out, n)
    if needs_place(state) or state.picks[seat] & 7:
        return n
    best_by_species(out, n, best)
    n = 0
    for species in range(N_SPECIES):
        if best[species] > -1e8:
            out[n].species = species
            out[n].place = -1
            out[n].value = best[species]
            n += 1
    return n


cdef void play_policy(DraftosaurusState *state, int depth, RngState *rng) noexcept nogil:
    """Play on by the policy for the rest of this turn and `depth` turns more; from a view: from a world drawn for it.

    Two players leave the boxing of the last of these turns undone, except in turn 12: all that it changes for the
    evaluation is what is known to be out of play.
    """
    cdef Choice[MAX_CHOICES] choices
    cdef int seat, n, i, best
    if state.viewer != FULL:
        sample_world(state, state.viewer, rng)
    while state.phase != FINISHED:
        if state.die == NO_FACE and state.phase != QUARANTINE:
            if depth == 0:
                return
            depth -= 1
            roll(state, rng)
        elif state.phase == BOX and depth == 0 and state.turn < N_TURNS:
            return
        for seat in range(state.n_seats):
            if not has_chosen(state, seat):
                n = value_choices(state, seat, &shipped[variant_of(state)], -1, choices)
                best = 0
                for i in range(1, n):
                    if choices[i].value > choices[best].value:
                        best = i
                ensure(n > 0)
                choose(state, seat, &choices[best])
        resolve(state)


def placements(State state not None, int seat) -> list[tuple[int, int, float, float]]:
    """(species, place, value, potential afterwards) of the seat's placements by the shipped tables.

    The state is full and in a phase in which a placement is chosen. Value and potential are found in different ways and
    rise alike.
    """
    cdef const DraftosaurusState *packed = <const DraftosaurusState *> state.data()
    cdef Choice[MAX_CHOICES] choices
    cdef Outlook outlook
    cdef Zoo after
    cdef uint32_t counts
    cdef int i, n = value_choices(packed, seat, &shipped[variant_of(packed)], -1, choices)
    look_out(packed, seat, seat, N_TURNS - packed.turn, &shipped[variant_of(packed)], &outlook)
    result = []
    for i in range(n):
        after = packed.zoos[seat]
        counts = packed.counts[seat]
        if packed.phase == QUARANTINE:
            release_quarantined(&after, &counts)
        place_dinosaur(&after, &counts, packed.side, board_of(packed), choices[i].place, choices[i].species)
        result.append((choices[i].species, choices[i].place, choices[i].value, potential(&after, counts, &outlook)))
    return result
