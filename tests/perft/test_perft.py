"""The counts of the data files, by the packed rules at every depth and by the plain rules where that is quick."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from playing import VARIANTS

from dinoai.engine.games import parse_state

from .counting import Position, packed_count, plain_count, read, report

QUICK_PACKED, QUICK_PLAIN = 2_000_000, 300
"""Counts up to these are checked in the default run."""
PLAIN_REPORT = 100_000
"""A report shows the plain rules' counts beside the packed ones up to this count."""

POSITIONS = [pytest.param(position, id=position.id) for variant in VARIANTS for position in read(variant)]


def check(position: Position, most: int) -> None:
    state = parse_state(json.dumps(position.state))
    assert state.check() == 0
    for depth, wanted in position.perft.items():
        if wanted <= most and packed_count(state, int(depth)) != wanted:
            pytest.fail(report(position, int(depth), with_plain=wanted <= PLAIN_REPORT))


@pytest.mark.parametrize("position", POSITIONS)
def test_packed_rules(position: Position) -> None:
    check(position, QUICK_PACKED)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_packed_rules_at_every_depth(position: Position) -> None:
    check(position, 10**12)


@pytest.mark.parametrize("position", POSITIONS)
def test_plain_rules(position: Position) -> None:
    for depth, wanted in position.perft.items():
        if wanted <= QUICK_PLAIN and int(depth) <= position.confirmed:
            assert plain_count(position.state, int(depth)) == wanted


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("position", POSITIONS)
def test_plain_rules_at_every_confirmed_depth(position: Position) -> None:
    for depth in range(1, position.confirmed + 1):
        assert plain_count(position.state, depth) == position.perft[str(depth)], depth


@pytest.mark.parametrize("variant", VARIANTS)
def test_data_is_deep_and_varied(variant: str) -> None:
    positions = read(variant)
    deep = [position for position in positions if max(position.perft.values()) >= 1_000_000]
    assert len(deep) >= 12
    for position in positions:
        largest = max(position.perft.values())
        assert position.perft[str(position.confirmed)] >= min(20_000, largest), position.id
    confirmed = [position for position in deep if position.perft[str(position.confirmed)] >= 1_000_000]
    assert len(confirmed) >= 2
    game, _ = VARIANTS[variant]
    options: Counter[Any] = Counter()
    for position in positions:
        options.update((position.state[game].get("options") or {}).items())
    assert len(options) >= 4
