#!/usr/bin/env python3
"""Plays a whole game over the service without knowing a rule: the bot chooses for every seat.

dinoai serve &
python examples/play_a_game.py jurassic-snack
python examples/play_a_game.py draftosaurus --players 4 --side winter --simulations 500
"""

from __future__ import annotations

import argparse
import sys

from dinoai.clients import Client
from dinoai.engine.errors import DinoaiError
from dinoai.v1.rules_pb2 import (
    ApplyMoveRequest,
    ApplyMoveResponse,
    GetViewRequest,
    ListMovesRequest,
    NewGameRequest,
    ScoreRequest,
)
from dinoai.v1.suggest_pb2 import SearchLimits, SuggestRequest


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description="Play a whole game over the service, the bot choosing for every seat.")
    parser.add_argument("game", choices=["jurassic-snack", "draftosaurus"])
    parser.add_argument("--server", default="127.0.0.1:50051", metavar="HOST:PORT")
    parser.add_argument("--players", type=int, default=2, help="Draftosaurus only")
    parser.add_argument("--side", choices=["summer", "winter"], default="summer", help="Draftosaurus only")
    parser.add_argument("--simulations", type=int, default=200, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        if options.game == "jurassic-snack":
            request, n_seats = NewGameRequest(game="JURASSIC_SNACK", seed=options.seed), 2
        else:
            request = NewGameRequest(
                game="DRAFTOSAURUS", players=options.players, side=options.side.upper(), seed=options.seed
            )
            n_seats = options.players
        with Client(options.server) as client:
            play(client, request, n_seats, options.simulations)
    except (DinoaiError, ValueError) as error:  # the server's answer, or a number that a request cannot hold
        sys.exit("Error: " + "; ".join(str(error).splitlines()))


def play(client: Client, request: NewGameRequest, n_seats: int, simulations: int) -> None:
    """Play to the end and print every move and the score."""
    position = ApplyMoveResponse(state=client.new_game(request).state)
    n_moves = 0
    while not position.over:
        for seat in range(n_seats):
            # Each seat sees its own view only; where all choose at once, several have moves.
            view = client.get_view(GetViewRequest(state=position.state, seat=seat)).state
            if position.over or not client.list_moves(ListMovesRequest(state=view, seat=seat)).moves:
                continue
            n_moves += 1
            seed = 1000 * request.seed + n_moves
            limits = SearchLimits(max_simulations=simulations)
            best = client.suggest(SuggestRequest(state=view, seat=seat, limits=limits, seed=seed)).suggestions[0]
            print(f"seat {seat}: {best.notation} ({100 * best.win_probability:.0f} %)")
            position = client.apply_move(
                ApplyMoveRequest(state=position.state, seat=seat, notation=best.notation, seed=seed)
            )
    score = client.score(ScoreRequest(state=position.state))
    points = ", ".join(str(seat.points) for seat in score.seats)
    print(f"{n_moves} moves; points by seat: {points}; won by seat {' and '.join(map(str, score.winners))}")


if __name__ == "__main__":
    main()
