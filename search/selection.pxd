"""Which edge a simulation follows: PUCT, or UCB1 with availability (Cowling, Powley and Whitehouse 2012, V-B)."""
from libc.stdint cimport uint32_t

from dinoai.search.tree cimport Node, Tree


cdef int select_edge(const Tree *tree, const Node *node, double exploration) noexcept nogil
cdef int select_available_edge(
    const Tree *tree, const Node *node, double exploration, const uint32_t *available, int n
) noexcept nogil
cdef int select_guided_edge(const Tree *tree, const Node *node, double exploration, double reduction) noexcept nogil
