from dinoai.search.ismcts import Searcher

class DeterminizedSearcher(Searcher):
    """One thread's search of one position of a game without simultaneous choices and without dice.

    Takes what `Searcher` takes; `match_actions` changes nothing.
    """
