"""Levels of play: what they play is drawn by visits, is bounded, and is the same wherever it is asked for."""

from __future__ import annotations

from collections import Counter

import pytest
from chi_squared import chi_squared_p
from playing import VARIANTS, new_variant, random_positions, rank

from dinoai.engine.errors import InvalidInputError
from dinoai.engine.games import format_move, legal_moves, view
from dinoai.engine.rng import Rng
from dinoai.search import suggest
from dinoai.search.chooser import Chooser
from dinoai.search.guidance import FULL_LEVEL, GuidedBot
from dinoai.search.levels import LEVELS, Level, bounded, draw_move, find_level, level_of


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_level_answers_with_the_move_it_plays(variant: str) -> None:
    game = VARIANTS[variant][0]
    for index, (state, seat) in enumerate(random_positions(variant, 31, 12)):
        level = find_level(1 + index % 9, game)
        assert level is not None
        answer = suggest(state, seat, level=1 + index % 9, seed=index)
        told = (index, bytes(state))
        assert {suggestion.notation for suggestion in answer.suggestions} == set(legal_moves(state, seat)), told
        assert answer.stats.simulations == level.simulations, told
        first, *others = answer.suggestions
        ranks = [rank(suggestion) for suggestion in others]
        assert ranks == sorted(ranks, reverse=True), told
        best = max(answer.suggestions, key=lambda suggestion: suggestion.visits)
        assert first.visits > 0, told
        assert first.win_probability >= best.win_probability - level.loss * 2 / state.n_seats - 1e-9, told
        chooser = Chooser("ismcts", game, options={"level": str(1 + index % 9)})
        played = chooser.choose(view(state, seat), seat, index)
        assert format_move(view(state, seat).sample(seat, Rng(0)), played) == first.notation, told
        assert suggest(state, seat, bot=f"ismcts:level={1 + index % 9}", seed=index).suggestions == answer.suggestions


@pytest.mark.parametrize("variant", ["snack-square", "draft-3-winter"])
def test_the_full_level_is_the_bot_as_it_is(variant: str) -> None:
    for state, seat in random_positions(variant, 32, 4):
        usual = suggest(state, seat, simulations=100, seed=5)
        full = suggest(state, seat, simulations=100, seed=5, level=FULL_LEVEL)
        assert full.suggestions == usual.suggestions
        assert full.stats.simulations == usual.stats.simulations
        assert full.engine.bot == "ismcts:level=10"


def test_limits_of_the_request_bound_a_level_too() -> None:
    state = new_variant("snack-square", 1)
    assert suggest(state, level=5, simulations=7).stats.simulations == 7
    assert suggest(state, level=5, simulations=10**6).stats.simulations == 100
    assert suggest(state, level=5, time=0).stats.simulations == 1
    assert suggest(state, bot="ismcts:temperature=1", simulations=50).stats.simulations == 50
    assert bounded(None, None) is None


def test_levels_play_different_moves_and_the_seed_says_which() -> None:
    state = new_variant("draft-2-summer", 3)

    def played(level: int) -> list[str]:
        return [suggest(state, 0, level=level, seed=seed).suggestions[0].notation for seed in range(30)]

    assert played(1) == played(1)
    assert len(set(played(1))) > len(set(played(9)))


def test_a_proven_loss_is_drawn_only_where_there_is_no_other_move() -> None:
    level = Level(None, 1.0, 1.0)
    assert {draw_move(level, [(90, 0), (10, 3)], 2, seed) for seed in range(50)} == {1}
    assert {draw_move(level, [(90, 0), (10, 0)], 2, seed) for seed in range(50)} == {0, 1}


@pytest.mark.parametrize("temperature", [0.5, 1.0, 100.0])
def test_moves_are_drawn_by_visits(temperature: float) -> None:
    """100, 64 and 16 visits; the fourth move is too much worse, the last was never tried."""
    rows = [(100.0, 60.0), (64.0, 32.0), (16.0, 8.0), (25.0, 2.0), (0.0, 0.0)]
    level = Level(None, temperature, 0.2)
    drawn = Counter(draw_move(level, rows, 2, seed) for seed in range(5000))
    weights = {index: round(1e6 * (rows[index][0] / 100) ** (1 / temperature)) for index in range(3)}
    assert chi_squared_p(drawn, weights) > 1e-4, drawn


def test_with_more_players_less_may_be_lost() -> None:
    rows = [(10.0, 5.0), (10.0, 3.5)]
    assert {draw_move(Level(None, 100.0, 0.2), rows, 2, seed) for seed in range(50)} == {0, 1}
    assert {draw_move(Level(None, 100.0, 0.2), rows, 4, seed) for seed in range(50)} == {0}


def test_every_game_has_all_levels() -> None:
    for game, levels in LEVELS.items():
        assert len(levels) == FULL_LEVEL - 1
        for level in range(1, FULL_LEVEL):
            assert level_of(GuidedBot(level=level), game) == levels[level - 1]
        assert level_of(GuidedBot(), game) is None
    assert find_level(0, "draftosaurus") is find_level(3, "chess") is None


@pytest.mark.parametrize(
    ("given", "path", "message"),
    [
        ({"level": 0}, "level", "from 1 to 10, not 0"),
        ({"level": 11}, "level", "from 1 to 10, not 11"),
        ({"level": 3, "bot": "greedy"}, "level", "no option of greedy"),
        ({"level": 3, "bot": "ismcts-plain"}, "level", "no option of ismcts-plain"),
        ({"level": 3, "bot": "ismcts:level=2"}, "bot", "given twice"),
        ({"bot": "ismcts:temperature=-1"}, "temperature", "from 0 to 100"),
    ],
)
def test_what_is_no_level(given: dict[str, object], path: str, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message) as raised:
        suggest(new_variant("snack-square", 1), **given)  # type: ignore[arg-type]
    assert [problem.path for problem in raised.value.problems] == [path]
