"""The guided search: its tree, its options, and what it does without knowledge."""

from __future__ import annotations

import pytest
from playing import VARIANTS, new_variant, random_positions

from dinoai.engine.errors import InvalidInputError
from dinoai.engine.games import state_json, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.search.bots import PolicyBot, find_bot
from dinoai.search.guided import GuidedSearcher
from dinoai.search.ismcts import Searcher
from dinoai.search.moves import move_actions
from dinoai.search.position import find_position
from dinoai.search.searchers import new_searcher

CONFIGURATIONS = (
    "ismcts",
    "ismcts:selection=puct,prior=off",
    "ismcts:selection=puct,leaf=mix,mix=0.3",
    "ismcts:selection=puct,leaf=value,reward=off",
    "ismcts:selection=ucb,playout=uniform",
    "ismcts:backup=0.5",
)


def make_searcher(state: State, seat: int, bot: str, max_simulations: int, max_bytes: int = 2**24) -> Searcher:
    position = find_position(view(state, seat), seat)
    chosen = find_bot(bot, state.game)
    assert not isinstance(chosen, PolicyBot)
    return new_searcher(
        chosen,
        position.view,
        seat,
        list(position.moves.values()),
        seed=5,
        max_simulations=max_simulations,
        max_bytes=max_bytes,
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("bot", CONFIGURATIONS)
def test_tree_keeps_its_invariants(variant: str, bot: str) -> None:
    for state, seat in random_positions(variant, 91, 2):
        searcher = make_searcher(state, seat, bot, 2000)
        assert searcher.run(2000, float("inf")) == "SIMULATIONS"
        assert searcher.check() == 0, state_json(state, None)
        assert searcher.nodes <= 2 * 2000 + 2
        assert sum(visits for visits, *_ in searcher.statistics()) == 2000
        wins, _ = searcher.totals()
        assert sum(wins) == pytest.approx(2000)


@pytest.mark.parametrize(
    ("variant", "mixed"), [("snack-square", True), ("draft-2-winter", True), ("draft-3-summer", False)]
)
def test_backups_are_mixed_with_two_seats_alone(variant: str, mixed: bool) -> None:
    state, seat = next(iter(random_positions(variant, 93, 1)))
    searchers = [make_searcher(state, seat, f"ismcts:backup={backup}", 2000) for backup in (0, 0.5)]
    for searcher in searchers:
        searcher.run(2000, float("inf"))
    assert (searchers[0].digest() != searchers[1].digest()) == mixed, state_json(state, None)


@pytest.mark.parametrize("variant", ["snack-square", "draft-2-summer", "draft-2-winter", "draft-3-summer"])
def test_search_goes_on_when_memory_runs_out(variant: str) -> None:
    for state, seat in random_positions(variant, 92, 3):
        searcher = make_searcher(state, seat, "ismcts:selection=puct", 10**6, 1)
        searcher.run(3000, float("inf"))
        assert searcher.nodes <= 64
        assert searcher.check() == 0
        assert sum(visits for visits, *_ in searcher.statistics()) == 3000


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_moves_that_may_be_played_are_searched(variant: str) -> None:
    for state, seat in random_positions(variant, 94, 5):
        position = find_position(view(state, seat), seat)
        moves = list(position.moves.values())[::2]
        bot = find_bot("ismcts", state.game)
        assert not isinstance(bot, PolicyBot)
        searcher = new_searcher(bot, position.view, seat, moves, seed=5, max_simulations=500, max_bytes=2**24)
        searcher.run(500, float("inf"))
        visits = [row[0] for row in searcher.statistics()]
        assert len(visits) == len(moves)
        assert sum(visits) == 500, state_json(state, None)
        assert searcher.check() == 0
        if state.n_seats == 2 and state.simultaneous:
            # An edge is a complete move there.
            best = searcher.best_action(position.view.sample(seat, Rng(5)))
            assert best is not None
            actions = move_actions(best[0])
            assert actions in [sequence for sequences in moves for sequence in sequences], state_json(state, None)
            assert best[1] == visits[[actions in sequences for sequences in moves].index(True)] == max(visits)


def test_clairvoyance_needs_a_full_state() -> None:
    state = new_variant("snack-square", 1)
    searcher = make_searcher(state, 0, "ismcts", 500)
    assert isinstance(searcher, GuidedSearcher)
    with pytest.raises(ValueError, match="full state"):
        searcher.see_everything(view(state, 0))
    other = make_searcher(state, 1, "ismcts", 500)
    assert isinstance(other, GuidedSearcher)
    with pytest.raises(ValueError, match="next to decide"):
        other.see_everything(state)
    searcher.see_everything(state)
    searcher.run(500, float("inf"))
    assert searcher.check() == 0


@pytest.mark.parametrize(
    ("bot", "path", "message"),
    [
        ("ismcts:", "bot", "name=value"),
        ("ismcts:prior", "bot", "name=value"),
        ("ismcts:prior=on,prior=off", "bot", "given twice"),
        ("ismcts:prier=on", "prier", "did you mean"),
        ("ismcts:leaf=valu", "leaf", "value or playout or mix"),
        ("ismcts:mix=2", "mix", "from 0 to 1"),
        ("ismcts:backup=1.1", "backup", "from 0 to 1"),
        ("ismcts:exploration=nan", "exploration", "a number"),
        ("ismcts:exact=-1", "exact", "from 0"),
        ("greedy:exploration=1", "exploration", "has none"),
    ],
)
def test_bad_options_are_told(bot: str, path: str, message: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        suggest(new_variant("snack-square", 5), 0, bot=bot, simulations=1)
    assert [problem.path for problem in caught.value.problems] == [path]
    assert message in str(caught.value)
