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
from dinoai.engine.draftosaurus.tables cimport NO_FACE
from dinoai.engine.draftosaurus.turns cimport resolve, set_up
from dinoai.engine.game cimport FULL, MAX_SEATS, Payoff
from dinoai.engine.rng cimport RngState, below, next64, seed_rng
from dinoai.search.knowledge.draftosaurus_policy cimport choose, value_choices
from dinoai.search.knowledge.draftosaurus_outlook cimport (
    MAX_CHOICES, MAX_INDICATORS, N_ENTRIES, N_LEFT, Choice, Outlook, Tables, look_out,
)
from dinoai.search.knowledge.draftosaurus_potential cimport write_indicators, zoo_points

cdef enum:
    MAX_SAMPLES = MAX_SEATS * N_TURNS


cdef struct Sample:
    uint16_t entries[MAX_INDICATORS]
    int n
    int seat
    int left
    int points


cdef class Policy:
    """Tables of the potential to play by; `temperature` in points, 0 for the best choice."""
    cdef Tables *tables
    cdef float temperature

    def __cinit__(self, const float[:, ::1] promise, float temperature):
        cdef int left, entry
        self.tables = <Tables *> malloc(sizeof(Tables))
        self.temperature = temperature
        for left in range(N_LEFT):
            for entry in range(N_ENTRIES):
                self.tables.promise[left][entry] = promise[left, entry]

    def __dealloc__(self):
        free(self.tables)


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


def play_games(list policies, int side, int n_games, uint64_t seed, learning=(), double[:, :, ::1] gram=None,
               double[:, ::1] moment=None, double[:, ::1] squares=None):
    """Play games of one policy a seat; returns each seat's totals of points and of shares of the victory.

    The placements of the `learning` seats are added to the normal equations of their number of turns left, the target
    being what the seat's points still rose by.
    """
    cdef int n_seats = len(policies), seat, n, i, j, k, at, _, n_samples, learner = 0
    cdef DraftosaurusState state
    cdef Outlook outlook
    cdef Choice[MAX_CHOICES] choices
    cdef Sample[MAX_SAMPLES] samples
    cdef Sample *sample
    cdef Payoff payoff
    cdef RngState rng
    cdef Zoo after
    cdef uint32_t counts
    cdef double[MAX_SEATS] points, wins
    cdef double target
    cdef const Tables *tables[MAX_SEATS]
    cdef float[MAX_SEATS] temperature
    for i in range(n_seats):
        tables[i] = (<Policy> policies[i]).tables
        temperature[i] = (<Policy> policies[i]).temperature
        points[i] = wins[i] = 0
    for i in learning:
        learner |= 1 << i
    seed_rng(&rng, seed, 0)
    with nogil:
        for _ in range(n_games):
            memset(&state, 0, sizeof(state))
            set_up(&state, n_seats, side, below(&rng, n_seats))
            state.viewer = FULL
            n_samples = 0
            while state.phase != FINISHED:
                if state.die == NO_FACE and state.phase != QUARANTINE:
                    roll(&state, &rng)
                for seat in range(n_seats):
                    if has_chosen(&state, seat):
                        continue
                    n = value_choices(&state, seat, tables[seat], choices)
                    at = draw(choices, n, temperature[seat], &rng)
                    if learner >> seat & 1 and state.phase == PICK and state.turn < N_TURNS:
                        sample = &samples[n_samples]
                        n_samples += 1
                        look_out(&state, seat, seat, N_TURNS - state.turn, tables[seat], &outlook)
                        after = state.zoos[seat]
                        counts = state.counts[seat]
                        place_dinosaur(&after, &counts, side, board_of(&state), choices[at].place, choices[at].species)
                        sample.seat = seat
                        sample.left = outlook.left
                        sample.points = zoo_points(&after, counts, &outlook)
                        sample.n = write_indicators(&after, counts, &outlook, sample.entries)
                    choose(&state, seat, &choices[at])
                resolve(&state)
            draftosaurus.payoff(&state, &payoff)
            for seat in range(n_seats):
                points[seat] += payoff.points[seat]
                wins[seat] += payoff.win[seat]
            for k in range(n_samples):
                sample = &samples[k]
                target = payoff.points[sample.seat] - sample.points
                squares[sample.left, 0] += 1
                squares[sample.left, 1] += target * target
                for i in range(sample.n):
                    moment[sample.left, sample.entries[i]] += target
                    for j in range(sample.n):
                        gram[sample.left, sample.entries[i], sample.entries[j]] += 1
    return [points[i] for i in range(n_seats)], [wins[i] for i in range(n_seats)]
