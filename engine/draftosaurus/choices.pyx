"""Complete choices of any seat, and what a seat at the table learns: the steps that moves are made of."""
from libc.stdint cimport int32_t, uint32_t

from dinoai.engine.draftosaurus.points cimport N_PARTS, score_parts
from dinoai.engine.draftosaurus.rules cimport draftosaurus
from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOXED_HIDDEN, FINISHED, HAND_SIZE, PLACE_ACTION, PRAIRIE_12, QUARANTINE, UNKNOWN_BOXED,
    DraftosaurusState, face_for, has_chosen, legal_places, needs_place, nibble, pick_species, present, quarantined,
)
from dinoai.engine.draftosaurus.tables cimport N_PLACES, N_SPECIES, NO_FACE, WINTER
from dinoai.engine.draftosaurus.turns cimport next_actor, resolve, set_up
from dinoai.engine.game cimport CHANCE, FULL
from dinoai.engine.rng cimport Rng
from dinoai.engine.state cimport State, new_state

from dinoai.engine.draftosaurus.names import FACES, PHASES, SIDES, SPECIES


cdef DraftosaurusState *packed(State state):
    return <DraftosaurusState *> state.data()


def start_game(int n_seats, str side, int start, dict options, bint match, Rng rng not None) -> State:
    """A full state of a fresh game; the hands are dealt and the die of turn 1 is rolled."""
    cdef State result = new_state(&draftosaurus)
    cdef DraftosaurusState *state = packed(result)
    set_up(state, n_seats, SIDES.index(side), start)
    state.viewer = FULL
    state.options = (
        (PRAIRIE_12 if options["prairie_capacity"] == 12 else 0)
        | (0 if options["boxed_visible"] else BOXED_HIDDEN)
        | (AFTER_REVEAL if options["placement"] == "AFTER_REVEAL" else 0)
    )
    state.game = state.given_game = 1 if match else 0
    draftosaurus.chance(state, &rng.state)
    return result


def situation(State state not None) -> tuple:
    """(side, phase, whether the place is chosen after the reveal)."""
    cdef DraftosaurusState *s = packed(state)
    return SIDES[s.side], PHASES[s.phase], bool(s.options & AFTER_REVEAL)


def is_decided(State state not None, int seat) -> bool:
    """Whether the seat has nothing to choose in this phase, or has chosen."""
    cdef DraftosaurusState *s = packed(state)
    return s.phase == FINISHED or has_chosen(s, seat)


cdef int species_in_question(const DraftosaurusState *s, int seat):
    """The species that the seat is to place, or -1 where it chooses one first."""
    if s.phase == QUARANTINE:
        return quarantined(&s.zoos[seat], WINTER) - 1
    return pick_species(s.picks[seat])


def chosen_species(State state not None, int seat) -> int:
    """The species in the seat's choice so far, as a number; -1 where there is none."""
    return pick_species(packed(state).picks[seat])


def choices(State state not None, int seat) -> list:
    """The seat's legal complete moves as tuples of actions, whatever others have chosen; empty when it has none.

    The dinosaurs of a hand that the state does not name count where the species is still unseen.
    """
    cdef DraftosaurusState *s = packed(state)
    cdef int species, place, mask, face
    cdef int chosen = species_in_question(s, seat)  # -1 where the seat chooses one first
    cdef int candidates = present(s.hands[seat])
    result = []
    if is_decided(state, seat):
        return result
    if s.hands[seat] >> 24:
        candidates |= present(s.bag)
    if chosen >= 0:
        candidates = 1 << chosen
    face = NO_FACE if s.phase == QUARANTINE else face_for(s, seat)
    for species in range(N_SPECIES):
        if not candidates >> species & 1:
            continue
        if not needs_place(s):
            result.append((species,))
            continue
        mask = legal_places(&s.zoos[seat], s.side, species, face)
        for place in range(N_PLACES):
            if mask >> place & 1:
                move = [] if chosen >= 0 else [species]
                result.append((*move, PLACE_ACTION + place))
    return result


def choose(State state not None, int seat, actions) -> None:
    """Record a legal choice of a seat in place; when it is the last one the phase is resolved."""
    cdef DraftosaurusState *s = packed(state)
    cdef int action
    for action in actions:
        if action < PLACE_ACTION:
            s.picks[seat] = action + 1
        else:
            s.picks[seat] |= (action - PLACE_ACTION + 1) << 3
    for seat in range(s.n_seats):
        if not has_chosen(s, seat):
            return
    resolve(s)
    s.given_game = s.game


def choose_unseen_boxing(State state not None, int seat) -> None:
    """Record that a seat, not the last one to choose, has boxed a dinosaur that the view does not name.

    The number of no species stands for it, which in a hand is the nibble of the unnamed ones.
    """
    packed(state).picks[seat] = UNKNOWN_BOXED


def roll(State state not None, Rng rng not None) -> None:
    """Draw in place what is left to chance, if anything is."""
    if next_actor(packed(state)) == CHANCE:
        draftosaurus.chance(packed(state), &rng.state)


def awaits_die(State state not None) -> bool:
    """Whether the die is to be rolled next."""
    return next_actor(packed(state)) == CHANCE


def set_die(State state not None, str face) -> None:
    """Tell which face was rolled."""
    packed(state).die = FACES.index(face)


def deal_unseen(State state not None) -> None:
    """In a view: deal everybody a hand of unnamed dinosaurs where a round begins."""
    cdef DraftosaurusState *s = packed(state)
    cdef int seat
    if s.hands[0] == 0:
        for seat in range(s.n_seats):
            s.hands[seat] = <uint32_t> HAND_SIZE << 24
            s.known_by[seat] = 1 << seat


def learn_hand(State state not None, int seat, names) -> bool:
    """In a view: name all dinosaurs of a hand; false where they cannot be it."""
    cdef DraftosaurusState *s = packed(state)
    cdef uint32_t counts = 0
    cdef int species, more, n_named = 0
    for name in names:
        species = SPECIES.index(name)
        counts += <uint32_t> 1 << (4 * species)
    for species in range(N_SPECIES):
        more = nibble(counts, species) - nibble(s.hands[seat], species)
        if more < 0 or more > nibble(s.bag, species):
            return False
        n_named += more
    if n_named != <int> (s.hands[seat] >> 24):
        return False
    s.bag -= counts - (s.hands[seat] & 0xFFFFFF)
    s.hands[seat] = counts
    s.known_by[seat] |= 1 << s.viewer
    return True


def unseen(State state not None) -> list:
    """How many dinosaurs of each species the state does not name."""
    return [nibble(packed(state).bag, species) for species in range(N_SPECIES)]


def hand(State state not None, int seat) -> tuple:
    """(named dinosaurs by species, how many more) of a hand."""
    cdef DraftosaurusState *s = packed(state)
    return [nibble(s.hands[seat], species) for species in range(N_SPECIES)], s.hands[seat] >> 24


def parts(State state not None, int seat) -> list:
    """The seat's points by pen, then River and T-Rex bonus; the bridge as a whole stands at its left bank."""
    cdef int32_t[N_PARTS] out
    score_parts(packed(state), seat, out)
    return [out[i] for i in range(N_PARTS)]


def t_rexes(State state not None, int seat) -> int:
    """T-Rexes in the seat's zoo, River included."""
    return nibble(packed(state).counts[seat], 0)
