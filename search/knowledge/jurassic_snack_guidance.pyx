"""Learned knowledge of Jurassic Snack: an evaluation and a prior, from the weights of docs/models/jurassic_snack.md."""
from hashlib import sha256

from libc.stdint cimport int32_t, uint16_t, uint64_t

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport MAX_ACTIONS
from dinoai.engine.jurassic_snack.rules cimport JURASSIC_SNACK
from dinoai.engine.jurassic_snack.state cimport Snack, pile_points
from dinoai.search.knowledge.interface cimport Knowledge, register_knowledge
from dinoai.search.knowledge.jurassic_snack_exact cimport solve
from dinoai.search.knowledge.jurassic_snack_features cimport (
    MAX_ACTION_ROWS, MAX_POSITION_ROWS, N_ACTION_ROWS, N_POSITION_ROWS, action_rows, position_rows,
)
from dinoai.search.knowledge.jurassic_snack_reach cimport Reach, find_reach
from dinoai.search.knowledge.network cimport OUTPUTS, Network, forward, logistic, read_network, share_out

cdef enum:
    POINTS_UNIT = 10  # points to come are learned in tens

cdef Network network

version = ""


cdef bint evaluate(const void *world, double *win, double *points) noexcept nogil:
    cdef const Snack *s = <const Snack *> world
    cdef uint16_t rows[MAX_POSITION_ROWS]
    cdef double out[OUTPUTS]
    cdef int own = s.to_move, n = position_rows(s, rows)
    forward(&network, rows, n, OUTPUTS, out)
    win[own] = logistic(out[0])
    win[own ^ 1] = 1.0 - win[own]
    points[own] = pile_points(s.piles[own]) + max(0.0, POINTS_UNIT * out[1])
    points[own ^ 1] = pile_points(s.piles[own ^ 1]) + max(0.0, POINTS_UNIT * out[2])
    return True


cdef void prior(const void *world, int seat, const uint16_t *actions, int n, float *out) noexcept nogil:
    cdef const Snack *s = <const Snack *> world
    cdef Reach reach
    cdef uint16_t rows[MAX_ACTION_ROWS]
    cdef int32_t scores[MAX_ACTIONS]
    cdef int i, j, n_rows
    ensure(seat == s.to_move)
    find_reach(s, &reach)
    for i in range(n):
        n_rows = action_rows(s, &reach, actions[i], rows)
        scores[i] = 0
        for j in range(n_rows):
            scores[i] += network.scores[rows[j]]
    share_out(scores, n, out)


cdef uint64_t hidden(const void *world) noexcept nogil:
    """The tokens on the board: what they are matters to play and result only when one is eaten or erupts (R6, E5).

    Looks (E2, E8) leave the number as it is: they change what is known, not what is legal or where it leads.
    """
    return (<const Snack *> world).grass


cdef Knowledge knowledge = Knowledge(
    prior=prior, moves=NULL, evaluate=evaluate, playout=NULL, hidden=hidden, reward=NULL, solve=solve,
)


def load_weights(bytes data) -> None:
    """Use these weights from now on instead of those of the package. Raises `ValueError` for those of other rows."""
    global version
    read_network(&network, data, N_POSITION_ROWS, N_ACTION_ROWS)
    version = f"network {sha256(data).hexdigest()[:8]}"


def register(bytes data) -> None:
    """Make the knowledge known to the search, with these weights."""
    load_weights(data)
    register_knowledge(JURASSIC_SNACK, &knowledge)
