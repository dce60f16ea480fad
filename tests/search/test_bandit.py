"""The yardstick `pimc` of Draftosaurus: a flat bandit with greedy playouts."""

from __future__ import annotations

from functools import partial
from statistics import fmean

import pytest
from playing import VARIANTS, new_variant, random_positions
from searchers import searcher_of

from dinoai.engine.games import state_json, view
from dinoai.engine.rng import Rng
from dinoai.search.bandit import BanditSearcher
from dinoai.search.knowledge.draftosaurus import greedy_playout

DRAFTOSAURUS = [variant for variant in VARIANTS if variant.startswith("draft")]


make_searcher = partial(searcher_of, BanditSearcher, exploration=0.35, max_simulations=500, max_bytes=2**20)


@pytest.mark.parametrize("variant", DRAFTOSAURUS)
def test_every_move_is_tried_before_one_is_tried_again(variant: str) -> None:
    for state, seat in random_positions(variant, 87, 10):
        searcher = make_searcher(state, seat)
        n_moves = len(searcher.statistics())
        searcher.run(n_moves, float("inf"))
        assert [visits for visits, *_ in searcher.statistics()] == [1] * n_moves
        searcher.run(500, float("inf"))
        assert searcher.check() == 0, state_json(state, None)
        assert (searcher.nodes, searcher.max_depth) == (1, 1)
        assert sum(visits for visits, *_ in searcher.statistics()) == 500


@pytest.mark.parametrize("variant", DRAFTOSAURUS)
def test_greedy_playouts_end_by_the_rules(variant: str) -> None:
    for index, (state, seat) in enumerate(random_positions(variant, 88, 40)):
        end = greedy_playout(view(state, seat).sample(seat, Rng(index)), Rng(index))
        assert end.over
        assert end.check() == 0, f"seed {index}: {state_json(state, None)}"
        assert sum(end.payoff()[0]) == pytest.approx(1)


@pytest.mark.parametrize("variant", DRAFTOSAURUS)
def test_greedy_playouts_score_more_than_random_ones(variant: str) -> None:
    start = new_variant(variant, 3)
    greedy = fmean(fmean(greedy_playout(start, Rng(seed)).payoff()[1]) for seed in range(200))
    uniform = fmean(fmean(start.playout(Rng(seed)).payoff()[1]) for seed in range(200))
    assert greedy > uniform + 8


def test_a_game_without_informed_playouts_is_refused() -> None:
    with pytest.raises(ValueError, match="jurassic_snack"):
        make_searcher(new_variant("snack-square", 1), 0)
