"""Exact endings of Jurassic Snack: against worked cases, and where there must be no answer."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from playing import vectors

from dinoai.engine.games import default_seat, parse_state, view
from dinoai.search import StopFlag, suggest
from dinoai.search.bots import find_bot
from dinoai.search.guidance import GuidedBot
from dinoai.search.position import find_position
from dinoai.search.solving import solve
from dinoai.search.suggest import make_searchers

CASES = vectors("jurassic_snack", "solve")
TOKENS = {
    "YUMMY": 12, "BIRTH": 3, "RECON": 2, "AIR_TRAVEL": 4, "AIR_RAID": 3, "VOLCANIC_ERUPTION": 2, "SURPRISE": 2,
}  # fmt: skip


def test_solved_endings_have_the_worked_values() -> None:
    """With both sides playing perfectly and unseen tokens uniformly shuffled, every move, to the last digit given."""
    n_solved = 0
    for case in CASES:
        answer = suggest(parse_state(json.dumps(case["state"])), simulations=300, seed=1)
        if answer.stats.stop_reason != "SOLVED":
            continue
        n_solved += 1
        assert answer.stats.simulations == 0
        assert answer.win_probabilities[answer.seat] == pytest.approx(case["value"], abs=1e-6), case["id"]
        for move in answer.suggestions:
            assert move.win_probability == pytest.approx(case["moves"][move.notation], abs=1e-6), case["id"]
            assert move.win_probability_low == move.win_probability == move.win_probability_high
        assert case["moves"][answer.suggestions[0].notation] == pytest.approx(case["value"], abs=1e-6)
    assert n_solved >= 50


def test_looks_to_come_forbid_an_answer() -> None:
    """With two tokens left, a Recon that may be among them would teach one side what the other token is."""
    n_cases = 0
    for case in CASES:
        eaten = case["state"]["jurassic_snack"]["eaten"]
        unseen = Counter(TOKENS) - Counter(eaten["blue"] + eaten["yellow"])
        swapped = next((token for token in ("BIRTH", "AIR_TRAVEL", "AIR_RAID") if unseen[token]), None)
        if not {"tokens:2", "unknown"} <= set(case["tags"]) or swapped is None or "RECON" not in eaten["blue"]:
            continue
        state = copy.deepcopy(case["state"])
        blue = state["jurassic_snack"]["eaten"]["blue"]
        blue[blue.index("RECON")] = swapped
        if not solved(case["state"], simulations=20_000):
            continue  # it may come to looks of another kind
        assert not solved(state, simulations=20_000), case["id"]
        n_cases += 1
        if n_cases == 3:
            return
    raise AssertionError("there are too few such cases")


def test_a_look_of_one_side_forbids_an_answer() -> None:
    """What only one side has seen makes the ending a game of hidden information."""
    case = next(case for case in CASES if {"tokens:1", "unknown"} <= set(case["tags"]) and solved(case["state"]))
    state = copy.deepcopy(case["state"])
    body = state["jurassic_snack"]
    y, row = next((y, row) for y, row in enumerate(body["rows"]) if "G" in row)
    body["looked"]["yellow" if body["viewer"] == "BLUE" else "blue"] = [f"{'abcdefghijkl'[row.index('G')]}{y + 1}"]
    assert not solved(state)


def test_few_positions_are_not_enough() -> None:
    state = next(case["state"] for case in CASES if solved(case["state"]))
    assert not solved(state, bot="ismcts:exact=3")
    assert not solved(state, bot="ismcts:exact=0")


def test_values_keep_to_the_memory_of_the_search() -> None:
    """However much the options of the bot allow."""
    state = next(
        case["state"] for case in CASES if "tokens:3" in case["tags"] and solved(case["state"], simulations=20_000)
    )
    bot = "ismcts:exact=1000000000000"
    assert solved(state, simulations=20_000, bot=bot)
    assert not solved(state, simulations=20_000, bot=bot, max_megabytes=1)


def test_a_stopped_search_looks_for_no_values() -> None:
    state = next(case["state"] for case in CASES if "tokens:2" in case["tags"] and solved(case["state"]))
    stop = StopFlag()
    stop.set("CANCELLED")
    answer = suggest(parse_state(json.dumps(state)), simulations=2000, seed=1, stop=stop)
    assert answer.stats.stop_reason == "CANCELLED"


def solved(state: dict[str, Any], *, simulations: int = 2000, bot: str = "ismcts", max_megabytes: int = 256) -> bool:
    answer = suggest(
        parse_state(json.dumps(state)), simulations=simulations, bot=bot, seed=1, max_megabytes=max_megabytes
    )
    return answer.stats.stop_reason == "SOLVED"


def test_a_far_deadline_changes_no_answer() -> None:
    """A server's deadline bounds the time, not the positions, so an answer here and one from there are the same."""
    case = next(case for case in CASES if solved(case["state"], simulations=20_000))
    state = parse_state(json.dumps(case["state"]))
    position = find_position(view(state, default_seat(state)), default_seat(state))
    bot = find_bot("ismcts", state.game)
    assert isinstance(bot, GuidedBot)
    moves = list(position.moves.values())
    [searcher], _ = make_searchers(position.view, position.seat, moves, bot, 20_000, 1, 1, StopFlag(), 64)
    answers = [solve(bot, searcher, 20_000, seconds, 64) for seconds in (1e9, 600.0)]
    assert answers[0] is not None
    assert answers[0] == answers[1]
    assert solve(bot, searcher, 20_000, 0.0, 64) is None
