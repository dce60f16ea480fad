"""Going on from a view that holds the viewer's own choice, or whose viewer has nothing to choose."""

from __future__ import annotations

import random
from typing import Any

import pytest
from revealing import told

from dinoai.engine import games
from dinoai.engine.draftosaurus.moves import awaited, go_on, possible_moves, record_choice
from dinoai.engine.errors import InvalidInputError, InvalidRevealError, NothingToDecideError
from dinoai.engine.state import State

OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "side": "WINTER", "boxed_visible": False},
    {"players": 2, "placement": "AFTER_REVEAL", "match": True},
    {"players": 3, "side": "WINTER", "placement": "AFTER_REVEAL"},
    {"players": 4, "match": True},
    {"players": 5, "side": "WINTER"},
]


def chosen(state: State, dice: random.Random) -> dict[int, str]:
    moves = {seat: games.legal_moves(state, seat) for seat in range(state.n_seats)}
    return {seat: dice.choice(legal) for seat, legal in moves.items() if legal}


def carried_out(state: State, moves: dict[int, str], dice: random.Random) -> State:
    for seat, move in moves.items():
        state = games.apply_move(state, move, seat, seed=dice.randrange(2**32))
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_every_seat_follows_the_game(options: dict[str, Any], seed: int) -> None:
    dice = random.Random(seed)
    state = games.new_game("draftosaurus", seed=seed, **options)
    while not state.over:
        moves = chosen(state, dice)
        after = carried_out(state, moves, dice)
        for seat in range(state.n_seats):
            view = games.view(state, seat)
            if seat in moves:
                alone = games.apply_move(state, moves[seat], seat, seed=1)
                view = record_choice(view, moves[seat])
                assert view == games.view(alone, seat), (seed, seat, games.state_json(state))
            if view.over:
                assert view == games.view(after, seat)
                continue
            others = {other: move for other, move in moves.items() if other != seat}
            for other, move in others.items():
                assert move in possible_moves(view, other)
            reveals = told(state, after, seat, others, with_hand=False)
            keys = [reveal.partition(":")[0] for reveal in reveals]
            assert set(awaited(view)) <= {*keys, "hand"}
            assert awaited(view, reveals) == [], (seed, seat, reveals, games.state_json(view))
            assert go_on(view, reveals) == games.view(after, seat), (seed, seat, reveals, games.state_json(view))
        state = after


def test_what_is_awaited_comes_in_the_order_of_a_turn() -> None:
    view = games.view(games.new_game("draftosaurus", seed=1, players=4), 2)
    view = record_choice(view, games.legal_moves(view)[0])
    assert awaited(view) == ["0", "1", "3", "die", "hand"]
    assert awaited(view, ["die:WOODLANDS", "1:t_rex@river"]) == ["0", "3", "hand"]
    with pytest.raises(InvalidRevealError, match="no place"):
        awaited(view, ["1:t_rex@lake"])
    with pytest.raises(InvalidRevealError, match="missing: 0:MOVE"):
        go_on(view, ["die:WOODLANDS"])


def test_what_cannot_go_on() -> None:
    full = games.new_game("draftosaurus", seed=1)
    view = games.view(full, 0)
    move = games.legal_moves(view)[0]
    with pytest.raises(NothingToDecideError, match="still to choose"):
        go_on(view, [])
    with pytest.raises(NothingToDecideError, match="already chosen"):
        record_choice(record_choice(view, move), move)
    with pytest.raises(InvalidInputError, match="must be a view"):
        record_choice(full, move)
    dice = random.Random(1)
    while not full.over:
        full = carried_out(full, chosen(full, dice), dice)
    with pytest.raises(NothingToDecideError, match="over"):
        go_on(games.view(full, 0), [])
