"""Information-set search guided by knowledge of the game.

It is the search of ismcts.pyx with priors for what to try first (PUCT), an evaluation in place of the playout or mixed
with one, playouts by knowledge, and a reward of its own for selection; what is reported are shares of the victory and
points all the same. Each of these may be missing, and is switched on or off by the bot's guidance (guidance.py).

A leaf is always a position between complete moves: a new node in the middle of one is passed through at once. With two
seats, where the game's knowledge lists complete moves with their priors, a node's edges are complete moves and none is
in the middle.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport CHANCE, FULL, MAX_ACTIONS, MAX_SEATS, OVER, STATE_BYTES, Game, Payoff
from dinoai.engine.rng cimport below
from dinoai.engine.state cimport State
from dinoai.search.ismcts cimport MAX_DEPTH, node_key, now
from dinoai.search.knowledge.interface cimport Exact, find_knowledge
from dinoai.search.moves cimport play_move, unpack_move
from dinoai.search.selection cimport select_edge, select_guided_edge
from dinoai.search.tree cimport (
    NONE, Node, add_edges, add_guided_edges, add_node, find_node, prove_lost, prove_won, reserve_priors,
)


cdef class GuidedSearcher(Searcher):
    """One thread's guided search of one position; made as a `Searcher`, then told its guidance."""

    def guide(self, guidance) -> None:
        """Follow the guidance, a `GuidedBot`; to be called once, before the search.

        Raises `MemoryError` when the memory for priors cannot be reserved.
        """
        self.knowledge = find_knowledge(self.game)
        self.puct = guidance.selection == "puct"
        self.use_prior = guidance.prior and self.puct and self.knowledge != NULL and self.knowledge.prior != NULL
        # With more seats no gain is shown (docs/strength.md).
        self.whole = self.use_prior and self.n_seats == 2 and self.knowledge.moves != NULL
        self.informed = guidance.playout == "informed" and self.knowledge != NULL and self.knowledge.playout != NULL
        self.shaped = guidance.reward and self.knowledge != NULL and self.knowledge.reward != NULL
        self.playout_weight = {"value": 0.0, "mix": guidance.mix, "playout": 1.0}[guidance.leaf]
        if self.knowledge == NULL or self.knowledge.evaluate == NULL:
            self.playout_weight = 1.0
        self.proves = (
            guidance.proofs and self.puct and self.n_seats == 2 and self.knowledge != NULL
            and self.knowledge.hidden != NULL
        )
        self.exploration = guidance.exploration
        self.reduction = guidance.reduction
        self.backup = guidance.backup if self.n_seats == 2 else 0.0
        if self.puct and not reserve_priors(&self.tree):
            raise MemoryError("the search tree does not fit in memory")

    def see_everything(self, State full) -> None:
        """Search the full state itself instead of worlds drawn from the view: for measuring what knowledge is worth."""
        if full.ops != self.game or full.ops.viewer(full.words) != FULL:
            raise ValueError("only a full state of the same game shows everything")
        if full.ops.actor(full.words) != self.seat:
            raise ValueError("the asking seat must be the next to decide")
        self.root = full
        self.clairvoyant = True

    def solve(self, uint64_t max_positions, double seconds=1e9) -> list[tuple[float, list[float], list[float]]] | None:
        """Of each move: its share, and every seat's exact share of the victory when all play on perfectly.

        With the shares go the points of one perfect line. `None` where that is not to be had within so many positions
        and seconds, or before the search is stopped. Releases the interpreter.
        """
        cdef Exact *values
        cdef int *stop = &self.stop_flag.raised
        cdef int64_t end = now() + <int64_t> (min(seconds, 1e9) * 1e9)
        cdef bint solved
        cdef int i, seat
        if self.knowledge == NULL or self.knowledge.solve == NULL:
            return None
        values = <Exact *> malloc(self.n_sequences * sizeof(Exact))
        if values == NULL:
            raise MemoryError("no memory for the values of the moves")
        try:
            with nogil:
                solved = self.knowledge.solve(
                    self.root.words, self.seat, self.sequences, self.n_sequences, max_positions, stop, end,
                    values
                )
            if not solved:
                return None
            result = [(0.0, [], [])] * self.n_moves
            for i in range(self.n_sequences):
                # All sequences of one move lead to the same position.
                result[self.move_of_sequence[i]] = (
                    result[self.move_of_sequence[i]][0] + values[i].share,
                    [values[i].win[seat] for seat in range(self.n_seats)],
                    [values[i].points[seat] for seat in range(self.n_seats)],
                )
            return result
        finally:
            free(values)

    cdef void simulate(self) noexcept nogil:
        cdef void *world = self.world
        cdef const Game *game = self.game
        cdef Outcome outcome
        cdef uint32_t index, edge, sequence = 0
        cdef uint64_t key
        cdef int actor, action, depth = 0, n_chosen = 0
        cdef bint is_new, inner, complete = True, ended = False
        cdef uint16_t actions[MAX_ACTIONS]
        memcpy(world, self.root.words, STATE_BYTES)
        if not self.clairvoyant:
            game.sample(world, self.seat, &self.rng)
        while True:
            actor = game.actor(world)
            if actor == CHANCE:
                game.chance(world, &self.rng)
                continue
            if actor == OVER:
                self.finish(&outcome)
                ended = True
                break
            key = node_key(game, world, actor)
            index = find_node(&self.tree, key)
            is_new = index == NONE
            if is_new:
                if add_node(&self.tree, key):
                    index = self.tree.n_nodes - 1
                else:
                    self.memory_full = True
            edge = NONE
            if self.whole:
                inner = n_chosen == 0 or n_chosen < 0 and not is_new
            else:
                inner = n_chosen >= 0 or not is_new or game.within_move(world)
            if inner and index != NONE and depth < MAX_DEPTH:
                edge = self.choose_guided(index, actor, sequence, n_chosen)
            if edge != NONE:
                action = self.tree.actions[edge]
                self.path[depth].node = index
                self.path[depth].edge = edge
                self.path[depth].seat = actor
                if self.proves:
                    self.path[depth].hidden = self.knowledge.hidden(world)
                depth += 1
                if self.whole:
                    play_move(game, world, action)
                    if n_chosen == 0:
                        sequence = unpack_move(action)
                        n_chosen = -1
                    continue
            elif n_chosen >= 0:
                complete = False
                # Without memory the asking seat's move is chosen all the same: its statistics are kept apart.
                action = actions[below(&self.rng, self.legal(sequence, n_chosen, actions))]
            else:
                self.judge(&outcome)
                break
            game.apply(world, action)
            if n_chosen >= 0:
                sequence |= (action + 1) if n_chosen else action << 16
                n_chosen += 1
                if game.actor(world) != actor or not game.within_move(world):
                    n_chosen = -1
        self.add_result(&outcome, depth, sequence)
        if ended and complete and self.proves:
            self.prove(&outcome, depth, sequence)

    cdef uint32_t choose_guided(self, uint32_t index, int actor, uint32_t sequence, int n_chosen) noexcept nogil:
        """The edge to follow from a node in the current world; NONE when there is no memory for the node's edges."""
        cdef uint16_t actions[MAX_ACTIONS]
        cdef float priors[MAX_ACTIONS]
        cdef Node *node = &self.tree.nodes[index]
        cdef bint added
        cdef int i, n
        if node.first_edge == NONE:
            if self.whole:
                n = self.legal_moves(actor, n_chosen, actions, priors)
            else:
                n = self.legal(sequence, n_chosen, actions)
                if self.use_prior and n > 1:
                    self.knowledge.prior(self.world, actor, actions, n, priors)
                else:
                    for i in range(n):
                        priors[i] = <float> 1.0 / n
            if self.puct:
                added = add_guided_edges(&self.tree, node, actions, priors, n)
            else:
                added = add_edges(&self.tree, node, actions, n)
            if not added:
                self.memory_full = True
                return NONE
        if not self.puct:
            if node.n_tried < node.n_edges:
                return self.try_edge(node, node.n_tried + below(&self.rng, node.n_edges - node.n_tried))
            return node.first_edge + select_edge(&self.tree, node, self.exploration)
        i = select_guided_edge(&self.tree, node, self.exploration, self.reduction)
        ensure(i <= node.n_tried)
        node.n_tried += i == node.n_tried
        return node.first_edge + i

    cdef int legal_moves(self, int actor, int n_chosen, uint16_t *out, float *priors) noexcept nogil:
        """The actor's complete moves with their priors; of the asking seat's first move those that may be played."""
        cdef int i, at, kept = 0, n = self.knowledge.moves(self.world, actor, out, priors)
        cdef uint32_t sequence
        cdef float total = 0
        ensure((n > 0) & (n <= MAX_ACTIONS))
        if n_chosen < 0:
            return n
        for i in range(n):
            sequence = unpack_move(out[i])
            at = self.find_sequence(sequence)
            if at < self.n_sequences and self.sequences[at] == sequence:
                out[kept] = out[i]
                priors[kept] = priors[i]
                total += priors[i]
                kept += 1
        ensure(kept > 0)
        for i in range(kept):
            priors[i] /= total
        return kept

    cdef void judge(self, Outcome *outcome) noexcept nogil:
        """The outcome of a simulation that has left the tree: by evaluation, by a playout, or by both."""
        cdef Outcome valued
        cdef double weight = self.playout_weight
        cdef int i
        if weight >= 1.0 or not self.knowledge.evaluate(self.world, valued.win, valued.points):
            self.play_out(outcome)
            return
        if weight > 0.0:
            if self.shaped:
                self.knowledge.reward(self.world, valued.win, valued.points, valued.reward)
            self.play_out(outcome)
            for i in range(self.n_seats):
                outcome.win[i] = weight * outcome.win[i] + (1.0 - weight) * valued.win[i]
                outcome.points[i] = weight * outcome.points[i] + (1.0 - weight) * valued.points[i]
                if self.shaped:
                    outcome.reward[i] = weight * outcome.reward[i] + (1.0 - weight) * valued.reward[i]
                else:
                    outcome.reward[i] = outcome.win[i]
            return
        for i in range(self.n_seats):
            outcome.win[i] = valued.win[i]
            outcome.points[i] = valued.points[i]
            outcome.reward[i] = valued.win[i]
        if self.shaped:
            self.knowledge.reward(self.world, outcome.win, outcome.points, outcome.reward)

    cdef void play_out(self, Outcome *outcome) noexcept nogil:
        """Play to the end, or to where the evaluation takes over."""
        cdef int i
        if self.informed:
            self.knowledge.playout(self.world, &self.rng)
            if self.game.actor(self.world) != OVER:
                if self.knowledge.evaluate(self.world, outcome.win, outcome.points):
                    for i in range(self.n_seats):
                        outcome.reward[i] = outcome.win[i]
                    if self.shaped:
                        self.knowledge.reward(self.world, outcome.win, outcome.points, outcome.reward)
                    return
                self.game.playout(self.world, &self.rng)
        else:
            self.game.playout(self.world, &self.rng)
        self.finish(outcome)

    cdef void finish(self, Outcome *outcome) noexcept nogil:
        """The outcome of a finished game."""
        cdef Payoff payoff
        cdef int i
        self.game.payoff(self.world, &payoff)
        for i in range(self.n_seats):
            outcome.win[i] = payoff.win[i]
            outcome.points[i] = payoff.points[i]
            outcome.reward[i] = payoff.win[i]
        if self.shaped:
            self.knowledge.reward(self.world, outcome.win, outcome.points, outcome.reward)

    cdef void prove(self, const Outcome *outcome, int depth, uint32_t sequence) noexcept nogil:
        """Note what the end of a game proves, from the last action on as far back as nothing hidden or drawn mattered.

        A proof consists of actions alone that are legal and lead to the same end in every world, so that it holds for
        whoever reaches the position with whatever knowledge.
        """
        cdef uint64_t hidden = self.knowledge.hidden(self.world)
        cdef int n_own = 2 if sequence & 0xFFFF and not self.whole else 1
        cdef bint won, proven
        cdef Node *node
        cdef int i
        for i in range(depth - 1, -1, -1):
            if self.path[i].hidden != hidden:
                return
            node = &self.tree.nodes[self.path[i].node]
            won = outcome.win[self.path[i].seat] == 1.0
            if not won and outcome.win[self.path[i].seat] > 0.0:
                return
            proven = won
            if won:
                prove_won(&self.tree, node, self.path[i].edge)
            else:
                proven = prove_lost(&self.tree, node, self.path[i].edge)
            if i == n_own - 1:
                self.moves[self.move_of_sequence[self.find_sequence(sequence)]].proven = 1 if won else -1
            if not proven:
                return

    cdef void add_result(self, const Outcome *outcome, int depth, uint32_t sequence) noexcept nogil:
        """Add the outcome to all edges of the path, to the move and to the totals.

        With `backup` a node passes on a mix of what comes from below and the mean of its most visited edge: MaxMCTS(λ)
        with λ = 1 - backup (Khandelwal, Liebman, Niekum and Stone 2016, "On the analysis of complex backup strategies
        in Monte Carlo tree search"), but for the most visited edge in place of the best one, whose mean is too often
        one of few visits. The rewards of two seats add up to 1. What is reported is the mean of outcomes all the same.
        """
        cdef double rewards[MAX_SEATS]
        cdef Node *node
        cdef uint32_t edge, best
        cdef int i, seat
        for i in range(self.n_seats):
            rewards[i] = outcome.reward[i]
        for i in range(depth - 1, -1, -1):
            node = &self.tree.nodes[self.path[i].node]
            edge = self.path[i].edge
            seat = self.path[i].seat
            node.visits += 1
            self.tree.visits[edge] += 1
            self.tree.rewards[edge] += rewards[seat]
            if self.backup > 0.0:
                if self.tree.visits[edge] > self.tree.visits[node.first_edge + node.most_visited]:
                    node.most_visited = <uint16_t> (edge - node.first_edge)
                best = node.first_edge + node.most_visited
                rewards[seat] += self.backup * (self.tree.rewards[best] / self.tree.visits[best] - rewards[seat])
                rewards[1 - seat] = 1.0 - rewards[seat]
        self.count_result(sequence, depth, outcome.win, outcome.points)
