"""Games of the policy against itself and others, and what the potential is learned from."""
from libc.math cimport expf
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from dinoai.engine.draftosaurus.deal cimport roll
from dinoai.engine.draftosaurus.rules cimport draftosaurus
from dinoai.engine.draftosaurus.state cimport (
    FINISHED, N_TURNS, PICK, QUARANTINE, DraftosaurusState, Zoo, board_of, has_chosen, place_dinosaur,
)
from dinoai.engine.draftosaurus.tables cimport NO_FACE, WINTER
from dinoai.engine.draftosaurus.turns cimport resolve, set_up
from dinoai.engine.game cimport FULL, MAX_SEATS, Payoff
from dinoai.engine.rng cimport RngState, below, next64, seed_rng
from dinoai.search.knowledge.draftosaurus_features cimport MAX_ZOO_ROWS, N_ZOO_ROWS, zoo_rows
from dinoai.search.knowledge.draftosaurus_outlook cimport (
    MAX_CHOICES, MAX_INDICATORS, N_ENTRIES, N_LEFT, Choice, Outlook, Tables, look_out,
)
from dinoai.search.knowledge.draftosaurus_policy cimport choose, value_choices
from dinoai.search.knowledge.draftosaurus_potential cimport potential, write_indicators, zoo_points
from dinoai.search.knowledge.network cimport Network, read_network

cdef enum:
    MAX_SAMPLES = MAX_SEATS * N_TURNS
    ALL = 1000  # points within which the network is asked about all placements


cdef struct Sample:
    # A zoo after a placement.
    Zoo zoo
    uint32_t counts
    Outlook outlook
    int seat


cdef class Policy:
    """Tables of the potential to play by, and a network that adds to them."""
    cdef Tables *tables
    cdef Network network
    cdef float temperature

    def __cinit__(self, const float[:, ::1] promise, float temperature, bytes network=None):
        cdef int left, entry
        self.tables = <Tables *> malloc(sizeof(Tables))
        self.temperature = temperature
        self.tables.network = NULL
        for left in range(N_LEFT):
            for entry in range(N_ENTRIES):
                self.tables.promise[left][entry] = promise[left, entry]
        if network is not None:
            read_network(&self.network, network, N_ZOO_ROWS, 0)
            self.tables.network = &self.network

    def __dealloc__(self):
        free(self.tables)
        free(self.network.block)


cdef struct Player:
    const Tables *tables
    float temperature  # at which choices are drawn
    int explored  # the turn, from 1, in which it draws at another temperature; 0: none
    float explored_temperature


cdef void read_players(list policies, Player *out) except *:
    cdef int seat
    for seat in range(len(policies)):
        out[seat].tables = (<Policy> policies[seat]).tables
        out[seat].temperature = (<Policy> policies[seat]).temperature
        out[seat].explored = 0


cdef int draw(const Choice *choices, int n, float temperature, RngState *rng) noexcept nogil:
    cdef float[MAX_CHOICES] weights
    cdef float total = 0, at
    cdef int i, best = 0
    for i in range(1, n):
        if choices[i].value > choices[best].value:
            best = i
    if temperature <= 0:
        return best
    for i in range(n):
        weights[i] = expf((choices[i].value - choices[best].value) / temperature)
        total += weights[i]
    at = total * (next64(rng) >> 40) / <float> (1 << 24)
    for i in range(n):
        at -= weights[i]
        if at < 0:
            return i
    return best


cdef int play_game(
    int n_seats, int side, const Player *players, int learning, Sample *samples, Payoff *payoff, RngState *rng
) noexcept nogil:
    """Play a game; returns the number of samples, of placements of the learning seats, a bit each."""
    cdef DraftosaurusState state
    cdef Choice[MAX_CHOICES] choices
    cdef Sample *sample
    cdef float temperature
    cdef int seat, n, at, n_samples = 0
    memset(&state, 0, sizeof(state))
    set_up(&state, n_seats, side, below(rng, n_seats))
    state.viewer = FULL
    while state.phase != FINISHED:
        if state.die == NO_FACE and state.phase != QUARANTINE:
            roll(&state, rng)
        for seat in range(n_seats):
            if has_chosen(&state, seat):
                continue
            n = value_choices(&state, seat, players[seat].tables, ALL, choices)
            temperature = players[seat].temperature
            if players[seat].explored == state.turn:
                temperature = players[seat].explored_temperature
            at = draw(choices, n, temperature, rng)
            if learning >> seat & 1 and state.phase == PICK and state.turn < N_TURNS:
                sample = &samples[n_samples]
                n_samples += 1
                sample.seat = seat
                look_out(&state, seat, seat, N_TURNS - state.turn, players[seat].tables, &sample.outlook)
                sample.zoo = state.zoos[seat]
                sample.counts = state.counts[seat]
                place_dinosaur(&sample.zoo, &sample.counts, side, board_of(&state), choices[at].place,
                               choices[at].species)
            choose(&state, seat, &choices[at])
        resolve(&state)
    draftosaurus.payoff(&state, payoff)
    return n_samples


def play_games(list policies, int side, int n_games, uint64_t seed, learning=(), double[:, :, ::1] gram=None,
               double[:, ::1] moment=None, double[:, ::1] squares=None):
    """Play games of one policy a seat; returns each seat's totals of points and of shares of the victory.

    The placements of the `learning` seats are added to the normal equations of their number of turns left, the target
    being what the seat's points still rose by.
    """
    cdef int n_seats = len(policies), seat, i, j, k, _, n_samples, n_entries, left, learner = 0
    cdef uint16_t[MAX_INDICATORS] entries
    cdef Sample[MAX_SAMPLES] samples
    cdef Player[MAX_SEATS] players
    cdef Sample *sample
    cdef Payoff payoff
    cdef RngState rng
    cdef double[MAX_SEATS] points, wins
    cdef double target
    read_players(policies, players)
    for i in range(n_seats):
        points[i] = wins[i] = 0
    for i in learning:
        learner |= 1 << i
    seed_rng(&rng, seed, 0)
    with nogil:
        for _ in range(n_games):
            n_samples = play_game(n_seats, side, players, learner, samples, &payoff, &rng)
            for seat in range(n_seats):
                points[seat] += payoff.points[seat]
                wins[seat] += payoff.win[seat]
            for k in range(n_samples):
                sample = &samples[k]
                left = sample.outlook.left
                target = payoff.points[sample.seat] - zoo_points(&sample.zoo, sample.counts, &sample.outlook)
                squares[left, 0] += 1
                squares[left, 1] += target * target
                n_entries = write_indicators(&sample.zoo, sample.counts, &sample.outlook, entries)
                for i in range(n_entries):
                    moment[left, entries[i]] += target
                    for j in range(n_entries):
                        gram[left, entries[i], entries[j]] += 1
    return [points[i] for i in range(n_seats)], [wins[i] for i in range(n_seats)]


def record_games(Policy policy, int n_seats, int n_games, uint64_t seed, float temperature, uint16_t[:, ::1] rows,
                 float[::1] errors):
    """Play games of one policy on the Winter side; returns the number of placements recorded.

    In one turn each seat draws its choices at the given temperature; its placements from then on are recorded:
    the rows of the zoo, and by how much the tables alone judged it too low.
    """
    cdef int seat, i, k, _, n_samples
    cdef Py_ssize_t n = 0
    cdef Sample[MAX_SAMPLES] samples
    cdef Player[MAX_SEATS] players
    cdef Sample *sample
    cdef Payoff payoff
    cdef RngState rng
    cdef Py_ssize_t wanted = <Py_ssize_t> n_games * n_seats * N_TURNS
    if not 2 <= n_seats <= MAX_SEATS:
        raise ValueError(f"two to {MAX_SEATS} play, not {n_seats}")
    if rows.shape[0] < wanted or rows.shape[1] != MAX_ZOO_ROWS or errors.shape[0] < wanted:
        raise ValueError(f"{n_games} games need {wanted} lines of {MAX_ZOO_ROWS} rows")
    read_players([policy] * n_seats, players)
    seed_rng(&rng, seed, 0)
    with nogil:
        for _ in range(n_games):
            for seat in range(n_seats):
                players[seat].explored = 1 + below(&rng, N_TURNS)
                players[seat].explored_temperature = temperature
            n_samples = play_game(n_seats, WINTER, players, (1 << n_seats) - 1, samples, &payoff, &rng)
            for k in range(n_samples):
                sample = &samples[k]
                if N_TURNS - sample.outlook.left < players[sample.seat].explored:
                    continue
                for i in range(zoo_rows(&sample.zoo, &sample.outlook, &rows[n, 0]), MAX_ZOO_ROWS):
                    rows[n, i] = N_ZOO_ROWS
                errors[n] = payoff.points[sample.seat] - potential(&sample.zoo, sample.counts, &sample.outlook)
                n += 1
    return n
