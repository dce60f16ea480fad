"""What the search knows of Draftosaurus, behind the interface of interface.pxd."""
from libc.math cimport sqrt
from libc.stdint cimport uint16_t

from dinoai.engine.draftosaurus.points cimport score_points
from dinoai.engine.draftosaurus.rules cimport draftosaurus
from dinoai.engine.draftosaurus.state cimport (
    FINISHED, N_TURNS, PICK, PLACE, PLACE_ACTION, DraftosaurusState, board_of, has_chosen, needs_place, nibble,
    pick_place, pick_species, place_dinosaur,
)
from dinoai.engine.draftosaurus.tables cimport N_PLACES, T_REX, WINTER
from dinoai.engine.game cimport MAX_ACTIONS, MAX_SEATS
from dinoai.engine.rng cimport Rng, RngState
from dinoai.engine.state cimport State
from dinoai.search.knowledge.draftosaurus_ending cimport solve_last_turn
from dinoai.search.knowledge.draftosaurus_features cimport N_ZOO_ROWS
from dinoai.search.knowledge.draftosaurus_outlook cimport (
    MAX_CHOICES, N_LEFT, Choice, Outlook, load_tables, look_out, shipped, variant_of,
)
from dinoai.search.knowledge.draftosaurus_policy cimport play_policy, value_choices
from dinoai.search.knowledge.draftosaurus_potential cimport potential, refinement
from dinoai.search.knowledge.interface cimport Knowledge, register_knowledge
from dinoai.search.knowledge.network cimport Network, read_network

from dinoai.search.moves import move_actions

# Added to the weights of priors, which must be positive; an exponential of a far worse choice is 0.
cdef float LEAST_WEIGHT = 1e-6

cdef enum:
    N_ACTIONS = PLACE_ACTION + N_PLACES
    N_WINTER_VARIANTS = 4


cdef struct Settings:
    float temperature  # of the priors, in points
    double win_weight  # of the share of the victory in the reward, the rest is the margin's; with three to five players
    double win_weight_of_two  # the same with two
    double margin_scale  # points of margin at which seven tenths of the way to certainty are gone
    double t_rex_price  # points that a T-Rex costs a Winter zoo of three and more: level on points it loses (D9)
    int playout_turns  # whole turns that a playout goes on for after the one it starts in
    double spread  # points in which leads are measured when no turn is left
    double spread_growth  # by the root of the turns left
    bint refined  # whether the networks are asked
    float refined_within  # of placements for priors those within so many points of the best by the tables


cdef Settings settings
settings.temperature = 2.0
settings.win_weight = 0.2
settings.win_weight_of_two = 0.5
settings.margin_scale = 8.0
settings.playout_turns = 1
settings.t_rex_price = 0.25
settings.spread = 1.2
settings.spread_growth = 0.3
settings.refined = True
settings.refined_within = 3.0
cdef Knowledge knowledge
cdef Network[N_WINTER_VARIANTS] networks  # from two players on


def configure(**changes) -> dict[str, float]:
    """Change settings, for measurements only and never while a search runs; returns all of them."""
    global settings
    cdef dict values = settings
    values.update(changes)
    settings = values
    return values


cdef inline float exponential(float x) noexcept nogil:
    """e**x for x <= 0 as (1 + x / 1024)**1024: near enough for weights, and the same on every machine."""
    cdef float y = 1 + x * <float> (1.0 / 1024)
    cdef int _
    if y <= 0:
        return 0
    for _ in range(10):
        y *= y
    return y


cdef inline uint16_t choice_move(const DraftosaurusState *state, int seat, const Choice *choice) noexcept nogil:
    """The choice as a complete move (moves.pxd)."""
    cdef int place = PLACE_ACTION + choice.place
    if choice.place < 0:
        return <uint16_t> (choice.species << 8)
    if state.phase == PICK and not state.picks[seat]:
        return <uint16_t> (choice.species << 8 | (place + 1))
    return <uint16_t> (place << 8)


cdef inline double price_of_t_rexes(const DraftosaurusState *state, int seat) noexcept nogil:
    """Of those of both games of a match. With two players, and in Summer, no gain is shown."""
    if state.side != WINTER or state.n_seats == 2:
        return 0
    return settings.t_rex_price * (nibble(state.counts[seat], T_REX) + state.t_rexes[seat])


cdef int weigh_choices(const DraftosaurusState *state, int seat, Choice *choices, float *weights) noexcept nogil:
    """The seat's choices with their weights in the softmax of the potential after them; returns how many."""
    cdef float best = -1e9
    # With two players the network's priors gain nothing that their time is worth.
    cdef float within = settings.refined_within if settings.refined and state.n_seats > 2 else -1
    cdef int i, n = value_choices(state, seat, &shipped[variant_of(state)], within, choices)
    for i in range(n):
        best = max(best, choices[i].value)
    for i in range(n):
        weights[i] = exponential((choices[i].value - best) / settings.temperature)
    return n


cdef void prior(const void *world, int seat, const uint16_t *actions, int n, float *out) noexcept nogil:
    """A dinosaur is as likely as its places together."""
    cdef const DraftosaurusState *state = <const DraftosaurusState *> world
    cdef Choice[MAX_CHOICES] choices
    cdef float[MAX_CHOICES] weights
    cdef float[N_ACTIONS] by_action
    cdef float total = 0
    cdef int i
    cdef bint species = actions[0] < PLACE_ACTION
    for i in range(N_ACTIONS):
        by_action[i] = LEAST_WEIGHT
    for i in range(weigh_choices(state, seat, choices, weights)):
        by_action[choices[i].species if species else PLACE_ACTION + choices[i].place] += weights[i]
    for i in range(n):
        total += by_action[actions[i]]
    for i in range(n):
        out[i] = by_action[actions[i]] / total


cdef int moves(const void *world, int seat, uint16_t *out, float *probabilities) noexcept nogil:
    """A dinosaur and its place are as likely as their own weight."""
    cdef const DraftosaurusState *state = <const DraftosaurusState *> world
    cdef Choice[MAX_CHOICES] choices
    cdef float total = 0
    cdef int i, n = weigh_choices(state, seat, choices, probabilities)
    for i in range(n):
        probabilities[i] += LEAST_WEIGHT
        total += probabilities[i]
        out[i] = choice_move(state, seat, &choices[i])
    for i in range(n):
        probabilities[i] /= total
    return n


def priors(State state not None, int seat) -> list[tuple[tuple[int, ...], float]]:
    """The seat's complete moves, as actions, with their priors (sum 1).

    The state is full, and the seat has not chosen yet.
    """
    cdef uint16_t[MAX_CHOICES] found
    cdef float[MAX_CHOICES] probabilities
    cdef int i, n = moves(state.data(), seat, found, probabilities)
    return [(move_actions(found[i]), probabilities[i]) for i in range(n)]


cdef void playout(void *world, RngState *rng) noexcept nogil:
    """Play on by the policy for some turns."""
    play_policy(<DraftosaurusState *> world, settings.playout_turns, rng)


def policy_playout(State world not None, Rng rng not None) -> State:
    """Where a playout from the full state leads."""
    cdef State after = world.copy()
    playout(after.data(), &rng.state)
    return after


cdef bint evaluate(const void *world, double *win, double *points) noexcept nogil:
    """Every seat's potential, and its share of the victory by the leads.

    A choice that has been made counts as carried out; a seat that still owes one has a turn more to come.
    """
    cdef DraftosaurusState state = (<const DraftosaurusState *> world)[0]
    cdef Outlook outlook
    cdef int seat, left = N_TURNS - state.turn, roller = state.roller
    cdef bint placing = state.phase == PICK or state.phase == PLACE
    cdef bint[MAX_SEATS] chosen
    cdef float[MAX_SEATS] total, weights
    cdef float best = -1e9, sum_of_weights = 0, spread
    for seat in range(state.n_seats):
        chosen[seat] = not placing or has_chosen(&state, seat) and needs_place(&state)
        if placing and chosen[seat]:
            place_dinosaur(&state.zoos[seat], &state.counts[seat], state.side, board_of(&state),
                           pick_place(state.picks[seat]), pick_species(state.picks[seat]))
    for seat in range(state.n_seats):
        # A turn that is owed is among those to come, so that its own roll counts: as seen from the turn before.
        state.roller = roller if chosen[seat] else (roller + state.n_seats - 1) % state.n_seats
        look_out(&state, seat, seat, left if chosen[seat] else min(left + 1, N_LEFT - 1),
                 &shipped[variant_of(&state)], &outlook)
        points[seat] = potential(&state.zoos[seat], state.counts[seat], &outlook)
        if settings.refined:
            points[seat] += refinement(&state.zoos[seat], &outlook)
        total[seat] = points[seat] + state.scores[seat] - price_of_t_rexes(&state, seat)
        best = max(best, total[seat])
        if state.game != state.given_game:
            points[seat] = state.scores[seat]
    if state.game == 1:
        left += N_TURNS
    spread = settings.spread + settings.spread_growth * sqrt(<double> left)
    for seat in range(state.n_seats):
        weights[seat] = exponential((total[seat] - best) / spread)
        sum_of_weights += weights[seat]
    for seat in range(state.n_seats):
        win[seat] = weights[seat] / sum_of_weights
    return True


def evaluation(State state not None) -> tuple[list[float], list[float]]:
    """Every seat's share of the victory and points, as leaves of the search are judged.

    The state is full, and a seat decides.
    """
    cdef double[MAX_SEATS] win, points
    cdef int seat
    evaluate(state.data(), win, points)
    return [win[seat] for seat in range(state.n_seats)], [points[seat] for seat in range(state.n_seats)]


cdef void reward(const void *world, const double *win, const double *points, double *out) noexcept nogil:
    """Share of the victory, and how far the seat is ahead of the best opponent; in a match by the points of both games.
    """
    cdef const DraftosaurusState *state = <const DraftosaurusState *> world
    cdef double[MAX_SEATS] total
    cdef double best, margin, weight = settings.win_weight if state.n_seats > 2 else settings.win_weight_of_two
    cdef int seat, other
    for seat in range(state.n_seats):
        total[seat] = points[seat]
        if state.phase == FINISHED:
            total[seat] = score_points(state, seat)
        if state.game == 2 and state.given_game == 2 or state.phase == FINISHED:
            total[seat] += state.scores[seat]
        # Points of a game before come without its T-Rexes.
        if state.game == state.given_game or state.phase == FINISHED:
            total[seat] -= price_of_t_rexes(state, seat)
    for seat in range(state.n_seats):
        best = -1e9
        for other in range(state.n_seats):
            if other != seat:
                best = max(best, total[other])
        margin = total[seat] - best
        margin /= sqrt(margin * margin + settings.margin_scale * settings.margin_scale)
        out[seat] = weight * win[seat] + (1 - weight) * (0.5 + 0.5 * margin)


assert MAX_CHOICES <= MAX_ACTIONS
knowledge.prior = prior
knowledge.moves = moves
knowledge.evaluate = evaluate
knowledge.playout = playout
knowledge.reward = reward
knowledge.solve = solve_last_turn


def register(const unsigned char[::1] tables, bytes winter) -> None:
    """Offer the knowledge to the search, with the potential's tables and the networks for Winter zoos.

    The tables are a float for each variant, turns left and entry; the networks follow each other from two players on.
    Raises `ValueError` when one of them has another size.
    """
    cdef size_t size = len(winter) // N_WINTER_VARIANTS
    cdef int i
    if len(winter) % N_WINTER_VARIANTS:
        raise ValueError(f"{len(winter)} bytes are not {N_WINTER_VARIANTS} networks of one size")
    for i in range(N_WINTER_VARIANTS):
        read_network(&networks[i], winter[i * size : (i + 1) * size], N_ZOO_ROWS, 0)
    load_tables(tables)
    for i in range(N_WINTER_VARIANTS):
        shipped[2 * i + WINTER].network = &networks[i]
    register_knowledge(&draftosaurus, &knowledge)
