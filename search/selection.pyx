"""Which edge a simulation follows; see selection.pxd.

Square roots and quotients are exact by IEEE 754 and the logarithm comes from a table that is built with the four basic
operations, so the choice is the same on every machine.
"""
from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from dinoai.engine.debug cimport ensure
from dinoai.search.tree cimport WON, Node, Tree

cdef enum:
    TABLE = 4096

cdef double LN2 = 0.6931471805599453
cdef double logarithms[TABLE]
cdef double inverses[TABLE]
cdef double inverse_roots[TABLE]


cdef void build_tables() noexcept:
    """ln n - ln (n - 1) = 2 artanh(1 / (2 n - 1)), summed up."""
    cdef int n, k
    cdef double x, power, total
    logarithms[0] = 0.0
    logarithms[1] = 0.0
    for n in range(2, TABLE):
        x = 1.0 / (2 * n - 1)
        power = x
        total = 0.0
        for k in range(1, 60, 2):
            total += power / k
            power *= x * x
        logarithms[n] = logarithms[n - 1] + 2.0 * total
    inverses[0] = 0.0
    inverse_roots[0] = 0.0
    for n in range(1, TABLE):
        inverses[n] = 1.0 / n
        inverse_roots[n] = 1.0 / sqrt(<double> n)


build_tables()


cdef inline double logarithm(uint32_t n) noexcept nogil:
    """ln n, above the table to within 1 / 2048."""
    cdef double shifts = 0.0
    while n >= TABLE:
        n >>= 1
        shifts += LN2
    return logarithms[n] + shifts


cdef inline double upper_bound(double reward, uint32_t visits, double width) noexcept nogil:
    """Mean reward plus `width` / sqrt(visits)."""
    ensure(visits > 0)
    if visits < TABLE:
        return reward * inverses[visits] + width * inverse_roots[visits]
    return reward / visits + width / sqrt(<double> visits)


cdef int select_edge(const Tree *tree, const Node *node, double exploration) noexcept nogil:
    """The edge of the highest upper confidence bound, when all are available and tried.

    An edge that was always available has as many availabilities as its node has visits, this one included.
    """
    cdef double width = exploration * sqrt(logarithm(node.visits + 1))
    cdef const double *rewards = tree.rewards + node.first_edge
    cdef const uint32_t *visits = tree.visits + node.first_edge
    cdef double bound, best = -1e300
    cdef int i, chosen = 0
    ensure((node.n_edges > 0) & (node.first_edge + node.n_edges <= tree.n_edges))
    for i in range(node.n_edges):
        bound = upper_bound(rewards[i], visits[i], width)
        if bound > best:
            best = bound
            chosen = i
    return chosen


cdef int select_available_edge(
    const Tree *tree, const Node *node, double exploration, const uint32_t *available, int n
) noexcept nogil:
    """The same among the `n` tried edges that are available this time."""
    cdef double bound, best = -1e300
    cdef uint32_t edge
    cdef int i, chosen = 0
    for i in range(n):
        ensure(available[i] < node.n_edges)
        edge = node.first_edge + available[i]
        bound = upper_bound(
            tree.rewards[edge], tree.visits[edge],
            exploration * sqrt(logarithm(node.visits + 1 - tree.absences[edge])),
        )
        if bound > best:
            best = bound
            chosen = <int> available[i]
    return chosen


cdef int select_guided_edge(const Tree *tree, const Node *node, double exploration, double reduction) noexcept nogil:
    """The edge of the highest mean reward + exploration * prior * sqrt(node's visits) / (1 + visits) (PUCT; Rosin 2011,
    in the form of Silver et al. 2017, "Mastering the game of Go without human knowledge", methods).

    An untried edge counts as the node's mean less `reduction` times the root of the priors already tried (first-play
    urgency). Among the untried ones the first has the highest prior, so no other need be looked at. An edge that is
    proven to win is followed, one that is proven lost is not, unless all are (Winands, Björnsson and Saito 2008,
    "Monte-Carlo tree search solver").
    """
    cdef const double *rewards = tree.rewards + node.first_edge
    cdef const uint32_t *visits = tree.visits + node.first_edge
    cdef const float *priors = tree.priors + node.first_edge
    cdef double width = exploration * sqrt(<double> node.visits)
    cdef double bound, best = -1e300, total = 0.0, tried = 0.0
    cdef int i, first = node.n_lost, chosen = 0
    cdef uint32_t n_visits = 0
    ensure((node.n_edges > 0) & (node.first_edge + node.n_edges <= tree.n_edges))
    if first >= node.n_edges:
        if first == WON:
            return 0
        first = 0
    for i in range(first, node.n_tried):
        n_visits += visits[i]
        total += rewards[i]
        tried += priors[i]
        if visits[i] < TABLE - 1:
            bound = rewards[i] * inverses[visits[i]] + width * priors[i] * inverses[visits[i] + 1]
        else:
            bound = rewards[i] / visits[i] + width * priors[i] / (visits[i] + 1.0)
        if bound > best:
            best = bound
            chosen = i
    if node.n_tried < node.n_edges:
        if n_visits == 0 or total / n_visits - reduction * sqrt(tried) + width * priors[node.n_tried] > best:
            chosen = node.n_tried
    return chosen
