"""A flat bandit over whole moves (UCB1; Auer, Cesa-Bianchi and Fischer 2002) with informed playouts.

A simulation draws a world that is consistent with what the asking seat knows, plays one of the seat's moves and goes on
to the end by a policy that knows the game. There is no tree: nobody ever learns to answer a move better than that.
"""
from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcpy

from dinoai.engine.game cimport STATE_BYTES, Payoff
from dinoai.engine.rng cimport below
from dinoai.engine.state cimport State
from dinoai.search.ismcts cimport Searcher
from dinoai.search.knowledge.draftosaurus cimport play_greedily
from dinoai.search.moves cimport play_move, unpack_move, write_own_moves
from dinoai.search.selection cimport select_edge
from dinoai.search.tree cimport Node, add_edges, add_node

cdef double WIN_SHARE = 0.7  # of the reward; the rest is the margin's


cdef double squashed(double margin) noexcept nogil:
    """A margin in points between 0 and 1; with the four basic operations only, so that every machine agrees."""
    return 0.5 + 0.5 * margin / (SQUASHING_POINTS + abs(margin))


cdef class BanditSearcher(Searcher):
    """One thread's search of one position of Draftosaurus.

    Takes what `Searcher` takes; `match_actions` changes nothing, and the memory is always enough. Raises `ValueError`
    for a game without an informed playout.
    """

    def __cinit__(self, State view, int seat, list moves, **options):
        if self.game.name != b"draftosaurus":
            raise ValueError(f"no informed playout for {view.game}")
        self.playout = play_greedily
        self.n_own_moves = write_own_moves(self.sequences, self.move_of_sequence, self.n_sequences, self.own_moves)
        add_node(&self.tree, 0)
        add_edges(&self.tree, &self.tree.nodes[0], self.own_moves, self.n_own_moves)

    cdef void simulate(self) noexcept nogil:
        cdef void *world = self.world
        cdef Node *root = &self.tree.nodes[0]
        cdef Payoff payoff
        cdef uint32_t arm
        cdef uint16_t move
        if root.n_tried < root.n_edges:
            arm = self.try_edge(root, root.n_tried + below(&self.rng, root.n_edges - root.n_tried))
        else:
            arm = root.first_edge + select_edge(&self.tree, root, self.exploration)
        move = self.tree.actions[arm]
        memcpy(world, self.root.words, STATE_BYTES)
        self.game.sample(world, self.seat, &self.rng)
        play_move(self.game, world, move)
        self.playout(world, &self.rng)
        self.game.payoff(world, &payoff)
        root.visits += 1
        self.tree.visits[arm] += 1
        self.tree.rewards[arm] += self.reward(&payoff)
        self.count_payoff(unpack_move(move), 1, &payoff)

    cdef double reward(self, const Payoff *payoff) noexcept nogil:
        """Of the asking seat: its share of the victory, and a little its margin over the best opponent."""
        cdef int seat, best = -1
        for seat in range(self.n_seats):
            if seat != self.seat and (best < 0 or payoff.points[seat] > payoff.points[best]):
                best = seat
        return WIN_SHARE * payoff.win[self.seat] + (1.0 - WIN_SHARE) * squashed(
            payoff.points[self.seat] - payoff.points[best]
        )
