"""Draftosaurus behind the engine's C interface: the result, and the entries themselves."""
from libc.stdint cimport int32_t, uint16_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.draftosaurus.invariants cimport first_violation
from dinoai.engine.draftosaurus.deal cimport roll
from dinoai.engine.draftosaurus.information cimport infoset_key, sample_world
from dinoai.engine.draftosaurus.playout cimport play_random
from dinoai.engine.draftosaurus.points cimport score_points
from dinoai.engine.draftosaurus.state cimport DraftosaurusState, nibble
from dinoai.engine.draftosaurus.tables cimport T_REX
from dinoai.engine.draftosaurus.turns cimport act, between_actions, next_actor, write_actions
from dinoai.engine.game cimport CHANCE, MAX_SEATS, OVER, STATE_BYTES, Payoff, allows
from dinoai.engine.rng cimport RngState
from dinoai.engine.state cimport register_game


cdef void write_payoff(const DraftosaurusState *state, Payoff *out) noexcept nogil:
    """Shares of the victory, of the match where one is played (D9), and the points of the given game."""
    cdef int32_t[MAX_SEATS] total, t_rexes
    cdef int seat, points, n_winners = 0, best = 0
    for seat in range(state.n_seats):
        points = score_points(state, seat)
        out.points[seat] = state.scores[seat] if state.game != state.given_game else points
        total[seat] = points + state.scores[seat]
        t_rexes[seat] = nibble(state.counts[seat], T_REX) + state.t_rexes[seat]
        if total[seat] > total[best] or total[seat] == total[best] and t_rexes[seat] < t_rexes[best]:
            best = seat
    for seat in range(state.n_seats):
        out.win[seat] = total[seat] == total[best] and t_rexes[seat] == t_rexes[best]
        n_winners += <int> out.win[seat]
    for seat in range(state.n_seats):
        out.win[seat] /= n_winners


# The C interface.

cdef int game_n_seats(const void *state) noexcept nogil:
    return (<const DraftosaurusState *> state).n_seats


cdef int game_viewer(const void *state) noexcept nogil:
    return (<const DraftosaurusState *> state).viewer


cdef int game_actor(const void *state) noexcept nogil:
    return next_actor(<const DraftosaurusState *> state)


cdef int game_actions(const void *state, uint16_t *out) noexcept nogil:
    return write_actions(<const DraftosaurusState *> state, out)


cdef void game_apply(void *state, int action) noexcept nogil:
    ensure(allows(&draftosaurus, state, action))
    act(<DraftosaurusState *> state, action)
    ensure(game_check(state) == 0)


cdef bint game_within_move(const void *state) noexcept nogil:
    return between_actions(<const DraftosaurusState *> state)


cdef void game_chance(void *state, RngState *rng) noexcept nogil:
    ensure(game_actor(state) == CHANCE)
    roll(<DraftosaurusState *> state, rng)
    ensure(game_check(state) == 0)


cdef void game_payoff(const void *state, Payoff *out) noexcept nogil:
    write_payoff(<const DraftosaurusState *> state, out)


cdef void game_sample(void *state, int seat, RngState *rng) noexcept nogil:
    ensure((seat >= 0) & (seat < game_n_seats(state)))
    sample_world(<DraftosaurusState *> state, seat, rng)
    ensure(game_check(state) == 0)


cdef uint64_t game_infoset(const void *state, int seat) noexcept nogil:
    return infoset_key(<const DraftosaurusState *> state, seat)


cdef void game_playout(void *state, RngState *rng) noexcept nogil:
    play_random(<DraftosaurusState *> state, rng)
    ensure(game_actor(state) == OVER)
    ensure(game_check(state) == 0)


cdef int game_check(const void *state) noexcept nogil:
    return first_violation(<const DraftosaurusState *> state)


draftosaurus.name = b"draftosaurus"
draftosaurus.simultaneous = True
draftosaurus.n_seats = game_n_seats
draftosaurus.viewer = game_viewer
draftosaurus.actor = game_actor
draftosaurus.actions = game_actions
draftosaurus.apply = game_apply
draftosaurus.within_move = game_within_move
draftosaurus.chance = game_chance
draftosaurus.payoff = game_payoff
draftosaurus.sample = game_sample
draftosaurus.infoset = game_infoset
draftosaurus.playout = game_playout
draftosaurus.check = game_check
register_game(&draftosaurus)

assert sizeof(DraftosaurusState) <= STATE_BYTES
