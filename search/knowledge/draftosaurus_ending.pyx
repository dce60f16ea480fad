"""The exact value of the last turn.

On turn 12 everybody knows all hands. With three to five players each holds one dinosaur, so that the number of each
species in every zoo after the turn is certain, and nothing that others choose changes a seat's points: perfect play is
the highest own total. Two players still choose one of two dinosaurs, which matters to the King and the Lookout: a
matrix game of shares of the victory, solved by regret matching+ (Tammelin 2014). A dinosaur leaves Quarantine for its
best place.
"""
from dinoai.engine.draftosaurus.state cimport (
    AFTER_REVEAL, BOX, FINISHED, N_TURNS, PICK, PLACE, PLACE_ACTION, QUARANTINE, DraftosaurusState, Zoo, board_of,
    face_for, legal_places, nibble, nibble_sum, pick_species, place_dinosaur, present, quarantined, release_quarantined,
)
from dinoai.engine.draftosaurus.tables cimport N_PLACES, N_SPECIES, NO_FACE, T_REX, WINTER
from dinoai.engine.game cimport MAX_SEATS
from dinoai.search.knowledge.draftosaurus_outlook cimport MAX_CHOICES, Outlook, look_out, shipped
from dinoai.search.knowledge.draftosaurus_potential cimport zoo_points

cdef enum:
    ROUNDS = 4000  # of regret matching+
    NOTHING = -1  # no dinosaur, or no place

cdef double TOLERANCE = 2e-3  # by how much perfect answers to the strategies found may win more
# Of two choices equally good against perfect play the one that is better against any other comes first.
cdef double TREMBLE = 0.02


cdef struct Option:
    int species  # that is placed
    int place


cdef struct Result:
    int own
    int other


cdef int write_options(const DraftosaurusState *state, int seat, Option *out) noexcept nogil:
    """The seat's choices of what to place where; NOTHING where it is not open any more or chosen later."""
    cdef int species, place, places, face = face_for(state, seat), n = 0
    cdef int candidates = present(state.hands[seat])
    out[0].species = out[0].place = NOTHING
    if state.phase == BOX:
        return 1
    if state.phase == QUARANTINE:
        if not quarantined(&state.zoos[seat], WINTER):
            return 1
        candidates = 1 << (quarantined(&state.zoos[seat], WINTER) - 1)
        face = NO_FACE
    elif state.phase == PLACE:
        candidates = 1 << pick_species(state.picks[seat])
    for species in range(N_SPECIES):
        if not candidates >> species & 1:
            continue
        if state.phase == PICK and state.options & AFTER_REVEAL:
            out[n].species = species
            out[n].place = NOTHING
            n += 1
            continue
        places = legal_places(&state.zoos[seat], state.side, species, face)
        for place in range(N_PLACES):
            if places >> place & 1:
                out[n].species = species
                out[n].place = place
                n += 1
    return n


cdef int final_points(const DraftosaurusState *after, int seat, Option option, const Outlook *outlook) noexcept nogil:
    """The seat's points with the option carried out; `after` has the counts of the end and the zoos of now."""
    cdef Zoo zoo = after.zoos[seat]
    cdef uint32_t counts = after.counts[seat], ignored = counts
    cdef int place, places, best = -1000
    if option.species == NOTHING:
        return zoo_points(&zoo, counts, outlook)
    if after.phase == QUARANTINE:
        release_quarantined(&zoo, &ignored)
    if option.place != NOTHING:
        place_dinosaur(&zoo, &ignored, after.side, board_of(after), option.place, option.species)
        return zoo_points(&zoo, counts, outlook)
    places = legal_places(&zoo, after.side, option.species, face_for(after, seat))
    for place in range(N_PLACES):
        if places >> place & 1:
            option.place = place
            best = max(best, final_points(after, seat, option, outlook))
    return best


cdef void count_in(DraftosaurusState *after, int seat, int species) noexcept nogil:
    if species != NOTHING and after.phase != QUARANTINE:
        after.counts[seat] += <uint32_t> 1 << (4 * species)


cdef void share_victory(const DraftosaurusState *after, const int *points, double *win) noexcept nogil:
    """Shares by points and T-Rexes, of both games in a match (D9)."""
    cdef int[MAX_SEATS] rank
    cdef int seat, n_winners = 0, best = -1000000
    for seat in range(after.n_seats):
        rank[seat] = 64 * (points[seat] + after.scores[seat])
        rank[seat] -= nibble(after.counts[seat], T_REX) + after.t_rexes[seat]
        best = max(best, rank[seat])
    for seat in range(after.n_seats):
        n_winners += rank[seat] == best
    for seat in range(after.n_seats):
        win[seat] = 1.0 / n_winners if rank[seat] == best else 0.0


cdef int find_option(const DraftosaurusState *state, const Option *options, int n, uint32_t move) noexcept nogil:
    """The option of a move, given as its first action << 16 | second action + 1."""
    cdef int first = move >> 16, second = <int> (move & 0xFFFF) - 1, i
    if state.phase == BOX:
        return 0
    for i in range(n):
        if first >= PLACE_ACTION:
            if options[i].place == first - PLACE_ACTION:
                return i
        elif options[i].species == first and (second < 0 or options[i].place == second - PLACE_ACTION):
            return i
    return 0


cdef void solve_certain(
    const DraftosaurusState *state, int seat, const uint32_t *moves, int n, Exact *out
) noexcept nogil:
    """Where everybody's counts at the end are certain: all others take their highest totals."""
    cdef DraftosaurusState after = state[0]
    cdef Option[MAX_CHOICES] options
    cdef Outlook outlook
    cdef int[MAX_SEATS] best
    cdef int[MAX_CHOICES] own
    cdef int other, i, k, points, n_options, n_best = 0
    for other in range(state.n_seats):
        write_options(state, other, options)
        count_in(&after, other, options[0].species)
    for other in range(state.n_seats):
        n_options = write_options(state, other, options)
        look_out(&after, other, other, 0, &shipped[0], &outlook)
        best[other] = -1000
        for i in range(n_options):
            points = final_points(&after, other, options[i], &outlook)
            best[other] = max(best[other], points)
            if other == seat:
                own[i] = points
    n_options = write_options(state, seat, options)
    # Of the moves that may be played the best are chosen, even where none of them is the best of all.
    points = -1000
    for k in range(n):
        points = max(points, own[find_option(state, options, n_options, moves[k])])
    for k in range(n):
        n_best += own[find_option(state, options, n_options, moves[k])] == points
    for k in range(n):
        best[seat] = own[find_option(state, options, n_options, moves[k])]
        share_victory(&after, best, out[k].win)
        for other in range(state.n_seats):
            out[k].points[other] = best[other]
        out[k].share = 1.0 / n_best if best[seat] == points else 0.0


cdef double match_regrets(const double *payoff, int n, int m, double *mine, double *theirs) noexcept nogil:
    """Nearly perfect mixed strategies of a zero-sum matrix game, and by how much perfect answers to them gain.

    `payoff` has n rows, of the one who wants much, and m columns.
    """
    cdef double[MAX_CHOICES] regret, other_regret, now, other_now, value
    cdef double total, expected, best, worst
    cdef int i, j, t
    for i in range(n):
        regret[i] = mine[i] = 0
    for j in range(m):
        other_regret[j] = theirs[j] = 0
    for t in range(1, ROUNDS + 1):
        total = 0
        for i in range(n):
            total += regret[i]
        for i in range(n):
            now[i] = regret[i] / total if total > 0 else 1.0 / n
            mine[i] += t * now[i]
        # The columns answer what the rows play now, then the rows what the columns play now.
        total = 0
        for j in range(m):
            total += other_regret[j]
        for j in range(m):
            other_now[j] = other_regret[j] / total if total > 0 else 1.0 / m
            theirs[j] += t * other_now[j]
        expected = 0
        for i in range(n):
            value[i] = 0
            for j in range(m):
                value[i] += payoff[i * MAX_CHOICES + j] * other_now[j]
            expected += value[i] * now[i]
        for i in range(n):
            regret[i] = max(0.0, regret[i] + value[i] - expected)
        for j in range(m):
            value[j] = 0
            for i in range(n):
                value[j] += payoff[i * MAX_CHOICES + j] * now[i]
        for j in range(m):
            other_regret[j] = max(0.0, other_regret[j] + expected - value[j])
    total = ROUNDS * (ROUNDS + 1) / 2.0
    for i in range(n):
        mine[i] /= total
    for j in range(m):
        theirs[j] /= total
    best = -1e9
    for i in range(n):
        value[i] = 0
        for j in range(m):
            value[i] += payoff[i * MAX_CHOICES + j] * theirs[j]
        best = max(best, value[i])
    worst = 1e9
    for j in range(m):
        value[j] = 0
        for i in range(n):
            value[j] += payoff[i * MAX_CHOICES + j] * mine[i]
        worst = min(worst, value[j])
    return best - worst


cdef bint solve_matrix(
    const DraftosaurusState *state, int seat, const uint32_t *moves, int n, Exact *out
) noexcept nogil:
    """Two players who choose at the same time."""
    cdef DraftosaurusState after
    cdef Option[MAX_CHOICES] mine, theirs
    cdef double[MAX_CHOICES * MAX_CHOICES] win, payoff
    cdef double[MAX_CHOICES] strategy, answer, own_mean, other_mean
    cdef Result[MAX_CHOICES * MAX_CHOICES] scored
    cdef Outlook outlook
    cdef double[MAX_SEATS] shares
    cdef int[MAX_SEATS] points
    cdef int[MAX_CHOICES] row_of_move
    cdef int opponent = 1 - seat, i, j, k, at, n_columns, n_mine = write_options(state, seat, mine)
    cdef double total
    # Only the moves that may be played are rows.
    for k in range(n):
        row_of_move[k] = find_option(state, mine, n_mine, moves[k])
    n_columns = write_options(state, opponent, theirs)
    for i in range(n):
        own_mean[i] = 0
    for j in range(n_columns):
        other_mean[j] = 0
    for i in range(n):
        for j in range(n_columns):
            after = state[0]
            count_in(&after, seat, mine[row_of_move[i]].species)
            count_in(&after, opponent, theirs[j].species)
            look_out(&after, seat, seat, 0, &shipped[0], &outlook)
            points[seat] = final_points(&after, seat, mine[row_of_move[i]], &outlook)
            look_out(&after, opponent, opponent, 0, &shipped[0], &outlook)
            points[opponent] = final_points(&after, opponent, theirs[j], &outlook)
            share_victory(&after, points, shares)
            at = i * MAX_CHOICES + j
            win[at] = shares[seat]
            scored[at].own = points[seat]
            scored[at].other = points[opponent]
            own_mean[i] += shares[seat] / n_columns
            other_mean[j] += shares[seat] / n
    for i in range(n):
        for j in range(n_columns):
            at = i * MAX_CHOICES + j
            payoff[at] = win[at] + TREMBLE * (own_mean[i] + other_mean[j])
    if match_regrets(payoff, n, n_columns, strategy, answer) > TOLERANCE:
        return False
    for k in range(n):
        total = 0
        out[k].points[seat] = out[k].points[opponent] = 0
        for j in range(n_columns):
            at = k * MAX_CHOICES + j
            total += answer[j] * win[at]
            out[k].points[seat] += answer[j] * scored[at].own
            out[k].points[opponent] += answer[j] * scored[at].other
        out[k].win[seat] = total
        out[k].win[opponent] = 1 - total
        out[k].share = strategy[k]
    return True


cdef bint solve_last_turn(
    const void *view, int seat, const uint32_t *moves, int n, uint64_t max_positions, int *stop, int64_t end, Exact *out
) noexcept nogil:
    """The values of the seat's moves when all play on perfectly; false before turn 12 and where hands are unknown."""
    cdef const DraftosaurusState *state = <const DraftosaurusState *> view
    cdef int other
    if state.phase == FINISHED or state.turn != N_TURNS or state.game == 1 or n > MAX_CHOICES:
        return False
    if state.phase != QUARANTINE and state.die == NO_FACE or max_positions < MAX_CHOICES * MAX_CHOICES:
        return False
    for other in range(state.n_seats):
        if state.hands[other] >> 24 or state.n_seats > 2 and nibble_sum(state.hands[other]) > 1:
            return False
    if state.n_seats == 2 and state.phase == PICK:
        return solve_matrix(state, seat, moves, n, out)
    solve_certain(state, seat, moves, n, out)
    return True
