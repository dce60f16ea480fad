from dinoai.engine.rng import Rng
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
    t_rex_price: float = ...,
    refined: bool = ...,
    refined_within: float = ...,
) -> dict[str, float]:
    """Change settings, for measurements only and never while a search runs; returns all of them."""

def evaluation(state: State) -> tuple[list[float], list[float]]:
    """Every seat's share of the victory and points, as leaves of the search are judged.

    The state is full, and a seat decides.
    """

def policy_playout(world: State, rng: Rng) -> State:
    """Where a playout from the full state leads."""

def priors(state: State, seat: int) -> list[tuple[tuple[int, ...], float]]:
    """The seat's complete moves, as actions, with their priors (sum 1).

    The state is full, and the seat has not chosen yet.
    """

def register(tables: bytes, winter: bytes) -> None:
    """Offer the knowledge to the search, with the potential's tables and the networks for Winter zoos.

    The tables are a float for each variant, turns left and entry; the networks follow each other from two players on.
    Raises `ValueError` when one of them has another size.
    """
