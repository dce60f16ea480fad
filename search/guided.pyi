from dinoai.engine.state import State
from dinoai.search.guidance import GuidedBot
from dinoai.search.ismcts import Searcher

class GuidedSearcher(Searcher):
    """One thread's guided search of one position; made as a `Searcher`, then told its guidance."""

    def guide(self, guidance: GuidedBot) -> None:
        """Follow the guidance; to be called once, before the search.

        Raises `MemoryError` when the memory for priors cannot be reserved.
        """

    def see_everything(self, full: State) -> None:
        """Search the full state itself instead of worlds drawn from the view: for measuring what knowledge is worth."""

    def solve(self, max_positions: int, seconds: float = 1e9) -> list[tuple[float, list[float], list[float]]] | None:
        """Of each move: its share, and every seat's exact share of the victory when all play on perfectly.

        With the shares go the points of one perfect line. `None` where that is not to be had within so many positions
        and seconds, or before the search is stopped. Releases the interpreter.
        """
