"""Views, sampled worlds, completions and information sets: nobody knows more or less than it has seen."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest

from dinoai.engine import jurassic_snack
from dinoai.engine.document import message_dict
from dinoai.engine.jurassic_snack.packing import bag, pack, unpack
from dinoai.engine.rng import Rng

CHANCE, OVER = -1, -2


def test_invariants_after_every_action(reader: Any) -> None:
    rng = Rng(11)
    for game in range(600):
        state = reader.random_game(rng)
        if game % 3 == 0:
            state = jurassic_snack.view(state, game % 2).sample(game % 2, rng)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.chance(rng)
            else:
                actions = state.actions()
                assert len(set(actions)) == len(actions) <= 64 and max(actions) < 256
                state.act(actions[rng.below(len(actions))])
            assert state.check() == 0, (game, bytes(state).hex())
        assert state.playout(rng) == state
    end = reader.random_game(rng).playout(rng)
    assert end.check() == 0 and end.over


def test_sampled_worlds_project_back(reader: Any) -> None:
    rng = Rng(12)
    for state in reader.positions()[::18]:
        for seat in (0, 1) if state.viewer is None else (state.viewer,):
            view = jurassic_snack.view(state, seat)
            assert view.check() == 0
            for _ in range(1000):
                world = state.sample(seat, rng)
                assert world.viewer is None
                assert jurassic_snack.view(world, seat) == view, bytes(state).hex()
            assert world.check() == 0
            assert jurassic_snack.view(jurassic_snack.complete(world, rng), seat) == view


def test_completion_is_full_and_projects_back(reader: Any) -> None:
    rng = Rng(13)
    for state in reader.positions():
        full = jurassic_snack.complete(state, rng)
        assert full.check() == 0 and full.viewer is None
        assert jurassic_snack.complete(full, rng) == full
        assert reader.state({"jurassic_snack": message_dict(jurassic_snack.encode(full))}) == full
        if state.viewer is None:
            assert full == state
        else:
            assert jurassic_snack.view(full, state.viewer) == state


def test_completion_is_uniform(reader: Any) -> None:
    """Each unseen place holds each kind as often as the bag says."""
    rng = Rng(14)
    view = jurassic_snack.view(reader.play(reader.random_game(rng), rng, 25), 0)
    n = 20000
    known = unpack(view)["tokens"]
    counts: dict[str, Counter[str]] = {}
    for _ in range(n):
        for square, token in unpack(jurassic_snack.complete(view, rng))["tokens"].items():
            counts.setdefault(square, Counter())[token] += 1
    total = Counter[str]()
    unseen = [square for square in counts if square not in known]
    for square in unseen:
        total.update(counts[square])
    for square in unseen:
        for token, expected in total.items():
            mean = expected / len(unseen)
            assert abs(counts[square][token] - mean) < 5 * mean**0.5, (square, token)


def test_what_the_opponent_looked_at_is_dealt(reader: Any) -> None:
    rng = Rng(15)
    for state in reader.positions():
        if state.viewer is not None and not state.over:
            worlds = [state.sample(state.viewer, rng) for _ in range(8)]
            opponent = 1 - state.viewer
            looked = unpack(state)["looked"][("blue", "yellow")[opponent]]
            tokens = [unpack(jurassic_snack.view(world, opponent))["tokens"] for world in worlds]
            assert all(sorted(known) == sorted(looked) for known in tokens)


def test_infoset_is_what_the_seat_knows(reader: Any) -> None:
    rng = Rng(16)
    keys: dict[int, bytes] = {}
    for state in reader.positions():
        if state.viewer is None:
            continue
        seat = state.viewer
        key = state.infoset(seat)
        for _ in range(20):
            assert state.sample(seat, rng).infoset(seat) == key
        assert jurassic_snack.complete(state, rng).infoset(seat) == key
        assert keys.setdefault(key, bytes(state)) == bytes(state)


def test_infoset_forgets_the_order_of_eating(reader: Any) -> None:
    rng = Rng(17)
    state = jurassic_snack.view(reader.play(reader.random_game(rng), rng, 40), 0)
    fields = unpack(state)
    fields["eaten"]["blue"].reverse()
    fields["eaten"]["yellow"].reverse()
    fields["erupted"].reverse()
    assert pack(fields).infoset(0) == state.infoset(0)
    assert pack(fields) != state


def test_infoset_tells_knowledge_apart(reader: Any) -> None:
    """Seeing another token on a square is another information set, for who looked alone."""
    for state in reader.positions():
        fields = unpack(state)
        if state.viewer is None or not fields["tokens"] or state.over:
            continue
        square, token = next(iter(fields["tokens"].items()))
        other = next((kind for kind in ("YUMMY", "BIRTH", "AIR_TRAVEL") if kind != token and bag(state)[kind]), None)
        if other is None:
            continue
        fields["tokens"][square] = other
        changed = pack(fields)
        assert changed.infoset(state.viewer) != state.infoset(state.viewer)
        opponent = 1 - state.viewer
        if square not in fields["looked"][("blue", "yellow")[opponent]]:
            assert changed.infoset(opponent) == state.infoset(opponent)


def test_pickle_and_encoding(reader: Any) -> None:
    for state in reader.positions():
        assert pickle.loads(pickle.dumps(state)) == state
        assert reader.state({"jurassic_snack": message_dict(jurassic_snack.encode(state))}) == state


def test_a_sampled_world_has_no_document(reader: Any) -> None:
    world = jurassic_snack.view(jurassic_snack.new_game(Rng(1)), 0).sample(0, Rng(2))
    with pytest.raises(ValueError, match="not a view or full state"):
        jurassic_snack.encode(world)


def test_sampled_worlds_are_played_like_full_states(reader: Any) -> None:
    """Tokens are dealt as they turn up; notation, moves and results need no complete state."""
    rng = Rng(19)
    for seat in (0, 1) * 10:
        world = jurassic_snack.view(reader.random_game(rng), seat).sample(seat, rng)
        while not world.over:
            moves = jurassic_snack.legal_moves(world, jurassic_snack.default_seat(world))
            move = moves[rng.below(len(moves))]
            assert jurassic_snack.format_move(world, jurassic_snack.parse_move(world, move)) == move
            world = jurassic_snack.apply_move(world, world.actor, move, rng)
            assert world.check() == 0
        assert jurassic_snack.score(world).over


def test_squares_are_written_by_row_then_column(reader: Any) -> None:
    rng = Rng(20)
    for state in reader.positions():
        body = message_dict(jurassic_snack.encode(jurassic_snack.complete(state, rng)))
        for squares in (list(body["tokens"]), body["looked"]["blue"], body["looked"]["yellow"]):
            assert squares == sorted(squares, key=lambda name: (int(name[1:]), name[0]))
