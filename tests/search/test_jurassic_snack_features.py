"""What the learned evaluation and prior look at: against slides one by one, symmetries, and what a seat knows."""

from __future__ import annotations

import json

import numpy as np
import pytest
from playing import random_positions
from symmetries import PICTURE_SYMMETRIES, PictureSymmetry

from dinoai.engine.games import parse_state, state_json, view
from dinoai.engine.jurassic_snack.packing import square_marks
from dinoai.engine.jurassic_snack.rules import decision_name, slide_destination
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.knowledge.jurassic_snack_features import (
    ACTION_ROWS,
    FIRST_ROWS,
    POSITION_ROWS,
    find_action_rows,
    find_position_rows,
)

GRASS, TREX = "G", "T"


def position_rows(state: State) -> list[int]:
    out = np.empty((1, 88), np.int32)
    find_position_rows(bytes(state), out)
    return [row for row in out[0].tolist() if row >= 0]


def action_rows(state: State) -> dict[int, list[int]]:
    actions = np.array(state.actions(), np.uint16)
    out = np.empty((len(actions), 12), np.int32)
    find_action_rows(bytes(state), np.zeros(len(actions), np.int32), actions, out)
    return {int(action): [row for row in rows if row >= 0] for action, rows in zip(actions, out.tolist(), strict=True)}


def row_of(rows: list[int], kind: str, n_values: int) -> int:
    found = [row - FIRST_ROWS[kind] for row in rows if 0 <= row - FIRST_ROWS[kind] < n_values]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_filled_lines_reach_what_slides_reach(variant: str) -> None:
    n_attacks = 0
    for state, seat in random_positions(variant, 101, 150):
        if decision_name(state) != "slide" or state.actions() == [184]:
            continue
        told = state_json(state, None)
        marks = square_marks(state)
        own = "BY"[seat]
        slides = [(action >> 2, slide_destination(state, action)) for action in state.actions()]
        food = {end for start, end in slides if marks[start] == own and marks[end] == GRASS}
        hit = {end for start, end in slides if marks[start] == TREX and marks[end] == own}
        n_diplos = marks.count(own)
        rows = position_rows(state)
        assert row_of(rows, "food", 13) == min(12, len(food)), told
        assert row_of(rows, "slides", 16) == min(15, sum(marks[start] == own for start, _ in slides)), told
        assert row_of(rows, "attacked", 108) // 3 == 6 * n_diplos + len(hit), told
        n_attacks += len(hit)
        meals = sorted(
            sum(start == square and marks[end] == GRASS for start, end in slides)
            for square in range(36)
            if marks[square] == own
        )
        diplo_rows = [row - FIRST_ROWS["diplo"] for row in rows if 0 <= row - FIRST_ROWS["diplo"] < 225]
        assert sorted(row // 45 for row in diplo_rows) == meals, told
    assert n_attacks > 5


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_rows_are_in_range(variant: str) -> None:
    for state, _ in random_positions(variant, 102, 100):
        assert all(0 <= row < POSITION_ROWS for row in position_rows(state))
        for rows in action_rows(state).values():
            assert rows
            assert all(0 <= row < ACTION_ROWS for row in rows)


def test_a_turned_or_mirrored_picture_is_the_same_position() -> None:
    for state, _ in random_positions("snack-square", 103, 30):
        body = json.loads(state_json(state, None))
        rows = sorted(position_rows(state))
        actions = sorted(map(sorted, action_rows(state).values()))
        for mirrored, turns in PICTURE_SYMMETRIES:
            symmetry = PictureSymmetry(body["jurassic_snack"]["rows"], mirrored, turns)
            turned = {"jurassic_snack": symmetry.state(body["jurassic_snack"])}
            other = parse_state(json.dumps(turned))
            assert sorted(position_rows(other)) == rows, state_json(state, None)
            assert sorted(map(sorted, action_rows(other).values())) == actions, state_json(state, None)


def test_actions_look_the_same_in_all_worlds_of_a_view() -> None:
    for index, (state, seat) in enumerate(random_positions("snack-square", 104, 100)):
        worlds = [view(state, seat).sample(seat, Rng(index, stream)) for stream in range(4)]
        assert all(action_rows(world) == action_rows(state) for world in worlds), state_json(state, None)
