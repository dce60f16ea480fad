"""What a bot has got in its games: win share, points and faults, with errors by whole deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dinoai.clients.ladder.estimates import Estimate, estimate, pool_variance, quantile
from dinoai.clients.ladder.records import Fault, GameResult

ROUNDING_VARIANCE = 1 / 12
"""The variance that rounding to whole points hides; keeps the error above 0 where all points were equal."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a bot has got, a seat and game."""

    games: int
    """Games at whose table it sat."""

    deals: int
    """Deals that it played."""

    share: Estimate | None
    """Its win share a seat, 0 to 1; none without games. The interval is Wilson's and so not symmetric."""

    points: Estimate | None
    """Its points in games without a fault; none with fewer than two."""

    faults: dict[Fault, int]
    """Games that it lost by a fault of its own."""


def score_bot(results: Iterable[GameResult], bot: int, other: int | None = None) -> Score:
    """What `bot` has got in all its games, or in those at whose table `other` sat too."""
    games = [result for result in results if bot in result.bots and (other is None or other in result.bots)]
    shares: dict[int, list[float]] = {}
    points: dict[int, list[float]] = {}
    faults: Counter[Fault] = Counter()
    for result in games:
        seats = [seat for seat, seated in enumerate(result.bots) if seated == bot]
        shares.setdefault(result.deal, []).extend(result.shares[seat] for seat in seats)
        if result.fault is None:
            points.setdefault(result.deal, []).extend(float(result.points[seat]) for seat in seats)
        elif result.faulty_seat in seats:
            faults[result.fault] += 1
    return Score(
        len(games),
        len(shares),
        mean_share(list(shares.values())),
        mean_points(list(points.values())),
        {fault: faults[fault] for fault in Fault},
    )


def score_all(results: Iterable[GameResult], bots: int) -> dict[tuple[int, int | None], Score]:
    """The scores of every bot against every other that it met, and against all as (bot, none), in one pass."""
    games: dict[tuple[int, int | None], list[GameResult]] = {(bot, None): [] for bot in range(bots)}
    for result in results:
        seated = set(result.bots)
        for bot in seated:
            for other in (None, *(seated - {bot})):
                games.setdefault((bot, other), []).append(result)
    return {(bot, other): score_bot(chosen, bot) for (bot, other), chosen in games.items()}


def mean_share(deals: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean of shares that are grouped by deal; none where there are none.

    The interval is that of Wilson (1927, J. Am. Stat. Assoc. 22, 209-212) for as many independent games as would have
    the variance between deals (Korn and Graubard 1998, Survey Methodology 24, 193-201).
    """
    total = sum(map(len, deals))
    if not total:
        return None
    mean = sum(map(sum, deals)) / total
    # One virtual game, half won and half lost, gives a spread to who won or lost everything.
    smoothed = (mean * total + 0.5) / (total + 1)
    spread = smoothed * (1 - smoothed)
    virtual = (smoothed**2 + (1 - smoothed) ** 2) / 2
    clustered, effective = _between(deals, mean)
    variance, degrees = pool_variance(spread / total, clustered + virtual / (total + 1) ** 2, effective)
    games, z = spread / variance, quantile(degrees)
    middle = (mean + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (mean * (1 - mean) / games + z * z / (4 * games * games)) ** 0.5
    return Estimate(mean, half / z, degrees, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def mean_points(deals: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean of points that are grouped by deal; none with fewer than two games."""
    total = sum(map(len, deals))
    if total < 2:
        return None
    mean = sum(map(sum, deals)) / total
    spread = sum((value - mean) ** 2 for deal in deals for value in deal) / (total - 1) + ROUNDING_VARIANCE
    clustered, effective = _between(deals, mean)
    return estimate(mean, *pool_variance(spread / total, clustered + ROUNDING_VARIANCE / total, effective))


def _between(deals: Sequence[Sequence[float]], mean: float) -> tuple[float, float]:
    """The variance of the mean by the sums of whole deals, and the effective number of deals."""
    total = sum(map(len, deals))
    residuals = sum((sum(deal) - mean * len(deal)) ** 2 for deal in deals)
    return residuals / total**2, total**2 / sum(len(deal) ** 2 for deal in deals)
