"""Bot against bot on paired deals: every deal is played through all seat rotations, so that luck cancels.

    python benchmarks/match.py jurassic-snack ismcts-plain random --simulations 1000 --deals 200
    python benchmarks/match.py draftosaurus ismcts-plain greedy --players 4 --side WINTER --deals 100

One seat plays the first bot, all others the second. Printed is the first bot's win share with two standard errors over
deals, and the mean points of both.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from dinoai.engine.games import apply_move, legal_moves, new_game, score, view
from dinoai.search import suggest


@dataclass(frozen=True)
class Match:
    """What is played."""

    game: str
    bots: tuple[str, str]
    simulations: tuple[int, int]
    players: int
    options: dict[str, str]


@dataclass(frozen=True)
class Outcome:
    """One deal through all rotations: means over its games."""

    win_share: float
    points: float
    other_points: float
    decisions: int


def play_game(match: Match, deal: int, candidate: int) -> tuple[list[float], list[int], int]:
    """Play one game with the first bot at seat `candidate`; returns win shares, points and the number of decisions."""
    state = new_game(match.game, seed=deal, **match.options)
    n_moves = 0
    while not state.over:
        for seat in range(state.n_seats):
            moves = legal_moves(state, seat)
            if not moves:
                continue
            which = 0 if seat == candidate else 1
            seed = deal * 1_000_003 + n_moves
            move = moves[0]
            if len(moves) > 1:
                answer = suggest(
                    view(state, seat), seat, bot=match.bots[which], simulations=match.simulations[which],
                    seed=seed + which, top=1,
                )
                move = answer.suggestions[0].notation
            state = apply_move(state, move, seat, seed=seed)
            n_moves += 1
            if state.over:
                break
    result = score(state)
    shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(state.n_seats)]
    return shares, [seat.points for seat in result.seats], n_moves


def play_deal(match: Match, deal: int) -> Outcome:
    """Play one deal with the first bot at every seat in turn."""
    share, own, others, decisions = 0.0, 0.0, 0.0, 0
    for candidate in range(match.players):
        shares, points, n_moves = play_game(match, deal, candidate)
        share += shares[candidate]
        own += points[candidate]
        others += (sum(points) - points[candidate]) / (match.players - 1)
        decisions += n_moves
    n = match.players
    return Outcome(share / n, own / n, others / n, decisions)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print its result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["jurassic-snack", "draftosaurus"])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--second-simulations", type=int)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first-deal", type=int, default=1)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--side", default="SUMMER")
    parser.add_argument("--area", default="square")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args(arguments)
    snack = given.game == "jurassic-snack"
    options = {"area": given.area} if snack else {"players": given.players, "side": given.side}
    match = Match(
        given.game.replace("-", "_"), (given.first, given.second),
        (given.simulations, given.second_simulations or given.simulations), 2 if snack else given.players, options,
    )
    deals = range(given.first_deal, given.first_deal + given.deals)
    with ProcessPoolExecutor(given.processes) as pool:
        outcomes = list(pool.map(play_deal, [match] * len(deals), deals, chunksize=1))
    n = len(outcomes)
    mean = sum(outcome.win_share for outcome in outcomes) / n
    variance = sum((outcome.win_share - mean) ** 2 for outcome in outcomes) / max(1, n - 1)
    print(
        f"{given.first} against {given.second}: {100 * mean:.1f} ± {200 * math.sqrt(variance / n):.1f} % "
        f"in {n * match.players} games ({n} deals); points {sum(o.points for o in outcomes) / n:.1f} : "
        f"{sum(o.other_points for o in outcomes) / n:.1f}; "
        f"{sum(o.decisions for o in outcomes) / n / match.players:.1f} decisions a game"
    )


if __name__ == "__main__":
    main()
