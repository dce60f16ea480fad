"""Exact values of endings of Jurassic Snack: expectimax over all that may be turned up.

That is sound only while both players know the same: what has been looked at and is still there has been looked at by
both, and no Recon or fallback look to come can teach one of them anything. Where such a look is possible there is no
answer. The search ends because quiet turns are counted (R10) and each other turn eats a token or takes a Diplo off the
area. A move that is certain to win is not compared with others, so the points of such a line need not be the most.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from dinoai.engine.game cimport FULL, MAX_ACTIONS, MAX_SEATS, Payoff
from dinoai.engine.jurassic_snack.actions cimport resolve_eating
from dinoai.engine.jurassic_snack.bits cimport count_bits
from dinoai.engine.jurassic_snack.rules cimport JURASSIC_SNACK
from dinoai.engine.jurassic_snack.state cimport (
    N_ERUPTED, N_GRASS, NONE, Snack, count_of, count_tokens, is_over, one_token, unseen_looks,
)
from dinoai.engine.rng cimport mix64
from dinoai.search.ismcts cimport load_flag, now

cdef enum:
    MAX_GRASS = 4  # with more tokens than that there is no end to it
    LOOK = 256  # positions between two looks at the clock

cdef double CERTAIN = 1.0 - 1e-9
cdef double EQUAL = 1e-9


cdef struct Value:
    double win  # Blue's share
    double points[2]


cdef struct Slot:
    uint64_t key  # 0: empty
    Value value


cdef struct Solver:
    Slot *slots
    uint64_t mask
    uint64_t positions  # how many may still be searched
    int *stop
    int64_t end
    bint failed


cdef inline double share_of(const Value *value, int seat) noexcept nogil:
    return value.win if seat == 0 else 1.0 - value.win


cdef inline double margin_of(const Value *value, int seat) noexcept nogil:
    return value.points[seat] - value.points[seat ^ 1]


cdef inline bint is_better(const Value *value, const Value *best, int seat) noexcept nogil:
    """More of the victory, or as much of it and more points ahead."""
    cdef double more = share_of(value, seat) - share_of(best, seat)
    return more > EQUAL or (more > -EQUAL and margin_of(value, seat) > margin_of(best, seat) + EQUAL)


cdef inline Slot *find_slot(Solver *solver, uint64_t key) noexcept nogil:
    cdef uint64_t at = key & solver.mask
    while solver.slots[at].key != 0 and solver.slots[at].key != key:
        at = (at + 1) & solver.mask
    return &solver.slots[at]


cdef void find_value(Solver *solver, const Snack *s, Value *out) noexcept nogil:
    """The value of a position; meaningless once the solver has failed."""
    cdef Snack after
    cdef Value value
    cdef Payoff payoff
    cdef Slot *slot
    cdef uint16_t actions[MAX_ACTIONS]
    cdef uint64_t key
    cdef double weight
    cdef int i, n, token, total, seat = s.to_move
    out.win = out.points[0] = out.points[1] = 0.0
    if solver.failed:
        return
    if s.eating != NONE:
        total = count_tokens(s.bag)
        for token in range(N_GRASS):
            if count_of(s.bag, token):
                after = s[0]
                after.bag -= one_token(token)
                resolve_eating(&after, token)
                find_value(solver, &after, &value)
                weight = <double> count_of(s.bag, token) / total
                out.win += weight * value.win
                out.points[0] += weight * value.points[0]
                out.points[1] += weight * value.points[1]
        return
    if unseen_looks(s):
        solver.failed = True
        return
    if is_over(s):
        JURASSIC_SNACK.payoff(s, &payoff)
        out.win = payoff.win[0]
        out.points[0] = payoff.points[0]
        out.points[1] = payoff.points[1]
        return
    key = mix64(JURASSIC_SNACK.infoset(s, seat) + <uint64_t> seat) | 1
    slot = find_slot(solver, key)
    if slot.key != 0:
        out[0] = slot.value
        return
    if solver.positions == 0 or load_flag(solver.stop) or solver.positions % LOOK == 0 and now() >= solver.end:
        solver.failed = True
        return
    solver.positions -= 1
    n = JURASSIC_SNACK.actions(s, actions)
    for i in range(n):
        after = s[0]
        JURASSIC_SNACK.apply(&after, actions[i])
        find_value(solver, &after, &value)
        if solver.failed:
            return
        if i == 0 or is_better(&value, out, seat):
            out[0] = value
            if share_of(out, seat) >= CERTAIN:
                break
    slot = find_slot(solver, key)
    slot.key = key
    slot.value = out[0]


cdef bint is_symmetric(const Snack *s) noexcept nogil:
    """Whether both players have looked at the same of what is left and erupted."""
    cdef int i
    if s.looked[0] != s.looked[1]:
        return False
    for i in range(N_ERUPTED):
        if (s.erupted[i] >> 3 & 1) != (s.erupted[i] >> 4 & 1):
            return False
    return True


cdef bint solve(
    const void *view, int seat, const uint32_t *moves, int n, uint64_t max_positions, int *stop, int64_t end, Exact *out
) noexcept nogil:
    cdef Solver solver
    cdef Snack root = (<const Snack *> view)[0]
    cdef Snack after
    cdef Value value, best
    cdef int i, j, chosen = 0
    if count_bits(root.grass) > MAX_GRASS or not is_symmetric(&root):
        return False
    root.viewer = FULL
    solver.mask = 1024
    while solver.mask < 2 * max_positions:
        solver.mask *= 2
    solver.slots = <Slot *> calloc(solver.mask, sizeof(Slot))
    if solver.slots == NULL:
        return False
    solver.mask -= 1
    solver.positions = max_positions
    solver.stop = stop
    solver.end = end
    solver.failed = False
    for i in range(n):
        after = root
        JURASSIC_SNACK.apply(&after, moves[i] >> 16)
        if moves[i] & 0xFFFF:
            JURASSIC_SNACK.apply(&after, <int> (moves[i] & 0xFFFF) - 1)
        find_value(&solver, &after, &value)
        for j in range(MAX_SEATS):
            out[i].win[j] = out[i].points[j] = 0.0
        for j in range(2):
            out[i].win[j] = share_of(&value, j)
            out[i].points[j] = value.points[j]
        out[i].share = 0.0
        if i == 0 or is_better(&value, &best, seat):
            best = value
            chosen = i
    free(solver.slots)
    out[chosen].share = 1.0
    return not solver.failed
