"""Perfect information Monte Carlo: a tree for each of a few determinizations (Ginsberg 2001; "determinized UCT" in
Cowling, Powley and Whitehouse 2012).

A fixed number of worlds is drawn at the start. Within a world everybody sees everything, so that a tree is searched as
in any game of perfect information, by UCT with whole moves as edges; simulations go to the worlds in turn, and the
statistics of the root's moves are added up. The seat so decides as if it would know the world later on, and as if the
others did (strategy fusion, Frank and Basin 1998), which is what the yardstick is there to show.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure
from dinoai.engine.game cimport OVER, STATE_BYTES, Game, Payoff
from dinoai.engine.rng cimport Rng, below, mix64
from dinoai.engine.state cimport State
from dinoai.search.ismcts cimport MAX_DEPTH, Searcher
from dinoai.search.moves cimport MAX_MOVES, play_move, unpack_move, write_moves, write_own_moves
from dinoai.search.selection cimport select_edge
from dinoai.search.tree cimport NONE, Node, add_edges, add_node, find_node

from dinoai.engine.games import complete


cdef class DeterminizedSearcher(Searcher):
    """One thread's search of one position of a game without simultaneous choices and without dice.

    Takes what `Searcher` takes; `match_actions` changes nothing.
    """

    def __cinit__(self, State view, int seat, list moves, **options):
        cdef Rng rng = Rng(0)
        cdef State world
        cdef int i
        if self.game.simultaneous:
            raise ValueError("choices in secret cannot be searched as perfect information")
        rng.state = self.rng
        for i in range(N_WORLDS):
            world = complete(view, rng)
            memcpy(self.worlds[i], world.words, STATE_BYTES)
        self.rng = rng.state
        self.n_own_moves = write_own_moves(self.sequences, self.move_of_sequence, self.n_sequences, self.own_moves)

    cdef void simulate(self) noexcept nogil:
        cdef const Game *game = self.game
        cdef void *world = self.world
        cdef uint64_t number = self.n_simulations % N_WORLDS
        cdef uint64_t key = mix64(number + 1)  # of the line of moves, so that the nodes of a world are a tree
        cdef uint32_t index, edge
        cdef uint16_t move, first_move = 0
        cdef int i, actor, depth = 0
        cdef Payoff payoff
        memcpy(world, self.worlds[number], STATE_BYTES)
        while depth < MAX_DEPTH:
            actor = game.actor(world)
            if actor == OVER:
                break
            ensure(actor >= 0)
            index = find_node(&self.tree, key)
            if index == NONE:
                if not add_node(&self.tree, key):
                    self.memory_full = True
                elif depth == 0:
                    index = find_node(&self.tree, key)
            edge = NONE
            if index != NONE:
                edge = self.choose_move(index, depth == 0)
            if edge != NONE:
                move = self.tree.actions[edge]
                self.path[depth].node = index
                self.path[depth].edge = edge
                self.path[depth].seat = actor
            elif depth == 0:
                move = self.own_moves[below(&self.rng, self.n_own_moves)]
            else:
                break
            if depth == 0:
                first_move = move
            play_move(game, world, move)
            if edge == NONE:
                break
            depth += 1
            key = mix64(key + move)
        if game.actor(world) != OVER:
            game.playout(world, &self.rng)
        game.payoff(world, &payoff)
        for i in range(depth):
            self.tree.nodes[self.path[i].node].visits += 1
            self.tree.visits[self.path[i].edge] += 1
            self.tree.rewards[self.path[i].edge] += payoff.win[self.path[i].seat]
        self.count_payoff(unpack_move(first_move), depth, &payoff)

    cdef uint32_t choose_move(self, uint32_t index, bint at_root) noexcept nogil:
        """The edge to follow from a node; NONE when there is no memory for the node's edges."""
        cdef uint16_t moves[MAX_MOVES]
        cdef Node *node = &self.tree.nodes[index]
        cdef bint added
        if node.first_edge == NONE:
            if at_root:
                added = add_edges(&self.tree, node, self.own_moves, self.n_own_moves)
            else:
                added = add_edges(&self.tree, node, moves, write_moves(self.game, self.world, moves))
            if not added:
                self.memory_full = True
                return NONE
        if node.n_tried < node.n_edges:
            return self.try_edge(node, node.n_tried + below(&self.rng, node.n_edges - node.n_tried))
        return node.first_edge + select_edge(&self.tree, node, self.exploration)
