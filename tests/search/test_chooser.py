"""The lean player of a bot plays what `suggest` puts first."""

from __future__ import annotations

import random

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.errors import InvalidInputError
from dinoai.engine.games import format_move, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import BOTS, suggest
from dinoai.search.chooser import Chooser
from dinoai.search.errors import OutOfTimeError, UnknownBotError

LIMITS = {bot: {} if bot in ("greedy", "random") else {"simulations": 60} for bot in BOTS}


def notation(state: State, seat: int, actions: tuple[int, ...]) -> str:
    return format_move(view(state, seat).sample(seat, Rng(0)), actions)


@pytest.mark.parametrize("bot", LIMITS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_the_best_suggestion(variant: str, bot: str) -> None:
    chooser = Chooser(bot, VARIANTS[variant][0], **LIMITS[bot])
    for seed, (state, seat) in enumerate(random_positions(variant, 4, 30)):
        best = suggest(state, seat, bot=bot, seed=seed, top=1, **LIMITS[bot]).suggestions[0].notation
        assert notation(state, seat, chooser.choose(view(state, seat), seat, seed)) == best, (seed, bytes(state))


def test_threads_play_the_best_suggestion() -> None:
    chooser = Chooser("ismcts-plain", "draftosaurus", simulations=101, threads=2)
    for seed, (state, seat) in enumerate(random_positions("draft-3-winter", 8, 10)):
        answer = suggest(state, seat, bot="ismcts-plain", seed=seed, simulations=101, threads=2)
        played = chooser.choose(view(state, seat), seat, seed)
        assert notation(state, seat, played) == answer.suggestions[0].notation, (seed, bytes(state))


def test_time_ends_a_search() -> None:
    state, seat = random_positions("snack-square", 1, 1)[0]
    assert Chooser("ismcts", "jurassic_snack", time=0.001).choose(view(state, seat), seat, 1)


def test_impatience() -> None:
    state, seat = random_positions("draft-2-summer", 1, 1)[0]
    with pytest.raises(OutOfTimeError, match=r"not done after 0\.001 seconds"):
        Chooser("ismcts", "draftosaurus", simulations=2**31).choose(view(state, seat), seat, 1, patience=0.001)


def test_options_change_the_bot() -> None:
    """By way of an exploration constant of 0, where the search commits itself to what won first."""
    keen = Chooser("ismcts-plain", "jurassic_snack", simulations=200, options={"exploration": "0"})
    assert keen.options == {"exploration": 0.0}
    usual = Chooser("ismcts-plain", "jurassic_snack", simulations=200)
    rng = random.Random(3)
    positions = random_positions("snack-square", 5, 40)
    seeds = [rng.getrandbits(32) for _ in positions]
    moves = [
        [bot.choose(view(state, seat), seat, seed) for (state, seat), seed in zip(positions, seeds, strict=True)]
        for bot in (keen, usual)
    ]
    assert moves[0] != moves[1]


@pytest.mark.parametrize(
    ("bot", "settings", "path", "message"),
    [
        ("ismcts-plain", {}, "simulations", "needs a limit"),
        ("greedy", {"simulations": 5}, "simulations", "takes no simulations"),
        ("random", {"time": 0.1}, "time", "takes no time"),
        ("random", {"threads": 2}, "threads", "takes no threads"),
        ("greedy", {"options": {"depth": "2"}}, "depth", "it has none"),
        ("ismcts-plain", {"simulations": 5, "options": {"explore": "1"}}, "explore", "did you mean exploration"),
        ("ismcts-plain", {"simulations": 5, "options": {"exploration": "much"}}, "exploration", "must be a number"),
        ("ismcts-plain", {"simulations": 5, "options": {"exploration": "nan"}}, "exploration", "must be a number"),
    ],
)
def test_settings_that_a_bot_does_not_take(bot: str, settings: dict[str, object], path: str, message: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        Chooser(bot, "jurassic_snack", **settings)  # type: ignore[arg-type]
    assert [problem.path for problem in caught.value.problems] == [path]
    assert message in str(caught.value)


def test_an_unknown_bot() -> None:
    with pytest.raises(UnknownBotError):
        Chooser("stockfish", "jurassic_snack", simulations=1)
