"""Helpers of the tests: random positions of every variant, and vectors."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dinoai.engine.games import apply_move, legal_moves, new_game
from dinoai.engine.state import State
from dinoai.search import Suggestion

ROOT = Path(__file__).parent.parent
VECTORS = Path(__file__).parent / "vectors"

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "snack-square": ("jurassic_snack", {"area": "square"}),
    "snack-random": ("jurassic_snack", {"area": "random"}),
    **{
        f"draft-{players}-{side.lower()}": ("draftosaurus", {"players": players, "side": side})
        for players in (2, 3, 4, 5)
        for side in ("SUMMER", "WINTER")
    },
}
"""The ten variants by name."""

WHOLE_GAMES = {
    "jurassic_snack": ("jurassic_snack", "jurassic_snack.rows"),
    "draftosaurus": ("draftosaurus",),
}
"""Where problems of a state as a whole stand, by the path that worked cases name."""


def vectors(game: str, name: str) -> list[dict[str, Any]]:
    """The cases of one file of worked cases."""
    return [json.loads(line) for line in (VECTORS / game / f"{name}.jsonl").read_text().splitlines()]


def is_reported(wanted: str, paths: Iterable[str]) -> bool:
    """Whether a problem stands at a path or within it; what is wrong with a whole game stands at its name only.

    The worked cases count pieces in the picture of Jurassic Snack as the whole game, the contract as its rows.
    """
    if wanted in WHOLE_GAMES:
        return any(path in WHOLE_GAMES[wanted] for path in paths)
    return any(path == wanted or path.startswith((f"{wanted}.", f"{wanted}[")) for path in paths)


def random_options(game: str, rng: random.Random) -> dict[str, Any]:
    """Options of a game, the default ones half of the time."""
    if rng.random() < 0.5:
        return {}
    if game == "jurassic_snack":
        return {"stalemate_turns": rng.choice((2, 4)), "eruption_last_token": rng.choice(("REMOVE", "LOOK"))}
    return {
        "prairie_capacity": rng.choice((6, 12)),
        "boxed_visible": rng.random() < 0.5,
        "placement": rng.choice(("WITH_PICK", "AFTER_REVEAL")),
    }


def new_variant(variant: str, seed: int, **options: Any) -> State:
    """A fresh full state of a variant; options are drawn by the seed where none are given."""
    game, fixed = VARIANTS[variant]
    rng = random.Random(seed)
    drawn = options or random_options(game, rng)
    if game == "draftosaurus":
        drawn = {"start": rng.randrange(fixed["players"]), **drawn}
    return new_game(game, seed=seed, **{**fixed, **drawn})


def random_play(state: State, rng: random.Random) -> Iterator[tuple[State, int, str]]:
    """Play on with uniformly random complete moves, seat by seat; yields each state with the seat and its move."""
    while not state.over:
        for seat in range(state.n_seats):
            moves = legal_moves(state, seat)
            if moves and not state.over:
                move = rng.choice(moves)
                yield state, seat, move
                state = apply_move(state, move, seat, seed=rng.getrandbits(32))


def random_positions(variant: str, seed: int, n: int) -> list[tuple[State, int]]:
    """`n` full states of random games with a seat that has something to decide in each."""
    rng = random.Random(seed)
    found: list[tuple[State, int]] = []
    while len(found) < n:
        game = [(state, seat) for state, seat, _ in random_play(new_variant(variant, rng.getrandbits(32)), rng)]
        found.extend(rng.sample(game, min(len(game), 3, n - len(found))))
    return found


def rank(suggestion: Suggestion) -> tuple[int, int]:
    """The higher the better: what is proven to win (1), unproven (0) or proven to lose (-1), then visits."""
    proven = suggestion.visits > 0 and suggestion.win_probability_low == suggestion.win_probability_high
    return (1 if suggestion.win_probability > 0.5 else -1) if proven else 0, suggestion.visits
