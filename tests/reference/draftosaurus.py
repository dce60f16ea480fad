"""Draftosaurus, played on plain dicts (the inner `draftosaurus` object of the contract).

`chance` everywhere is an object with `die() -> str`, the face that turns up, and
`deal(counts, n_hands) -> list[list[str]]`, hands of six drawn from a bag with `counts` of each species.
"""

from __future__ import annotations

import pickle
import random
from typing import Protocol

from .draftosaurus_board import (
    DIE_FACES,
    HAND_SIZE,
    Hand,
    State,
    bag,
    make_hand,
    normalise,
)
from .draftosaurus_board import (
    players as number_of_players,
)
from .draftosaurus_moves import deciding, legal_moves, moves_of, seats_to_decide
from .draftosaurus_scoring import result
from .draftosaurus_turn import finish_phase
from .draftosaurus_views import reveal_apply, view

__all__ = [
    "Chance",
    "RandomChance",
    "apply",
    "divide",
    "is_over",
    "legal_moves",
    "new_game",
    "normalise",
    "perft",
    "result",
    "reveal_apply",
    "seats_to_decide",
    "view",
]


class Chance(Protocol):
    """What a caller decides for the die and the bag."""

    def die(self) -> str:
        """The face that the next roll shows."""

    def deal(self, counts: dict[str, int], n_hands: int) -> list[list[str]]:
        """Hands of six out of a bag with so many of each species."""


class RandomChance:
    """Fair chance from a random number generator (section 2)."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def die(self) -> str:
        """One of the six faces, equally likely."""
        return self._rng.choice(DIE_FACES)

    def deal(self, counts: dict[str, int], n_hands: int) -> list[list[str]]:
        """Six at random for every hand."""
        drawn = self._rng.sample(list(counts), n_hands * HAND_SIZE, counts=list(counts.values()))
        return [drawn[start : start + HAND_SIZE] for start in range(0, len(drawn), HAND_SIZE)]


class _FullTable:
    """The `Table` of a full state, where every hand is known."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def die(self) -> str:
        return self._chance.die()

    def deal(self, state: State) -> list[Hand]:
        n_hands = number_of_players(state)
        return [make_hand(dinosaurs) for dinosaurs in self._chance.deal(bag(state), n_hands)]

    def hands_passed(self, state: State) -> None:
        """Nothing is new: a full state knows the hands."""


def new_game(
    rng: random.Random,
    players: int = 2,
    side: str = "SUMMER",
    start: int = 0,
    match: bool = False,
    options: State | None = None,
) -> State:
    """A fresh full state: hands dealt, the die of turn 1 rolled. A match begins with its Summer game (section 7)."""
    table = _FullTable(RandomChance(rng))
    state: State = {
        "side": "SUMMER" if match else side,
        "turn": 1,
        "roller": start,
        "zoos": [{} for _ in range(players)],
        "hands": [{} for _ in range(players)],
        "options": options or {},
    }
    state = normalise(state | ({"match": {"game": 1}} if match else {}))
    state["hands"] = table.deal(state)
    state["die"] = table.die()
    return state


def apply(state: State, seat: int, move: str, chance: Chance) -> State:
    """The full state after a seat's choice; when it is the last one, all is revealed and carried out.

    At the end of a round `chance.deal` is asked before `chance.die`.
    """
    state = normalise(state)
    if "viewer" in state:
        raise ValueError("a view needs reveal_apply")
    if move not in legal_moves(state, seat):
        raise ValueError(f"seat {seat} cannot play {move}")
    _carry_out(state, seat, move, chance)
    return normalise(state)


def _carry_out(state: State, seat: int, move: str, chance: Chance) -> None:
    """Keeps a choice, and ends the phase after the last one."""
    _record(state, seat, move)
    if not deciding(state):
        choices = {pick["seat"]: pick["move"] for pick in state["picks"]}
        finish_phase(state, choices, _FullTable(chance))


def _record(state: State, seat: int, move: str) -> None:
    """Keeps a choice in `picks`; in `PLACE` the seat has an entry already."""
    entry = next((pick for pick in state["picks"] if pick["seat"] == seat), None)
    if entry is None:
        entry = {"seat": seat}
        state["picks"].append(entry)
    entry["move"] = move


def is_over(state: State) -> bool:
    """Whether the game, in a match the second one, is over."""
    return bool(normalise(state)["phase"] == "FINISHED")


class _OneFace:
    """A die that shows a given face and notes whether it was rolled; nothing may be dealt."""

    def __init__(self, face: str) -> None:
        self._face = face
        self.rolled = False

    def die(self) -> str:
        self.rolled = True
        return self._face

    def deal(self, counts: dict[str, int], n_hands: int) -> list[list[str]]:
        raise ValueError("perft does not go across a deal")


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` choices, seats in ascending order within a phase.

    The six faces of a next die are separate continuations without a ply of their own; those of a die
    rolled after the last ply do not count.
    """
    return _perft(normalise(state), depth)


def _perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    seats = deciding(state)
    moves = moves_of(state, seats[0]) if seats else []
    if depth == 1:
        return len(moves)
    return sum(_perft_after(state, seats[0], move, depth - 1) for move in moves)


def _perft_after(state: State, seat: int, move: str, depth: int) -> int:
    total = 0
    for face in DIE_FACES:
        chance = _OneFace(face)
        after = pickle.loads(pickle.dumps(state))  # the quickest deep copy
        _carry_out(after, seat, move, chance)
        total += _perft(after, depth)
        if not chance.rolled:
            break
    return total


def divide(state: State, depth: int) -> dict[str, int]:
    """The count of `perft` after each first move."""
    state = normalise(state)
    seat = seats_to_decide(state)[0]
    moves = legal_moves(state, seat)
    return {move: _perft_after(state, seat, move, depth - 1) if depth > 1 else 1 for move in moves}
