"""What the learned evaluation and prior of Jurassic Snack look at; see jurassic_snack_features.pxd."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport STATE_BYTES
from dinoai.engine.jurassic_snack.bits cimport count_bits, lowest_bit
from dinoai.engine.jurassic_snack.rules cimport (
    DECIDE_AIR_RAID, DECIDE_AIR_TRAVEL, DECIDE_BIRTH, DECIDE_ERUPTION, Decision, decision, slide_end,
)
from dinoai.engine.jurassic_snack.state cimport (
    AIR_RAID, AIR_TRAVEL, BIRTH, NONE, PASS, PASTURE, RECON, SQUARE, SURPRISE, VOLCANIC_ERUPTION, YUMMY, Snack,
    ALL_TOKENS, count_of, count_tokens, pile_points, pool, token_at,
)
from dinoai.engine.jurassic_snack.tables cimport AREAS, N_AREAS, Area
from dinoai.search.knowledge.jurassic_snack_reach cimport Reach, find_reach, in_how_many

# By area and number of walls beside it, 0 to 2 and more: squares.
cdef uint64_t walled[N_AREAS][3]


cdef void _find_walls() noexcept:
    cdef const Area *area
    cdef uint64_t squares, bit, beside
    cdef int i, n
    for i in range(N_AREAS):
        area = &AREAS[i]
        walled[i][0] = walled[i][1] = walled[i][2] = 0
        squares = area.inside
        while squares:
            bit = lowest_bit(squares)
            squares ^= bit
            beside = bit << area.stride | bit >> area.stride | bit << 1 | bit >> 1
            n = 4 - count_bits(beside & area.inside)
            walled[i][min(2, n)] |= bit


_find_walls()


cdef inline int within(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline int walls_at(const Snack *s, uint64_t bit) noexcept nogil:
    return ((walled[s.area][1] & bit) != 0) + 2 * ((walled[s.area][2] & bit) != 0)


cdef inline int attack_at(const Reach *reach, uint64_t bit) noexcept nogil:
    """2: under a T.Rex slide; 1: under one after another slide of it; else 0."""
    return 2 * ((reach.attacked & bit) != 0) + ((reach.attacked_later & bit) != 0)


cdef inline int stage_of(int n_grass) noexcept nogil:
    """The number of tokens left in nine classes."""
    if n_grass < 4:
        return n_grass
    return 4 + (n_grass > 5) + (n_grass > 8) + (n_grass > 12) + (n_grass > 18)


cdef inline int lead_of(const Snack *s) noexcept nogil:
    """Points ahead of the player to move; at equal points, half a point for fewer tokens is told by `ahead_of`."""
    return pile_points(s.piles[s.to_move]) - pile_points(s.piles[s.to_move ^ 1])


cdef inline int ahead_of(const Snack *s) noexcept nogil:
    """2 where the player to move would win on score now, 1 where the victory would be shared, else 0 (R11)."""
    cdef int lead = 64 * lead_of(s) - count_tokens(s.piles[s.to_move]) + count_tokens(s.piles[s.to_move ^ 1])
    return 1 + (lead > 0) - (lead < 0)


cdef inline int tempo_of(const Snack *s, int ahead) noexcept nogil:
    """Who is ahead, turns to a stalemate, and whether the turn is eventful: 0 to 23."""
    return (4 * ahead + within(s.stalemate_turns - s.quiet_turns, 1, 4) - 1) * 2 + (s.eventful != 0)


cdef int position_rows(const Snack *s, uint16_t *out) noexcept nogil:
    """Write the rows of a position in which a player decides; returns how many, at most MAX_POSITION_ROWS."""
    cdef Reach reach
    cdef int own = s.to_move, side, n = 0, left = within(s.actions_left, 0, 2)
    cdef int n_grass = count_bits(s.grass), stage = stage_of(n_grass), ahead = ahead_of(s), lead = lead_of(s)
    cdef int n_diplos[2]
    cdef uint64_t unseen = ALL_TOKENS - s.piles[0] - s.piles[1]
    cdef uint64_t diplos, bits, bit, others
    cdef int direction, n_slides, tempo = tempo_of(s, ahead)
    find_reach(s, &reach)
    n_diplos[0] = count_bits(s.diplos[own])
    n_diplos[1] = count_bits(s.diplos[own ^ 1])
    out[0] = CLOCK + (4 * left + within(s.stalemate_turns - s.quiet_turns, 1, 4) - 1) * 2 + (s.eventful != 0)
    out[1] = DECIDES + 2 * <int> decision(s) + (s.chosen != NONE or s.look_made != NONE)
    out[2] = DIPLOS + 6 * n_diplos[0] + n_diplos[1]
    out[3] = LEAD + 12 + within(lead, -12, 12)
    out[4] = AHEAD + 24 * left + tempo
    out[5] = GRASS + n_grass
    out[6] = TREXES + 3 * count_bits(s.trex) + count_of(unseen, SURPRISE)
    out[7] = UNSEEN_BIRTHS + count_of(unseen, BIRTH)
    out[8] = UNSEEN_RECONS + count_of(unseen, RECON)
    out[9] = UNSEEN_TRAVELS + count_of(unseen, AIR_TRAVEL)
    out[10] = UNSEEN_RAIDS + count_of(unseen, AIR_RAID)
    out[11] = UNSEEN_ERUPTIONS + count_of(unseen, VOLCANIC_ERUPTION)
    out[12] = UNSEEN_YUMMIES + count_of(unseen, YUMMY)
    out[13] = CONTESTED + within(count_bits(reach.grass[0] & reach.grass[1]), 0, 6)
    out[14] = BALANCE + 9 * (5 + n_diplos[0] - n_diplos[1]) + stage
    out[15] = STAKES + 9 * (6 + within(lead, -6, 6)) + stage
    n = 16
    for side in range(2):
        diplos = s.diplos[own ^ side]
        out[n] = FOOD + 13 * side + within(count_bits(reach.grass[side]), 0, 12)
        out[n + 1] = FOOD_LATER + 13 * side + within(count_bits(reach.grass_later[side]), 0, 12)
        out[n + 2] = ATTACKED + 108 * side + 18 * n_diplos[side] + 3 * count_bits(diplos & reach.attacked) + left
        out[n + 3] = ATTACKED_LATER + 36 * side + 6 * n_diplos[side] + count_bits(diplos & reach.attacked_later)
        n_slides = 0
        for direction in range(4):
            n_slides += count_bits(diplos & reach.moves[direction])
        out[n + 4] = SLIDES + 16 * side + within(n_slides, 0, 15)
        out[n + 5] = POOLS + 24 * side + 4 * pool(s, own ^ side) + count_of(unseen, BIRTH)
        n += 6
        while diplos:
            bit = lowest_bit(diplos)
            diplos ^= bit
            out[n] = DIPLO + 225 * side + (
                (in_how_many(reach.eats, bit) * 3 + attack_at(&reach, bit)) * 3 + walls_at(s, bit)
            ) * 5 + in_how_many(reach.moves, bit)
            n += 1
    bits = s.trex
    while bits:
        bit = lowest_bit(bits)
        bits ^= bit
        out[n] = TREX + 5 * in_how_many(reach.hits[0], bit) + in_how_many(reach.hits[1], bit)
        n += 1
    bits = (s.looked[0] | s.looked[1]) & s.dealt
    while bits:
        bit = lowest_bit(bits)
        bits ^= bit
        others = s.looked[own ^ 1] & bit
        out[n] = KNOWN + 12 * token_at(s, bit) + 4 * ((others != 0) + ((s.looked[own] & others) != 0)) + (
            2 * ((reach.grass[0] & bit) != 0) + ((reach.grass[1] & bit) != 0)
        )
        n += 1
    ensure(n <= MAX_POSITION_ROWS)
    return n


cdef inline int fire_at(const Reach *reach, uint64_t bit) noexcept nogil:
    """Diplos of either side, 0 to 3 each, in reach of a T.Rex there: 0 to 15."""
    return 4 * within(in_how_many(reach.hits[0], bit), 0, 3) + within(in_how_many(reach.hits[1], bit), 0, 3)


cdef inline int reached_by(const Reach *reach, uint64_t bit) noexcept nogil:
    """Which sides reach a Grass token in one slide: 0 to 3."""
    return 2 * ((reach.grass[0] & bit) != 0) + ((reach.grass[1] & bit) != 0)


cdef inline int known_token(const Snack *s, uint64_t bit) noexcept nogil:
    """1 and the token, where the player to move knows it, else 0."""
    return 1 + token_at(s, bit) if s.looked[s.to_move] & s.dealt & bit else 0


cdef int slide_rows(
    const Snack *s, const Reach *reach, int action, int sides, uint16_t *out
) noexcept nogil:
    cdef const Area *area = &AREAS[s.area]
    cdef uint64_t origin = area.bits[action >> 2], end, unseen
    cdef uint64_t diplos = s.diplos[0] | s.diplos[1]
    cdef int own = s.to_move, left = within(s.actions_left - 1, 0, 1), tempo = tempo_of(s, ahead_of(s))
    cdef int eats, hit, n, total
    if origin & s.trex:
        end = slide_end(area, origin, action & 3, reach.empty, diplos)
        hit = ((diplos & end) != 0) + ((s.diplos[own ^ 1] & end) != 0)
        out[0] = SCARE + (2 * hit + left) * 36 + sides
        out[1] = FIRE + (2 * hit + left) * 16 + fire_at(reach, end)
        out[2] = CEASE + 16 * hit + fire_at(reach, origin)
        out[3] = TREX_TEMPO + (2 * hit + left) * 24 + tempo
        out[4] = VICTIM + 5 * hit + in_how_many(reach.eats, end)
        return 5
    end = slide_end(area, origin, action & 3, reach.empty, s.grass)
    eats = (end & s.grass) != 0
    out[0] = MEAL + (
        ((eats + known_token(s, end) * eats) * 2 + left) * 2 + ((reach.attacked & origin) != 0)
    ) * 2 + ((reach.attacked & end) != 0)
    out[1] = ONWARD + ((5 * in_how_many(reach.eats, end) + in_how_many(reach.eats, origin)) * 2 + left) * 2 + eats
    out[2] = EATERS + 36 * eats + sides
    out[3] = TEMPO + (2 * eats + left) * 24 + tempo
    out[4] = WALLS + 9 * eats + 3 * walls_at(s, origin) + walls_at(s, end)
    out[5] = CHOICE + 6 * eats + within(count_bits(reach.grass[0]), 0, 5)
    out[6] = RIVAL + 4 * eats + 2 * left + ((reach.grass[1] & end) != 0)
    out[7] = DANGER + 9 * left + 3 * attack_at(reach, origin) + attack_at(reach, end)
    n = 8
    if eats and not known_token(s, end):
        unseen = ALL_TOKENS - s.piles[0] - s.piles[1]
        total = count_tokens(unseen)
        out[n] = GAMBLE + (3 * within(5 * count_of(unseen, YUMMY) // total, 0, 4)
                           + count_of(unseen, SURPRISE)) * 6 + sides // 6
        n += 1
    return n


cdef int action_rows(const Snack *s, const Reach *reach, int action, uint16_t *out) noexcept nogil:
    """Write the rows of a legal action; returns how many, at most MAX_ACTION_ROWS.

    They depend on nothing that the player to move does not know.
    """
    cdef const Area *area = &AREAS[s.area]
    cdef int own = s.to_move, left = within(s.actions_left, 0, 1), theirs
    cdef int sides = 6 * count_bits(s.diplos[own]) + count_bits(s.diplos[own ^ 1])
    cdef uint64_t bit, squares
    cdef Decision what
    if action < SQUARE:
        return slide_rows(s, reach, action, sides, out)
    if action == PASS:
        out[0] = NOTHING
        return 1
    if action >= PASTURE:
        squares = area.pastures[action - PASTURE] & s.grass
        out[0] = (PASTURE_VIEW + 4 * within(count_bits(squares & ~s.looked[own]), 0, 9)
                  + within(count_bits(squares & reach.grass[0]), 0, 3))
        return 1
    what = decision(s)
    bit = area.bits[action - SQUARE]
    if what == DECIDE_BIRTH:
        out[0] = BIRTHPLACE + (
            (3 * in_how_many(reach.eats, bit) + attack_at(reach, bit)) * 3 + walls_at(s, bit)
        ) * 2 + left
        return 1
    if what == DECIDE_AIR_TRAVEL:
        if s.chosen == NONE:
            theirs = (s.diplos[own ^ 1] & bit) != 0
            out[0] = TRAVELLER + (
                (5 * theirs + in_how_many(reach.eats, bit)) * 3 + attack_at(reach, bit)
            ) * 2 + left
            out[1] = TRAVELLERS + 36 * theirs + sides
            return 2
        theirs = (s.diplos[own ^ 1] & area.bits[s.chosen]) != 0
        out[0] = LANDING + (
            ((5 * theirs + in_how_many(reach.eats, bit)) * 3 + attack_at(reach, bit)) * 3 + walls_at(s, bit)
        ) * 2 + left
        return 1
    if what == DECIDE_AIR_RAID:
        out[0] = (RAIDER if bit & s.trex else RAID) + 2 * fire_at(reach, bit) + left
        return 1
    if what == DECIDE_ERUPTION:
        out[0] = BURNT + (4 * known_token(s, bit) + reached_by(reach, bit)) * 2 + left
        return 1
    out[0] = GLANCE + 2 * reached_by(reach, bit) + left
    return 1


POSITION_ROWS = N_POSITION_ROWS
ACTION_ROWS = N_ACTION_ROWS
FIRST_ROWS = {"food": FOOD, "attacked": ATTACKED, "slides": SLIDES, "diplo": DIPLO}


def find_position_rows(const uint8_t[::1] states, int32_t[:, ::1] out) -> None:
    """For each packed state, one after the other: its rows, then -1."""
    cdef uint16_t rows[MAX_POSITION_ROWS]
    cdef int i, j, n
    if states.shape[0] != out.shape[0] * STATE_BYTES or out.shape[1] < MAX_POSITION_ROWS:
        raise ValueError("the output must have a line of 88 for each state")
    with nogil:
        for i in range(out.shape[0]):
            n = position_rows(<const Snack *> &states[i * STATE_BYTES], rows)
            for j in range(out.shape[1]):
                out[i, j] = rows[j] if j < n else -1


def find_action_rows(
    const uint8_t[::1] states, const int32_t[::1] state_of_action, const uint16_t[::1] actions, int32_t[:, ::1] out
) -> None:
    """For each action, legal in the packed state of its index: its rows, then -1."""
    cdef uint16_t rows[MAX_ACTION_ROWS]
    cdef Reach reach
    cdef const Snack *s
    cdef int i, j, n, last = -1
    if out.shape[0] != actions.shape[0] or state_of_action.shape[0] != actions.shape[0]:
        raise ValueError("the output must have a line for each action")
    if out.shape[1] < MAX_ACTION_ROWS:
        raise ValueError("the lines of the output must have 12 places")
    with nogil:
        for i in range(out.shape[0]):
            s = <const Snack *> &states[state_of_action[i] * STATE_BYTES]
            if state_of_action[i] != last:
                find_reach(s, &reach)
                last = state_of_action[i]
            n = action_rows(s, &reach, actions[i], rows)
            for j in range(out.shape[1]):
                out[i, j] = rows[j] if j < n else -1


def find_points(const uint8_t[::1] states, int32_t[:, ::1] out) -> None:
    """For each packed state: the points on the piles of either seat."""
    cdef const Snack *s
    cdef int i
    if states.shape[0] != out.shape[0] * STATE_BYTES or out.shape[1] != 2:
        raise ValueError("the output must have a line of two for each state")
    for i in range(out.shape[0]):
        s = <const Snack *> &states[i * STATE_BYTES]
        out[i, 0] = pile_points(s.piles[0])
        out[i, 1] = pile_points(s.piles[1])
