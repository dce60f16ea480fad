"""The tree of an information-set search: nodes in one hash table, edges as a structure of arrays.

A node is the information set of the seat that decides there, found by its 64-bit key, so that move orders that lead to
the same knowledge share it. All memory is reserved at the start and touched only as the tree grows.

A result is proven where it holds whatever is hidden and drawn: an edge is lost when its end is the other side's
victory for certain, a node is won when one of its edges is, and lost when all are.

Invariants, checked by `check_tree`: the slots hold every node exactly once; a node's edges lie within the pool; the
first `n_tried` of them, and only they, have visits; their visits add up to the node's; lost edges are tried ones.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from dinoai.engine.debug cimport ensure

cdef enum:
    NONE = 0xFFFFFFFF
    WON = 0xFFFF


cdef struct Node:
    uint64_t key
    uint32_t first_edge  # NONE until the node is visited again after its creation
    uint32_t visits  # simulations that chose an action here
    uint16_t n_edges
    uint16_t most_visited  # the first edge, from the node's first on, of most visits; kept where backups ask for it
    uint16_t n_tried  # edges with at least one visit; they come first
    uint16_t n_lost  # edges that are proven lost; they come before the others; or WON: the first edge is proven to win


cdef struct Tree:
    Node *nodes
    uint32_t n_nodes
    uint32_t max_nodes
    uint32_t *slots  # node indices by key, open addressing with linear probing, at most half full
    uint32_t slot_mask  # the part of the slots in use, less one
    uint32_t max_slots
    uint16_t *actions  # of each edge, or complete moves (moves.pxd)
    uint32_t *visits
    uint32_t *absences  # visits of the node at which the edge's action was not available
    double *rewards  # sums, for the seat that decides at the node
    float *priors  # probabilities before any visit; NULL in a tree without
    uint32_t n_edges
    uint32_t max_edges


cdef inline uint32_t find_node(const Tree *tree, uint64_t key) noexcept nogil:
    """The node of that key, or NONE."""
    cdef uint32_t slot = <uint32_t> key & tree.slot_mask
    cdef uint32_t index
    while True:
        index = tree.slots[slot]
        if index == 0:
            return NONE
        ensure(index <= tree.n_nodes)
        if tree.nodes[index - 1].key == key:
            return index - 1
        slot = (slot + 1) & tree.slot_mask


cdef bint reserve_tree(Tree *tree, uint64_t max_nodes, uint64_t max_edges) noexcept nogil
cdef bint reserve_priors(Tree *tree) noexcept nogil
cdef void free_tree(Tree *tree) noexcept nogil
cdef bint add_node(Tree *tree, uint64_t key) noexcept nogil
cdef bint add_edges(Tree *tree, Node *node, const uint16_t *actions, int n) noexcept nogil
cdef bint add_guided_edges(Tree *tree, Node *node, const uint16_t *actions, const float *priors, int n) noexcept nogil
cdef uint32_t find_edge(const Tree *tree, const Node *node, uint16_t action) noexcept nogil
cdef bint extend_edges(Tree *tree, Node *node, const uint16_t *actions, int n) noexcept nogil
cdef void prove_won(Tree *tree, Node *node, uint32_t edge) noexcept nogil
cdef bint prove_lost(Tree *tree, Node *node, uint32_t edge) noexcept nogil
cdef int check_tree(const Tree *tree) noexcept nogil
