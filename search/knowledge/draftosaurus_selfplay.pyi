from collections.abc import Iterable, Sequence
from typing import Any

class Policy:
    """Tables of the potential to play by, float32 of shape (12, 704).

    `temperature`: choices are drawn by the softmax of their values at so many points; 0: always the best. `network`: of
    Winter zoos, as `dinoai.clients.training` writes it. Raises `ValueError` when that has another size.
    """

    def __init__(self, promise: Any, temperature: float, network: bytes | None = None) -> None: ...

def play_games(
    policies: Sequence[Policy],
    side: int,
    n_games: int,
    seed: int,
    learning: Iterable[int] = (),
    gram: Any = None,
    moment: Any = None,
    squares: Any = None,
) -> tuple[list[float], list[float]]:
    """Play games of one policy a seat on side 0 (Summer) or 1 (Winter); returns the seats' totals of points and shares.

    The placements of the `learning` seats are added to the normal equations of their number of turns left, the target
    being what the seat's points still rose by: `gram` (12, 704, 704), `moment` (12, 704),
    `squares` (12, 2: number, sum of squared targets), all float64 arrays.
    """

def record_games(
    policy: Policy, n_seats: int, n_games: int, seed: int, temperature: float, rows: Any, errors: Any
) -> int:
    """Play games of one policy on the Winter side; returns the number of placements recorded.

    In one turn each seat draws its choice at the given temperature, in points; its placements from then on are
    recorded: in `rows` (uint16, of MOST_ZOO_ROWS columns) the rows of the zoo, filled up with ZOO_ROWS, and in `errors`
    (float32) by how many points the tables alone judged it too low. Raises `ValueError` when they have fewer than
    twelve lines for each seat and game.
    """
