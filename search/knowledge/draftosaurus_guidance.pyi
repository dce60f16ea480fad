from dinoai.engine.state import State

def configure(
    *,
    temperature: float = ...,
    win_weight: float = ...,
    win_weight_of_two: float = ...,
    margin_scale: float = ...,
    playout_turns: int = ...,
    spread: float = ...,
    spread_growth: float = ...,
) -> dict[str, float]:
    """Change settings, for measurements only and never while a search runs; returns all of them."""

def evaluation(state: State) -> tuple[list[float], list[float]]:
    """Every seat's share of the victory and points, as leaves of the search are judged.

    The state is full, and a seat decides.
    """

def register(tables: bytes) -> None:
    """Offer the knowledge to the search, with the potential's tables: for each variant, turns left and entry a float.

    Raises `ValueError` when the tables have another size.
    """
