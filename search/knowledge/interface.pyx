"""The knowledge of each game, found by its game; see interface.pxd."""

cdef enum:
    MAX_GAMES = 8

cdef const Game *games[MAX_GAMES]
cdef const Knowledge *known[MAX_GAMES]
cdef int n_known = 0


cdef void register_knowledge(const Game *game, const Knowledge *knowledge) except *:
    """Make a game's knowledge known, in place of what was known before. Raises `MemoryError` for too many games."""
    global n_known
    cdef int i = 0
    while i < n_known and games[i] != game:
        i += 1
    if i == MAX_GAMES:
        raise MemoryError("there is no room for another game's knowledge")
    games[i] = game
    known[i] = knowledge
    n_known = max(n_known, i + 1)


cdef const Knowledge *find_knowledge(const Game *game):
    """The game's knowledge, or NULL."""
    cdef int i
    for i in range(n_known):
        if games[i] == game:
            return known[i]
    return NULL
