from dinoai.search.ismcts import Searcher

class BanditSearcher(Searcher):
    """One thread's search of one position of Draftosaurus.

    Takes what `Searcher` takes; `match_actions` changes nothing, and the memory is always enough. Raises `ValueError`
    for a game without an informed playout.
    """
