"""The knowledge of each game, found by its game; see interface.pxd."""

cdef const Game *games[8]
cdef const Knowledge *known[8]
cdef int n_known = 0


cdef void register_knowledge(const Game *game, const Knowledge *knowledge):
    """Make a game's knowledge known; called once by its module."""
    global n_known
    games[n_known] = game
    known[n_known] = knowledge
    n_known += 1


cdef const Knowledge *find_knowledge(const Game *game):
    """The game's knowledge, or NULL."""
    cdef int i
    for i in range(n_known):
        if games[i] == game:
            return known[i]
    return NULL
