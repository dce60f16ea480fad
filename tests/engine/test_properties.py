"""Both games played by hypothesis on the full state and on every seat's view at once.

After every move: invariants, round trips of each form a state and a move have, views that know their own view, legal
moves a view agrees about, and each view, told what turned up, equal to the view of the full state after the move.
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from playing import VARIANTS, new_variant
from revealing import told, turned_up

from dinoai.engine import games
from dinoai.engine.draftosaurus import packing as draftosaurus_packing
from dinoai.engine.jurassic_snack import packing as jurassic_snack_packing
from dinoai.engine.state import State
from dinoai.v1 import state_pb2

PACKING: dict[str, Any] = {"jurassic_snack": jurassic_snack_packing, "draftosaurus": draftosaurus_packing}
SEEDS = st.integers(0, 2**32 - 1)


def assert_round_trips(state: State) -> None:
    """Packed, pickled, as plain fields, as JSON and as bytes of the message a state is the same."""
    packing = PACKING[state.game]
    message = games.encode_state(state)
    data = message.SerializeToString(deterministic=True)
    assert packing.pack(packing.unpack(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert games.parse_state(games.state_json(state)) == state
    assert games.decode_state(state_pb2.State.FromString(data)) == state
    assert games.encode_state(games.decode_state(message)).SerializeToString(deterministic=True) == data


def assert_moves_are_read_as_written(state: State, seat: int, moves: list[str]) -> None:
    """A legal move stands for the actions that it is written for; at most four of them are tried."""
    if state.actor != seat:
        return
    game = games.GAMES[state.game]
    for move in moves[:: len(moves) // 4 + 1]:
        assert games.format_move(state, game.parse_move(state, move)) == move


class PlayOnAllViews(RuleBasedStateMachine):
    """One game of any variant; hypothesis chooses seats and moves."""

    @initialize(variant=st.sampled_from(sorted(VARIANTS)), seed=SEEDS, match=st.booleans())
    def begin(self, variant: str, seed: int, match: bool) -> None:
        options = {"match": True} if match and variant.endswith("summer") else {}
        self.begun = variant, seed, options
        self.state = new_variant(variant, seed, **options)
        self.views = [games.view(self.state, seat) for seat in range(self.state.n_seats)]
        self.at_phase_start = self.state
        self.chosen: dict[int, str] = {}
        self.moves: list[str] = []

    @precondition(lambda self: self.state.over)
    @rule(variant=st.sampled_from(sorted(VARIANTS)), seed=SEEDS)
    def begin_another(self, variant: str, seed: int) -> None:
        self.begin(variant, seed, match=False)

    def told(self) -> str:
        """Where the game stands, for a failure."""
        return f"{self.begun}, moves {self.moves}, {games.state_json(self.state, None)}"

    @precondition(lambda self: not self.state.over)
    @rule(which=st.integers(0, 4), number=st.integers(0, 400), seed=SEEDS, with_hand=st.booleans())
    def move(self, which: int, number: int, seed: int, with_hand: bool) -> None:
        able = [seat for seat in range(self.state.n_seats) if games.legal_moves(self.state, seat)]
        seat = able[which % len(able)]
        legal = games.legal_moves(self.state, seat)
        move = legal[number % len(legal)]
        after = games.apply_move(self.state, move, seat, seed=seed)
        self.moves.append(f"{seat}:{move}")
        try:
            if self.state.game == "jurassic_snack":
                self.see_move(seat, move, after)
            else:
                self.see_choice(seat, move, after, last=len(able) == 1, with_hand=with_hand)
        except Exception as error:
            error.add_note(self.told())
            raise
        self.state = after

    def see_move(self, mover: int, move: str, after: State) -> None:
        for seat, seen in enumerate(self.views):
            reveals = turned_up(self.state, after, seat)
            self.views[seat] = games.apply_move(seen, move, mover, reveals=reveals)
            assert self.views[seat] == games.view(after, seat), self.told()

    def see_choice(self, mover: int, move: str, after: State, *, last: bool, with_hand: bool) -> None:
        """Others see nothing of a choice until the last one is made; then each view goes on from the phase's start."""
        self.chosen[mover] = move
        if not last:
            for seat in range(after.n_seats):
                if seat not in self.chosen:
                    assert games.view(after, seat) == self.views[seat], self.told()
            return
        for seat, seen in enumerate(self.views):
            expected = games.view(after, seat)
            if seat in self.chosen:
                reveals = told(self.at_phase_start, after, seat, self.chosen, with_hand)
                went_on = games.apply_move(seen, self.chosen[seat], seat, reveals=reveals)
                assert went_on == expected, self.told()
            self.views[seat] = expected
        self.chosen, self.at_phase_start = {}, after

    @invariant()
    def everything_holds(self) -> None:
        if not hasattr(self, "state"):
            return
        told = self.told()
        assert self.state.check() == 0, told
        try:
            assert_round_trips(self.state)
            for seat in range(self.state.n_seats):
                seen = games.view(self.state, seat)
                assert seen.check() == 0
                assert games.view(seen, seat) == seen
                moves = games.legal_moves(self.state, seat)
                assert games.legal_moves(seen, seat) == moves
                if seat == len(self.moves) % self.state.n_seats:
                    assert_round_trips(seen)
                    assert_moves_are_read_as_written(self.state, seat, moves)
                    assert_moves_are_read_as_written(seen, seat, moves)
        except Exception as error:
            error.add_note(told)
            raise


QUICK = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestPlayOnAllViews = PlayOnAllViews.TestCase
TestPlayOnAllViews.settings = QUICK


@pytest.mark.slow
@pytest.mark.timeout(0)
class TestPlayOnAllViewsForLong(PlayOnAllViews.TestCase):  # type: ignore[misc, valid-type]
    """The same over many long games."""

    settings = settings(QUICK, max_examples=400, stateful_step_count=150, derandomize=False)
