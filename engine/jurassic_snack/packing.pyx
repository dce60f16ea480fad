"""Between plain fields, named as in the schema, and packed states.

Fields hold what a valid state message holds: colours, tokens and squares by name, everything that is a set or a list as
a list; `viewer`, `pending` and an unknown erupted `token` are left out where they are absent, `options` are written
out. Nothing is checked here: that is validation's work.
"""
from libc.stdint cimport uint64_t

from dinoai.engine.game cimport FULL
from dinoai.engine.jurassic_snack.actions cimport resolve_eating
from dinoai.engine.jurassic_snack.rules cimport JURASSIC_SNACK
from dinoai.engine.jurassic_snack.state cimport (
    ALL_TOKENS, ERUPTED, LOOK, N_ERUPTED, NONE, REMOVE, UNDEALT, Snack, count_of, count_tokens,
    is_over, one_token, put_token, token_at, unseen_looks,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, N_SQUARES, Area
from dinoai.engine.state cimport State, new_state

from dinoai.engine.jurassic_snack.names import COLOURS, GRASS
from dinoai.engine.jurassic_snack.tables import PICTURES, SQUARE_NAMES, find_area


def pack(fields) -> State:
    """The packed state of valid fields."""
    cdef State state = new_state(JURASSIC_SNACK)
    cdef Snack *s = <Snack *> state.data()
    cdef const Area *area
    cdef uint64_t bit
    cdef int i, token, seat, record
    s.area = find_area(fields["rows"])
    area = &AREAS[s.area]
    names = {name: square for square, name in enumerate(SQUARE_NAMES[s.area])}
    marks = [mark for row in fields["rows"] for mark in row if mark != "#"]
    for i, mark in enumerate(marks):
        bit = area.bits[i]
        if mark == "B":
            s.diplos[0] |= bit
        elif mark == "Y":
            s.diplos[1] |= bit
        elif mark == "T":
            s.trex |= bit
        elif mark == "G":
            s.grass |= bit
    s.bag = ALL_TOKENS
    for seat, colour in enumerate(COLOURS):
        for i, name in enumerate(fields["eaten"][colour.lower()]):
            token = GRASS.index(name)
            s.bag -= one_token(token)
            s.piles[seat] += one_token(token)
            s.pile_order[seat][i >> 4] |= (<uint64_t> token) << (4 * (i & 15))
        for name in fields["looked"][colour.lower()]:
            s.looked[seat] |= area.bits[<int> names[name]]
    for name, kind in fields["tokens"].items():
        token = GRASS.index(kind)
        s.bag -= one_token(token)
        put_token(s, area.bits[<int> names[name]], token)
    for i, entry in enumerate(fields["erupted"]):
        record = ERUPTED | UNDEALT
        if "token" in entry:
            token = GRASS.index(entry["token"])
            s.bag -= one_token(token)
            record = ERUPTED | token
        for colour in entry["looked_by"]:
            record |= 8 << <int> COLOURS.index(colour)
        s.erupted[i] = record
    s.viewer = COLOURS.index(fields["viewer"]) if "viewer" in fields else FULL
    s.to_move = COLOURS.index(fields["to_move"])
    s.actions_left = fields["actions_left"]
    s.quiet_turns = fields["quiet_turns"]
    s.eventful = fields["turn_eventful"]
    s.pending = GRASS.index(fields["pending"]) if "pending" in fields else NONE
    s.chosen = NONE
    s.eating = NONE
    s.look_made = names[fields["looks_made"][0]] if fields["looks_made"] else NONE
    s.stalemate_turns = fields["options"]["stalemate_turns"]
    s.eruption_last_token = REMOVE if fields["options"]["eruption_last_token"] == "REMOVE" else LOOK
    return state


def unpack(State state) -> dict:
    """The fields of a state between moves: squares by row, then column; tokens in eating and eruption order.

    Raises `ValueError` for a sampled world in which not every token is dealt, and within a move.
    """
    cdef const Snack *s = <const Snack *> state.data()
    cdef const Area *area = &AREAS[s.area]
    cdef int i, seat
    if s.eating != NONE or s.chosen != NONE or (s.viewer == FULL and s.bag != 0):
        raise ValueError("not a view or full state between moves")
    names = SQUARE_NAMES[s.area]
    fields = {}
    if s.viewer != FULL:
        fields["viewer"] = COLOURS[s.viewer]
    fields["rows"] = _picture(s)
    fields["to_move"] = COLOURS[s.to_move]
    fields["actions_left"] = s.actions_left
    fields["quiet_turns"] = s.quiet_turns
    fields["turn_eventful"] = s.eventful != 0
    if s.pending != NONE:
        fields["pending"] = GRASS[s.pending]
    fields["looks_made"] = [names[s.look_made]] if s.look_made != NONE else []
    fields["eaten"] = {}
    fields["looked"] = {}
    for seat, colour in enumerate(COLOURS):
        fields["eaten"][colour.lower()] = pile(state, seat)
        fields["looked"][colour.lower()] = [names[i] for i in range(N_SQUARES) if s.looked[seat] & area.bits[i]]
    fields["tokens"] = {
        names[i]: GRASS[token_at(s, area.bits[i])] for i in range(N_SQUARES) if s.dealt & area.bits[i]
    }
    fields["erupted"] = []
    for i in range(N_ERUPTED):
        if s.erupted[i]:
            entry = {"token": GRASS[s.erupted[i] & 7]} if s.erupted[i] & 7 != UNDEALT else {}
            entry["looked_by"] = [colour for seat, colour in enumerate(COLOURS) if s.erupted[i] & (8 << seat)]
            fields["erupted"].append(entry)
    fields["options"] = {
        "stalemate_turns": s.stalemate_turns,
        "eruption_last_token": "REMOVE" if s.eruption_last_token == REMOVE else "LOOK",
    }
    return fields


cdef list _picture(const Snack *s):
    cdef const Area *area = &AREAS[s.area]
    cdef uint64_t bit
    cdef int square = 0
    rows = []
    for outline in PICTURES[s.area]:
        row = ""
        for mark in outline:
            if mark == ".":
                bit = area.bits[square]
                square += 1
                mark = ("B" if s.diplos[0] & bit else "Y" if s.diplos[1] & bit else "T" if s.trex & bit
                        else "G" if s.grass & bit else ".")
            row += mark
        rows.append(row)
    return rows


def pile(State state, int seat) -> list:
    """The tokens that the seat has eaten, by name, in eating order."""
    cdef const Snack *s = <const Snack *> state.data()
    cdef int i
    return [
        GRASS[(s.pile_order[seat][i >> 4] >> (4 * (i & 15))) & 15] for i in range(count_tokens(s.piles[seat]))
    ]


def square_marks(State state) -> str:
    """By square: the character of the picture."""
    return "".join(_picture(<const Snack *> state.data())).replace("#", "")


def to_move(State state) -> int:
    """The seat whose turn it is."""
    return (<const Snack *> state.data()).to_move


def area_of(State state) -> int:
    """The number of the playing area."""
    return (<const Snack *> state.data()).area


def end_reason(State state) -> str:
    """`no_diplo`, `no_grass` or `stalemate`, in this order (R8); empty while the game goes on."""
    cdef const Snack *s = <const Snack *> state.data()
    if state.actor >= -1 or not is_over(s):
        return ""
    if s.diplos[0] == 0 or s.diplos[1] == 0:
        return "no_diplo"
    return "stalemate" if s.grass else "no_grass"


def hidden_tokens(State state) -> list:
    """Squares whose token the last action turned up but the state does not know, by row, then column."""
    cdef const Snack *s = <const Snack *> state.data()
    cdef const Area *area = &AREAS[s.area]
    if s.eating != NONE:
        return [s.eating]
    return [i for i in range(N_SQUARES) if unseen_looks(s) & area.bits[i]]


def bag(State state) -> dict:
    """How many tokens of each kind the state does not place anywhere, by name."""
    return {name: count_of((<const Snack *> state.data()).bag, token) for token, name in enumerate(GRASS)}


def turn_up(State state, tokens):
    """Say in place, by name, what the squares of `hidden_tokens` show; the bag must hold these tokens."""
    cdef Snack *s = <Snack *> state.data()
    cdef const Area *area = &AREAS[s.area]
    cdef int token, square
    for square, name in zip(hidden_tokens(state), tokens, strict=True):
        token = GRASS.index(name)
        s.bag -= one_token(token)
        if s.eating != NONE:
            resolve_eating(s, token)
        else:
            put_token(s, area.bits[square], token)
