"""Packed states from the contract's fields as plain objects, and back.

The fields of a state are a dict with the contract's names; species, phases and the like are strings, absent values are
None, `pyramid` maps integers, and `options` holds all three options. What is packed must have been found valid.
"""
from libc.stdint cimport uint32_t, uint64_t

from dinoai.engine.draftosaurus.rules cimport draftosaurus
from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOXED_HIDDEN, PRAIRIE_12, UNKNOWN_BOXED, DraftosaurusState, Zoo, board_of, legal_places, nibble,
    pick_place, pick_species, place_dinosaur, place_size,
)
from dinoai.engine.draftosaurus.tables cimport CELL
from dinoai.engine.draftosaurus.turns cimport set_up
from dinoai.engine.game cimport FULL
from dinoai.engine.state cimport State, new_state

from dinoai.engine.draftosaurus.names import (
    FACES, PENS, PHASES, PLACEMENTS, SIDES, SPECIES, place_names, turns_of_round, unseen_boxings,
)


cdef uint32_t pack_counts(names):
    """Counts by species of a list of names."""
    cdef uint32_t counts = 0
    for name in names:
        counts += <uint32_t> 1 << (4 * <int> SPECIES.index(name))
    return counts


cdef list unpack_counts(uint32_t counts):
    """The names, sorted by species."""
    return [name for species, name in enumerate(SPECIES) for _ in range(nibble(counts, species))]


cdef void pack_zoo(DraftosaurusState *state, int seat, zoo):
    cdef int side = state.side
    cdef int place
    for place, pen in enumerate((*PENS[SIDES[side]], "river")):
        if pen == "pyramid":
            for cell, name in sorted(zoo.get(pen, {}).items()):
                place_dinosaur(&state.zoos[seat], &state.counts[seat], side, board_of(state), CELL + <int> cell,
                               SPECIES.index(name))
        else:
            for name in zoo.get(pen, ()):
                place_dinosaur(&state.zoos[seat], &state.counts[seat], side, board_of(state), place,
                               SPECIES.index(name))


cdef dict unpack_zoo(const DraftosaurusState *state, int seat):
    cdef const Zoo *zoo = &state.zoos[seat]
    cdef int position = 0, place, size, cell
    result = {}
    for place, pen in enumerate((*PENS[SIDES[state.side]], "river")):
        size = place_size(zoo, place)
        names = [SPECIES[zoo.contents >> (3 * (position + i)) & 7] for i in range(size)]
        position += size
        if pen == "pyramid":
            cells = [cell for cell in range(6) if zoo.pyramid >> (48 + cell) & 1]
            result[pen] = dict(zip(cells, names, strict=True))
        else:
            result[pen] = names
    return result


cdef void pack_options(DraftosaurusState *state, options):
    state.options = (
        (PRAIRIE_12 if options["prairie_capacity"] == 12 else 0)
        | (0 if options["boxed_visible"] else BOXED_HIDDEN)
        | (AFTER_REVEAL if options["placement"] == "AFTER_REVEAL" else 0)
    )


cdef void pack_boxed(DraftosaurusState *state, boxed, int n_unknown):
    """Give the named dinosaurs their turns and seats: unnamed are those that the viewer cannot have seen.

    Where the view names more or fewer than that, the latest of the candidates stand for the unnamed ones.
    """
    cdef int total = len(boxed) + n_unknown
    hidden = unseen_boxings(state.viewer, total)
    others = sorted(set(range(total)) - set(hidden), key=lambda entry: (entry % 2 != state.viewer, entry))
    hidden = set((others + hidden)[total - n_unknown:])
    names = iter(boxed)
    for entry in range(total):
        value = UNKNOWN_BOXED if entry in hidden else 1 + <int> SPECIES.index(next(names))
        state.boxed[entry % 2] |= <uint64_t> value << (4 * (<int> entry // 2))


def pack(fields: dict) -> State:
    """The packed state of valid fields."""
    cdef State result = new_state(&draftosaurus)
    cdef DraftosaurusState *state = <DraftosaurusState *> result.data()
    cdef int n_seats = len(fields["zoos"]), seat, played, holder
    viewer = fields["viewer"]
    set_up(state, n_seats, SIDES.index(fields["side"]), fields["roller"])
    pack_options(state, fields["options"])
    state.viewer = FULL if viewer is None else viewer
    state.first = 0 if viewer is None else viewer
    state.phase = PHASES.index(fields["phase"])
    state.turn = fields["turn"]
    state.die = FACES.index(fields["die"] or "")
    if fields["match"] is not None:
        state.game = state.given_game = fields["match"]["game"]
        for seat, points in enumerate(fields["match"]["scores"]):
            state.scores[seat] = points
            state.t_rexes[seat] = fields["match"]["t_rexes"][seat]
    played = turns_of_round(n_seats, state.turn)
    for seat in range(n_seats):
        pack_zoo(state, seat, fields["zoos"][seat])
        hand = fields["hands"][seat]
        state.hands[seat] = pack_counts(hand["dinosaurs"]) | <uint32_t> hand["unknown"] << 24
        if state.hands[seat]:
            for holder in range(n_seats):
                if (seat - holder + n_seats) % n_seats <= played:
                    state.known_by[seat] |= 1 << holder
            if viewer is not None:
                state.known_by[seat] &= ~(1 << <int> viewer)
                if hand["unknown"] == 0:
                    state.known_by[seat] |= 1 << <int> viewer
        state.bag -= state.counts[seat] + (state.hands[seat] & 0xFFFFFF)
    pack_boxed(state, fields["boxed"], fields["boxed_unknown"])
    state.bag -= pack_counts(fields["boxed"])
    for pick in fields["picks"]:
        pack_pick(state, pick)
    return result


cdef void pack_pick(DraftosaurusState *state, pick):
    """A choice by its notation; in PLACE the species stands beside it."""
    cdef int seat = pick["seat"]
    species = pick["species"]
    place = None
    if pick["move"] is not None:
        head, _, place = pick["move"].partition("@")
        word = head.rpartition(" ")[2].upper()
        species = word if word in SPECIES else species
    state.picks[seat] = 0 if species is None else 1 + <int> SPECIES.index(species)
    if place:
        state.picks[seat] |= (1 + <int> place_names(SIDES[state.side]).index(place)) << 3


cdef dict unpack_pick(const DraftosaurusState *state, int seat):
    cdef int species = pick_species(state.picks[seat]), place = pick_place(state.picks[seat])
    phase = PHASES[state.phase]
    name = SPECIES[species] if species >= 0 else None
    where = place_names(SIDES[state.side])[place] if place >= 0 else None
    if phase == "PLACE":
        move = f"place@{where}" if where else None
    elif phase == "BOX":
        move = f"box {name.lower()}"
    elif phase == "QUARANTINE":
        move = f"relocate@{where}"
    else:
        move = f"pick {name.lower()}" if state.options & AFTER_REVEAL else f"{name.lower()}@{where}"
    return {"seat": seat, "species": name if phase == "PLACE" else None, "move": move}


def unpack(State packed not None) -> dict:
    """The fields of a state; lists whose order says nothing are sorted."""
    cdef const DraftosaurusState *state = <const DraftosaurusState *> packed.data()
    cdef int seat, entry, value
    boxed = []
    n_unknown = 0
    for entry in range(24):
        value = nibble(state.boxed[entry % 2], entry // 2)
        if value == UNKNOWN_BOXED:
            n_unknown += 1
        elif value:
            boxed.append(SPECIES[value - 1])
    seats = range(state.n_seats)
    scores = [state.scores[seat] for seat in seats if state.game == 2]
    t_rexes = [state.t_rexes[seat] for seat in seats if state.game == 2]
    return {
        "viewer": None if state.viewer == FULL else state.viewer,
        "side": SIDES[state.side],
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "roller": state.roller,
        "die": FACES[state.die] or None,
        "zoos": [unpack_zoo(state, seat) for seat in seats],
        "hands": [
            {"dinosaurs": unpack_counts(state.hands[seat]), "unknown": state.hands[seat] >> 24} for seat in seats
        ],
        "boxed": boxed,
        "boxed_unknown": n_unknown,
        "picks": [unpack_pick(state, seat) for seat in seats if state.picks[seat]],
        "options": {
            "prairie_capacity": 12 if state.options & PRAIRIE_12 else 6,
            "boxed_visible": not state.options & BOXED_HIDDEN,
            "placement": PLACEMENTS[1 if state.options & AFTER_REVEAL else 0],
        },
        "match": {"game": state.game, "scores": scores, "t_rexes": t_rexes} if state.game else None,
    }


def pack_zoos(side: str, zoos: list, prairie_capacity: int = 6) -> State:
    """Bare zoos for scoring alone, as if the game were over; they need be neither complete nor legal."""
    cdef State result = new_state(&draftosaurus)
    cdef DraftosaurusState *state = <DraftosaurusState *> result.data()
    cdef int seat
    set_up(state, len(zoos), SIDES.index(side), 0)
    pack_options(state, {"prairie_capacity": prairie_capacity, "boxed_visible": True, "placement": "WITH_PICK"})
    state.viewer = FULL
    state.phase = PHASES.index("FINISHED")
    state.turn = 12
    for seat, zoo in enumerate(zoos):
        pack_zoo(state, seat, zoo)
    return result


def legal_place_names(side: str, zoo: dict, species: str, die: str | None, prairie_capacity: int = 6) -> list[str]:
    """The places that a legal zoo offers to a species under a die face, or free of the die."""
    cdef State bare = pack_zoos(side, [zoo, {}], prairie_capacity)
    cdef DraftosaurusState *state = <DraftosaurusState *> bare.data()
    cdef int place, mask
    mask = legal_places(&state.zoos[0], state.side, SPECIES.index(species), FACES.index(die or ""))
    return [name for place, name in enumerate(place_names(side)) if mask >> place & 1]
