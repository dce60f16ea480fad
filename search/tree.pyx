"""The tree of an information-set search; see tree.pxd."""
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from dinoai.engine.debug cimport ensure
from dinoai.search.memory cimport release, reserve

cdef enum:
    FIRST_SLOTS = 1024


cdef bint reserve_tree(Tree *tree, uint64_t max_nodes, uint64_t max_edges) noexcept nogil:
    """Reserve memory for so many nodes and edges; false when there is none (the tree is then to be freed)."""
    memset(tree, 0, sizeof(Tree))
    tree.max_nodes = <uint32_t> max_nodes
    tree.max_edges = <uint32_t> max_edges
    tree.max_slots = FIRST_SLOTS
    while tree.max_slots < 2 * max_nodes:
        tree.max_slots *= 2
    tree.slot_mask = FIRST_SLOTS - 1
    tree.nodes = <Node *> reserve(max_nodes, sizeof(Node))
    tree.slots = <uint32_t *> reserve(tree.max_slots, sizeof(uint32_t))
    tree.actions = <uint16_t *> reserve(max_edges, sizeof(uint16_t))
    tree.visits = <uint32_t *> reserve(max_edges, sizeof(uint32_t))
    tree.absences = <uint32_t *> reserve(max_edges, sizeof(uint32_t))
    tree.rewards = <double *> reserve(max_edges, sizeof(double))
    return (tree.nodes != NULL and tree.slots != NULL and tree.actions != NULL and tree.visits != NULL
            and tree.absences != NULL and tree.rewards != NULL)


cdef bint reserve_priors(Tree *tree) noexcept nogil:
    """Reserve memory for a prior of each edge; false when there is none."""
    tree.priors = <float *> reserve(tree.max_edges, sizeof(float))
    return tree.priors != NULL


cdef void free_tree(Tree *tree) noexcept nogil:
    release(tree.nodes, tree.max_nodes, sizeof(Node), tree.n_nodes)
    release(tree.slots, tree.max_slots, sizeof(uint32_t), <size_t> tree.slot_mask + 1)
    release(tree.actions, tree.max_edges, sizeof(uint16_t), tree.n_edges)
    release(tree.visits, tree.max_edges, sizeof(uint32_t), tree.n_edges)
    release(tree.absences, tree.max_edges, sizeof(uint32_t), tree.n_edges)
    release(tree.rewards, tree.max_edges, sizeof(double), tree.n_edges)
    release(tree.priors, tree.max_edges, sizeof(float), tree.n_edges)
    memset(tree, 0, sizeof(Tree))


cdef void link_node(Tree *tree, uint32_t index) noexcept nogil:
    cdef uint32_t slot = <uint32_t> tree.nodes[index].key & tree.slot_mask
    ensure(index < tree.n_nodes)
    ensure(2 * tree.n_nodes <= tree.slot_mask + 1)
    while tree.slots[slot] != 0:
        slot = (slot + 1) & tree.slot_mask
    tree.slots[slot] = index + 1


cdef bint add_node(Tree *tree, uint64_t key) noexcept nogil:
    """Add a node without edges for a key that has none; false when the memory is used up."""
    cdef uint32_t index = tree.n_nodes
    cdef Node *node
    ensure(index <= tree.max_nodes)
    if index == tree.max_nodes:
        return False
    node = &tree.nodes[index]
    node.key = key
    node.first_edge = NONE
    node.visits = 0
    node.n_edges = 0
    node.n_tried = 0
    node.n_lost = 0
    node.most_visited = 0
    tree.n_nodes += 1
    if 2 * tree.n_nodes > tree.slot_mask + 1:
        # Only as many slots are in use as the nodes need, so that small searches touch little memory.
        memset(tree.slots, 0, (<size_t> tree.slot_mask + 1) * sizeof(uint32_t))
        tree.slot_mask = 2 * tree.slot_mask + 1
        ensure(tree.slot_mask < tree.max_slots)
        for index in range(tree.n_nodes):
            link_node(tree, index)
    else:
        link_node(tree, index)
    return True


cdef bint add_edges(Tree *tree, Node *node, const uint16_t *actions, int n) noexcept nogil:
    """Give a node its edges, without visits; false when the memory is used up."""
    cdef int i
    ensure(n > 0)
    if tree.n_edges + <uint32_t> n > tree.max_edges:
        return False
    node.first_edge = tree.n_edges
    node.n_edges = <uint16_t> n
    for i in range(n):
        tree.actions[tree.n_edges + i] = actions[i]
    tree.n_edges += n
    return True


cdef bint add_guided_edges(Tree *tree, Node *node, const uint16_t *actions, const float *priors, int n) noexcept nogil:
    """The same with priors, the likeliest edge first, so that the untried edges always stand in the order of trying."""
    cdef uint32_t first = tree.n_edges, place
    cdef int i
    ensure(tree.priors != NULL)
    if not add_edges(tree, node, actions, n):
        return False
    for i in range(n):
        place = first + i
        while place > first and tree.priors[place - 1] < priors[i]:
            tree.priors[place] = tree.priors[place - 1]
            tree.actions[place] = tree.actions[place - 1]
            place -= 1
        tree.priors[place] = priors[i]
        tree.actions[place] = actions[i]
    return True


cdef uint32_t find_edge(const Tree *tree, const Node *node, uint16_t action) noexcept nogil:
    """The node's edge of that action, or NONE."""
    cdef uint32_t edge
    for edge in range(node.first_edge, node.first_edge + node.n_edges):
        if tree.actions[edge] == action:
            return edge
    return NONE


cdef bint extend_edges(Tree *tree, Node *node, const uint16_t *actions, int n) noexcept nogil:
    """Give a node further edges, by moving its edges to the end of the pool; false when the memory is used up.

    The new ones were absent at all visits so far.
    """
    cdef uint32_t old = node.first_edge, n_old = node.n_edges, n_tried = node.n_tried, i
    if tree.n_edges + n_old + <uint32_t> n > tree.max_edges:
        return False
    add_edges(tree, node, tree.actions + old, <int> n_old)
    for i in range(n_old):
        tree.visits[node.first_edge + i] = tree.visits[old + i]
        tree.absences[node.first_edge + i] = tree.absences[old + i]
        tree.rewards[node.first_edge + i] = tree.rewards[old + i]
    for i in range(n_old, n_old + <uint32_t> n):
        tree.actions[node.first_edge + i] = actions[i - n_old]
        tree.absences[node.first_edge + i] = node.visits
    node.n_edges = <uint16_t> (n_old + n)
    node.n_tried = <uint16_t> n_tried
    tree.n_edges += n
    return True


cdef void swap_edges(Tree *tree, Node *node, uint32_t offset, uint32_t other) noexcept nogil:
    """Let two edges of a guided node change places."""
    cdef uint32_t a = node.first_edge + offset, b = node.first_edge + other
    tree.actions[a], tree.actions[b] = tree.actions[b], tree.actions[a]
    tree.visits[a], tree.visits[b] = tree.visits[b], tree.visits[a]
    tree.rewards[a], tree.rewards[b] = tree.rewards[b], tree.rewards[a]
    tree.priors[a], tree.priors[b] = tree.priors[b], tree.priors[a]
    if node.most_visited == offset:
        node.most_visited = <uint16_t> other
    elif node.most_visited == other:
        node.most_visited = <uint16_t> offset


cdef void prove_won(Tree *tree, Node *node, uint32_t edge) noexcept nogil:
    """Note that a tried edge is proven to win, and so the node."""
    if node.n_lost != WON:
        swap_edges(tree, node, 0, edge - node.first_edge)
        node.n_lost = WON


cdef bint prove_lost(Tree *tree, Node *node, uint32_t edge) noexcept nogil:
    """Note that a tried edge is proven lost; whether all are, and so the node."""
    cdef uint32_t offset = edge - node.first_edge
    ensure((node.n_lost != WON) & (offset < node.n_tried))
    if offset >= node.n_lost:
        swap_edges(tree, node, node.n_lost, offset)
        node.n_lost += 1
    return node.n_lost == node.n_edges


cdef int check_tree(const Tree *tree) noexcept nogil:
    """0, or the number of the first invariant that does not hold."""
    cdef uint32_t index, i, total
    cdef const Node *node
    for index in range(tree.n_nodes):
        node = &tree.nodes[index]
        if find_node(tree, node.key) != index:
            return 1
        if node.first_edge == NONE:
            if node.visits != 0 or node.n_edges != 0:
                return 2
            continue
        if node.first_edge + node.n_edges > tree.n_edges or node.n_tried > node.n_edges:
            return 3
        if (1 if node.n_lost == WON else node.n_lost) > node.n_tried:
            return 7
        if node.most_visited > 0 and node.most_visited >= node.n_tried:
            return 6
        total = 0
        for i in range(node.n_edges):
            if (tree.visits[node.first_edge + i] > 0) != (i < node.n_tried):
                return 4
            total += tree.visits[node.first_edge + i]
        if total != node.visits:
            return 5
    return 0
