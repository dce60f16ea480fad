"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) on the C interface of a game.

A simulation draws a world that is consistent with what the asking seat knows, descends through nodes that belong to the
information set of the seat that decides there, adds one node, plays uniformly to the end and adds the result to all
edges it passed, for each the reward of the seat that chose it (max^n). Where moves are simultaneous the seats choose
one after another without seeing each other's choice, so that each plays a bandit of its own (decoupled UCB).
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport CHANCE, MAX_ACTIONS, OVER, STATE_BYTES, Game, Payoff
from dinoai.engine.rng cimport below, mix64, seed_rng
from dinoai.engine.state cimport State, new_state
from dinoai.search.selection cimport select_available_edge, select_edge
from dinoai.search.tree cimport (
    NONE, Node, add_edges, add_node, check_tree, extend_edges, find_edge, find_node, free_tree, reserve_tree,
)

cdef enum:
    NODE_BYTES = 24 + 16  # a node and its share of the slots
    EDGE_BYTES = 2 + 4 + 4 + 8
    EDGES_PER_NODE = 8  # most nodes are never visited again and so have no edges
    SIMULATIONS_PER_LOOK = 8  # between two looks at the clock
    MAX_NODES = 1 << 30  # so that twice as many slots are still counted in 32 bits

# Why run_until came back.
cdef enum:
    BY_SIMULATIONS = 0
    BY_TIME = 1
    BY_FLAG = 2

ENDINGS = ("SIMULATIONS", "TIME", "STOPPED")


cdef class StopFlag:
    """Stops running searches from any thread; they answer with what they have."""

    def __cinit__(self):
        self.raised = 0
        self.reason = "CANCELLED"

    def set(self, str reason = "CANCELLED") -> None:
        """Stop; `reason` becomes the stop reason. The first call decides it."""
        if not load_flag(&self.raised):
            self.reason = reason
            store_flag(&self.raised, 1)

    def is_set(self) -> bool:
        """Whether `set` has been called."""
        return load_flag(&self.raised) != 0


def list_sequences(State root) -> list[tuple[int, ...]]:
    """All action sequences that are complete moves of the actor, in the order of the game's actions."""
    cdef uint16_t first[MAX_ACTIONS]
    cdef uint16_t second[MAX_ACTIONS]
    cdef State after = new_state(root.ops)
    cdef State deeper = new_state(root.ops)
    cdef int i, j, n, m, seat = root.ops.actor(root.words)
    result = []
    if seat < 0:
        return result
    n = root.ops.actions(root.words, first)
    for i in range(n):
        memcpy(after.words, root.words, STATE_BYTES)
        after.ops.apply(after.words, first[i])
        if after.ops.actor(after.words) != seat or not after.ops.within_move(after.words):
            result.append((first[i],))
            continue
        m = after.ops.actions(after.words, second)
        for j in range(m):
            memcpy(deeper.words, after.words, STATE_BYTES)
            deeper.ops.apply(deeper.words, second[j])
            if deeper.ops.actor(deeper.words) == seat and deeper.ops.within_move(deeper.words):
                raise NotImplementedError("a complete move has at most two actions")
            result.append((first[i], second[j]))
    return result


cdef class Searcher:
    """One thread's search of one position.

    `view` is what the asking `seat` knows; `moves` lists, for each of its complete moves that may be played, the action
    sequences that make it. `exploration` is the constant of UCB1; `max_bytes` bounds the tree. With `match_actions` the
    legal actions are matched against a node's edges at every visit, as keys coarser than an information set would need;
    without it the edges of a node are taken to be legal whenever it is reached.
    Raises `MemoryError` when the memory cannot be reserved.
    """

    def __cinit__(self, State view, int seat, list moves, *, double exploration, uint64_t seed, uint64_t stream,
                  uint64_t max_simulations, uint64_t max_bytes, StopFlag stop_flag, bint match_actions=False):
        cdef uint64_t max_nodes, max_edges
        cdef int i
        self.root = view
        self.game = view.ops
        self.seat = seat
        self.n_seats = self.game.n_seats(view.words)
        self.exploration = exploration
        self.match_actions = match_actions
        self.stop_flag = stop_flag
        seed_rng(&self.rng, seed, stream)
        max_nodes = max_bytes // (NODE_BYTES + EDGES_PER_NODE * EDGE_BYTES)
        max_edges = max_nodes * EDGES_PER_NODE
        # The first simulation adds up to three nodes, later ones two: both halves of the asking seat's move and a leaf.
        max_nodes = max(64, min(max_nodes, 2 * max_simulations + 2, MAX_NODES))
        max_edges = max(64 * MAX_ACTIONS, min(max_edges, max_nodes * MAX_ACTIONS, 0x7FFFFFFF))
        if not reserve_tree(&self.tree, max_nodes, max_edges):
            raise MemoryError("the search tree does not fit in memory")
        coded = sorted((self._code(sequence), index) for index, sequences in enumerate(moves) for sequence in sequences)
        self.n_moves = len(moves)
        self.n_sequences = len(coded)
        self.moves = <MoveStatistics *> calloc(self.n_moves + 1, sizeof(MoveStatistics))
        self.sequences = <uint32_t *> malloc((self.n_sequences + 1) * sizeof(uint32_t))
        self.move_of_sequence = <uint32_t *> malloc((self.n_sequences + 1) * sizeof(uint32_t))
        if self.moves == NULL or self.sequences == NULL or self.move_of_sequence == NULL:
            raise MemoryError("the search tree does not fit in memory")
        for i in range(self.n_sequences):
            self.sequences[i], self.move_of_sequence[i] = coded[i]

    def __dealloc__(self):
        free_tree(&self.tree)
        free(self.moves)
        free(self.sequences)
        free(self.move_of_sequence)

    @staticmethod
    def _code(sequence) -> int:
        return sequence[0] << 16 | (sequence[1] + 1 if len(sequence) == 2 else 0)

    def run(self, uint64_t simulations, double seconds) -> str:
        """Search until so many simulations are done in all, `seconds` have passed or the stop flag is set.

        Releases the interpreter. Returns which of them it was: `SIMULATIONS`, `TIME` or `STOPPED`.
        """
        cdef int64_t end = now() + <int64_t> (min(seconds, 1e9) * 1e9)
        cdef int ending
        with nogil:
            ending = self.run_until(simulations, end)
        return ENDINGS[ending]

    cdef int run_until(self, uint64_t simulations, int64_t end) noexcept nogil:
        cdef int left = 0
        while self.n_simulations < simulations:
            if load_flag(&self.stop_flag.raised):
                return BY_FLAG
            if left == 0:
                if now() >= end:
                    return BY_TIME
                left = SIMULATIONS_PER_LOOK
            left -= 1
            self.simulate()
        return BY_SIMULATIONS

    def simulate_once(self) -> None:
        """One simulation, whatever the limits."""
        self.simulate()

    cdef void simulate(self) noexcept nogil:
        cdef void *world = self.world
        cdef const Game *game = self.game
        cdef Payoff payoff
        cdef uint32_t index, edge, sequence = 0
        cdef uint64_t key
        cdef int i, actor, action, depth = 0, n_chosen = 0
        cdef uint16_t actions[MAX_ACTIONS]
        memcpy(world, self.root.words, STATE_BYTES)
        game.sample(world, self.seat, &self.rng)
        while True:
            actor = game.actor(world)
            if actor == CHANCE:
                game.chance(world, &self.rng)
                continue
            if actor == OVER:
                break
            key = node_key(game, world, actor)
            index = find_node(&self.tree, key)
            if index == NONE:
                if add_node(&self.tree, key):
                    index = find_node(&self.tree, key)
                else:
                    self.memory_full = True
                if n_chosen < 0:
                    game.playout(world, &self.rng)
                    break
            edge = NONE
            if index != NONE and depth < MAX_DEPTH:
                edge = self.choose(index, sequence, n_chosen)
            if edge != NONE:
                ensure(index < self.tree.n_nodes)
                ensure(edge - self.tree.nodes[index].first_edge < self.tree.nodes[index].n_tried)
                action = self.tree.actions[edge]
                self.path[depth].node = index
                self.path[depth].edge = edge
                self.path[depth].seat = actor
                depth += 1
            elif n_chosen >= 0:
                # Without memory the asking seat's move is chosen all the same: its statistics are kept apart.
                action = actions[below(&self.rng, self.legal(sequence, n_chosen, actions))]
            else:
                game.playout(world, &self.rng)
                break
            game.apply(world, action)
            if n_chosen >= 0:
                sequence |= (action + 1) if n_chosen else action << 16
                n_chosen += 1
                if game.actor(world) != actor or not game.within_move(world):
                    n_chosen = -1
        game.payoff(world, &payoff)
        for i in range(depth):
            self.tree.nodes[self.path[i].node].visits += 1
            self.tree.visits[self.path[i].edge] += 1
            self.tree.rewards[self.path[i].edge] += payoff.win[self.path[i].seat]
        self.count_payoff(sequence, depth, &payoff)

    cdef void count_result(
        self, uint32_t sequence, int depth, const double *win, const double *points
    ) noexcept nogil:
        """Add a finished simulation to the totals and to the statistics of the move with which it began."""
        cdef MoveStatistics *move
        cdef double margin = -1e9
        cdef int i
        store_count(&self.n_simulations, self.n_simulations + 1)
        if depth > self.depth_reached:
            self.depth_reached = depth
        for i in range(self.n_seats):
            self.wins[i] += win[i]
            self.scores[i] += points[i]
            if i != self.seat and points[i] > margin:
                margin = points[i]
        ensure(self.find_sequence(sequence) < self.n_sequences)
        ensure(self.sequences[self.find_sequence(sequence)] == sequence)
        move = &self.moves[self.move_of_sequence[self.find_sequence(sequence)]]
        move.visits += 1
        move.win += win[self.seat]
        move.score += points[self.seat]
        move.margin += points[self.seat] - margin

    cdef void count_payoff(self, uint32_t sequence, int depth, const Payoff *payoff) noexcept nogil:
        """The same for a game that was played to its end."""
        cdef double points[MAX_SEATS]
        cdef int i
        for i in range(self.n_seats):
            points[i] = payoff.points[i]
        self.count_result(sequence, depth, payoff.win, points)

    cdef int find_sequence(self, uint32_t sequence) noexcept nogil:
        """The first of the sorted sequences that is not smaller, or their number."""
        cdef int low = 0, high = self.n_sequences, middle
        while low < high:
            middle = (low + high) // 2
            if self.sequences[middle] < sequence:
                low = middle + 1
            else:
                high = middle
        return low

    cdef int legal(self, uint32_t sequence, int n_chosen, uint16_t *out) noexcept nogil:
        """The actor's legal actions in the current world; within the asking seat's move, those that may be played."""
        cdef int i, at, kept = 0, n = self.game.actions(self.world, out)
        cdef uint32_t lowest, mask
        if n_chosen < 0:
            return n
        mask = 0xFFFFFFFF if n_chosen else 0xFFFF0000
        for i in range(n):
            lowest = sequence | (out[i] + 1) if n_chosen else <uint32_t> out[i] << 16
            at = self.find_sequence(lowest)
            if at < self.n_sequences and self.sequences[at] & mask == lowest:
                out[kept] = out[i]
                kept += 1
        return kept

    cdef uint32_t choose(self, uint32_t index, uint32_t sequence, int n_chosen) noexcept nogil:
        """The edge to follow from a node in the current world; NONE when there is no memory for the node's edges."""
        cdef uint16_t actions[MAX_ACTIONS]
        cdef Node *node = &self.tree.nodes[index]
        cdef int n = 0
        if node.first_edge == NONE or self.match_actions:
            n = self.legal(sequence, n_chosen, actions)
        if node.first_edge == NONE and not add_edges(&self.tree, node, actions, n):
            self.memory_full = True
            return NONE
        if self.match_actions:
            return self.choose_available(node, actions, n)
        if node.n_tried < node.n_edges:
            return self.try_edge(node, node.n_tried + below(&self.rng, node.n_edges - node.n_tried))
        return node.first_edge + select_edge(&self.tree, node, self.exploration)

    cdef uint32_t try_edge(self, Node *node, uint32_t offset) noexcept nogil:
        """Move an untried edge to the end of the tried ones, where it will get its first visit."""
        cdef uint32_t chosen = node.first_edge + offset, place = node.first_edge + node.n_tried
        ensure(offset >= node.n_tried)
        ensure(offset < node.n_edges)
        cdef uint16_t action = self.tree.actions[chosen]
        cdef uint32_t absences = self.tree.absences[chosen]
        self.tree.actions[chosen] = self.tree.actions[place]
        self.tree.absences[chosen] = self.tree.absences[place]
        self.tree.actions[place] = action
        self.tree.absences[place] = absences
        node.n_tried += 1
        return place

    cdef uint32_t choose_available(self, Node *node, const uint16_t *actions, int n) noexcept nogil:
        """The same where the legal actions may differ between visits: only available edges count."""
        cdef uint32_t available[MAX_ACTIONS]
        cdef uint16_t missing[MAX_ACTIONS]
        cdef uint32_t offset
        cdef int i, n_available = 0, n_missing = 0, n_untried = 0
        for i in range(n):
            if find_edge(&self.tree, node, actions[i]) == NONE:
                missing[n_missing] = actions[i]
                n_missing += 1
        if n_missing and not extend_edges(&self.tree, node, missing, n_missing):
            self.memory_full = True
            return NONE
        for offset in range(node.n_edges):
            for i in range(n):
                if self.tree.actions[node.first_edge + offset] == actions[i]:
                    available[n_available] = offset
                    n_available += 1
                    n_untried += offset >= node.n_tried
                    break
            else:
                self.tree.absences[node.first_edge + offset] += 1
        if n_untried:
            return self.try_edge(node, available[n - n_untried + <int> below(&self.rng, n_untried)])
        return node.first_edge + select_available_edge(&self.tree, node, self.exploration, available, n)

    def statistics(self) -> list[tuple[int, float, float, float]]:
        """Of each move: visits, and sums over them of the asking seat's win share, points and margin."""
        return [(self.moves[i].visits, self.moves[i].win, self.moves[i].score, self.moves[i].margin)
                for i in range(self.n_moves)]

    def proofs(self) -> list[int]:
        """Of each move: 1 where the asking seat wins by it for certain, -1 where it loses for certain, else 0."""
        return [self.moves[i].proven for i in range(self.n_moves)]

    def totals(self) -> tuple[list[float], list[float]]:
        """Sums over all simulations of each seat's win share and points."""
        return [self.wins[i] for i in range(self.n_seats)], [self.scores[i] for i in range(self.n_seats)]

    @property
    def stop(self) -> StopFlag:
        """The flag that stops the search."""
        return self.stop_flag

    @property
    def simulations(self) -> int:
        """Simulations done; may be read while the search runs."""
        return load_count(&self.n_simulations)

    @property
    def nodes(self) -> int:
        """Information sets in the tree."""
        return self.tree.n_nodes

    @property
    def max_depth(self) -> int:
        """Most edges that a simulation followed: actions, or complete moves where edges are these."""
        return self.depth_reached

    @property
    def out_of_memory(self) -> bool:
        """Whether a node could not be added."""
        return self.memory_full

    def check(self) -> int:
        """0, or the number of the first invariant of the tree that does not hold."""
        return check_tree(&self.tree)

    def best_action(self, State position) -> tuple[int, int] | None:
        """The most visited action of the actor's information set and its visits; `None` where the tree has no node.

        Where edges are complete moves it is the number of one (moves.pxd).
        """
        cdef int actor = position.ops.actor(position.words)
        cdef uint32_t index, edge, best
        if actor < 0:
            return None
        index = find_node(&self.tree, node_key(self.game, position.words, actor))
        if index == NONE or self.tree.nodes[index].n_tried == 0:
            return None
        best = self.tree.nodes[index].first_edge
        for edge in range(best, best + self.tree.nodes[index].n_tried):
            if self.tree.visits[edge] > self.tree.visits[best]:
                best = edge
        return self.tree.actions[best], self.tree.visits[best]

    def digest(self) -> int:
        """64-bit digest of the visits of all nodes, the same on every machine for the same search."""
        cdef uint64_t result = self.n_simulations
        cdef uint32_t index, edge
        cdef Node *node
        for index in range(self.tree.n_nodes):
            node = &self.tree.nodes[index]
            result = mix64(result + node.visits)
            if node.first_edge != NONE:
                for edge in range(node.first_edge, node.first_edge + node.n_edges):
                    result = mix64(result + (<uint64_t> self.tree.actions[edge] << 32 | self.tree.visits[edge]))
        return result
