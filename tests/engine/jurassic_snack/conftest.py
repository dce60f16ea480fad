"""Worked cases as parameters, and states read from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dinoai.engine import jurassic_snack
from dinoai.engine.document import fill_message
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.v1 import state_pb2

VECTORS = Path(__file__).parents[2] / "vectors" / "jurassic_snack"


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


def _rule_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((VECTORS / "rule_cases.json").read_text(encoding="utf-8"))["vectors"]
    return cases


CASES = {
    "position_case": lambda: _lines("positions.jsonl"),
    "applied_case": lambda: [case for case in _lines("positions.jsonl") if "apply" in case],
    "invalid_case": lambda: _lines("invalid.jsonl"),
    "score_case": lambda: _lines("score.jsonl"),
    "perft_case": lambda: _lines("perft.jsonl"),
    "rule_case": _rule_cases,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, load in CASES.items():
        if name in metafunc.fixturenames:
            cases = load()
            metafunc.parametrize(name, cases, ids=[case["id"] for case in cases])


class Reader:
    """Reads states from documents of the contract, and picks and plays random ones."""

    @staticmethod
    def state(document: dict[str, Any]) -> State:
        message = state_pb2.State()
        problems = fill_message(message, document)
        return jurassic_snack.decode(message.jurassic_snack, problems)

    def positions(self) -> list[State]:
        return [self.state(case["state"]) for case in _lines("positions.jsonl")]

    @staticmethod
    def random_game(rng: Rng) -> State:
        return jurassic_snack.new_game(
            rng,
            area=("square", "random")[rng.below(2)],
            stalemate_turns=(2, 4)[rng.below(2)],
            eruption_last_token=("REMOVE", "LOOK")[rng.below(2)],
        )

    @staticmethod
    def play(state: State, rng: Rng, n_moves: int) -> State:
        """The full state after random complete moves, at most until the game ends."""
        for _ in range(n_moves):
            if state.over:
                break
            moves = jurassic_snack.legal_moves(state, state.actor)
            state = jurassic_snack.apply_move(state, state.actor, moves[rng.below(len(moves))], rng)
        return state


@pytest.fixture
def reader() -> Reader:
    return Reader()
