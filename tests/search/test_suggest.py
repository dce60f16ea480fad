"""`suggest`: limits, determinism, legality, and that nothing hidden enters."""

from __future__ import annotations

import dataclasses
import random
import time

import pytest
from playing import VARIANTS, new_variant, random_play, random_positions, rank

from dinoai.engine.errors import InvalidInputError, NothingToDecideError
from dinoai.engine.games import apply_move, complete, format_move, legal_moves, seat_name, state_json, view
from dinoai.engine.jurassic_snack.packing import unpack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search import BOTS, OutOfTimeError, StopFlag, Suggestions, UnknownBotError, suggest
from dinoai.search.ismcts import list_sequences

SEARCHING = ("ismcts", "ismcts-plain", "pimc")


def timeless(answer: Suggestions) -> Suggestions:
    """The answer without the time it took."""
    return dataclasses.replace(answer, stats=dataclasses.replace(answer.stats, elapsed_millis=0.0))


def assert_sound(answer: Suggestions, state: State, seat: int) -> None:
    """Every promise about an answer that holds whatever the position."""
    told = f"seat {seat} of {state_json(state, None)}"
    legal = legal_moves(view(state, seat), seat)
    assert {suggestion.notation for suggestion in answer.suggestions} <= set(legal), told
    assert answer.seat == seat
    assert sum(answer.win_probabilities) == pytest.approx(1), told
    assert len(answer.expected_scores) == state.n_seats
    ranks = [rank(suggestion) for suggestion in answer.suggestions]
    assert ranks == sorted(ranks, reverse=True), told
    for suggestion in answer.suggestions:
        low, high = suggestion.win_probability_low, suggestion.win_probability_high
        assert 0 <= low <= suggestion.win_probability <= high <= 1, told
        if answer.stats.stop_reason == "SOLVED":
            assert low == high == suggestion.win_probability, told
        elif suggestion.visits == 0:
            assert (low, high) == (0, 1)
        assert suggestion.principal_variation[0] == suggestion.notation
        assert_line_is_legal(view(state, seat), seat, suggestion.principal_variation)


def assert_line_is_legal(position: State, seat: int, line: tuple[str, ...]) -> None:
    """Each move of a line is legal where it stands, and needs nothing turned up before the last one."""
    for index, move in enumerate(line):
        told = f"move {index} of {line} in {state_json(position, None)}"
        mover = seat if index == 0 else position.actor
        assert move in legal_moves(position, mover), told
        if index < len(line) - 1:
            position = apply_move(position, move, mover)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("bot", BOTS)
def test_answers_are_sound(variant: str, bot: str) -> None:
    for index, (state, seat) in enumerate(random_positions(variant, 71, 12)):
        for simulations in (1, 16, 300):
            answer = suggest(state, seat, simulations=simulations, seed=index, bot=bot)
            assert len(answer.suggestions) == len(legal_moves(state, seat))
            assert_sound(answer, state, seat)
            if answer.stats.stop_reason == "SOLVED":
                assert bot == "ismcts"
                assert answer.stats.simulations == 0
                assert sum(suggestion.share for suggestion in answer.suggestions) == pytest.approx(1)
            elif bot in SEARCHING:
                assert answer.stats.simulations == simulations
                assert sum(suggestion.visits for suggestion in answer.suggestions) == simulations
                assert answer.stats.stop_reason == "SIMULATIONS"
                assert answer.stats.nodes <= 2 * simulations + 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_same_seed_gives_the_same_answer(variant: str) -> None:
    for state, seat in random_positions(variant, 72, 4):
        for bot in BOTS:
            for threads in (1, 2):
                first, second = (
                    suggest(state, seat, simulations=500, seed=9, bot=bot, threads=threads) for _ in range(2)
                )
                assert timeless(first) == timeless(second)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_hidden_enters(variant: str) -> None:
    assert_nothing_hidden_enters(variant, 20)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_hidden_enters_in_many_positions(variant: str) -> None:
    assert_nothing_hidden_enters(variant, 200)


def assert_nothing_hidden_enters(variant: str, n: int) -> None:
    """Two full states that give a seat the same view give the same answer."""
    for index, (state, seat) in enumerate(random_positions(variant, 73, n)):
        other = complete(view(state, seat), Rng(index))
        assert view(other, seat) == view(state, seat)
        for bot in BOTS:
            first, second = (suggest(full, seat, simulations=200, seed=index, bot=bot) for full in (state, other))
            assert timeless(first) == timeless(second), f"seat {seat}, seed {index}: {state_json(state, None)}"


def test_threads_share_the_simulations() -> None:
    state, seat = random_positions("snack-square", 74, 1)[0]
    answer = suggest(state, seat, simulations=1001, seed=1, threads=3)
    assert answer.stats.simulations == 1001
    assert suggest(state, seat, simulations=2, seed=1, threads=3).stats.simulations == 2


def test_zero_time_still_does_one_simulation() -> None:
    state = new_variant("draft-2-summer", 3)
    answer = suggest(state, 0, time=0.0)
    assert answer.stats.simulations == 1
    assert answer.stats.stop_reason == "TIME"


def test_time_limit_ends_the_search() -> None:
    state = new_variant("snack-square", 3)
    for threads in (1, 2):
        answer = suggest(state, 0, time=0.2, threads=threads)
        assert answer.stats.stop_reason == "TIME"
        assert answer.stats.elapsed_millis >= 200
        assert answer.stats.simulations > 100


def test_deadline_ends_the_search() -> None:
    state = new_variant("snack-square", 3)
    answer = suggest(state, 0, time=60, deadline=time.monotonic() + 0.6)  # which a busy machine does not use up before
    assert answer.stats.stop_reason == "DEADLINE"
    with pytest.raises(OutOfTimeError):
        suggest(state, 0, deadline=time.monotonic() - 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_flag_ends_the_search_with_what_there_is(threads: int) -> None:
    state = new_variant("snack-square", 3)
    stop = StopFlag()

    def stop_early(simulations: int, seconds: float) -> None:
        if simulations > 1:
            stop.set("SHUTDOWN")

    answer = suggest(state, 0, time=60, stop=stop, threads=threads, progress=stop_early)
    assert answer.stats.stop_reason == "SHUTDOWN"
    assert answer.stats.simulations > 1


def test_progress_is_reported() -> None:
    state = new_variant("snack-square", 3)
    calls: list[tuple[int, float]] = []
    suggest(state, 0, time=0.3, progress=lambda done, seconds: calls.append((done, seconds)))
    assert len(calls) >= 2
    assert calls == sorted(calls)


@pytest.mark.parametrize("variant", ["snack-square", "draft-2-summer", "draft-4-winter"])
def test_moves_can_be_allowed_and_avoided(variant: str) -> None:
    for state, seat in random_positions(variant, 75, 5):
        legal = legal_moves(state, seat)
        rng = random.Random(len(legal))
        some = rng.sample(legal, max(1, len(legal) // 3))
        answer = suggest(state, seat, simulations=100, seed=1, allow_moves=some)
        assert {suggestion.notation for suggestion in answer.suggestions} == set(some)
        n_visits = 0 if answer.stats.stop_reason == "SOLVED" else 100
        assert sum(suggestion.visits for suggestion in answer.suggestions) == n_visits
        if len(some) < len(legal):
            answer = suggest(state, seat, simulations=100, seed=1, avoid_moves=some)
            assert {suggestion.notation for suggestion in answer.suggestions} == set(legal) - set(some)
        with pytest.raises(InvalidInputError) as caught:
            suggest(state, seat, simulations=1, avoid_moves=legal)
        assert caught.value.problems[0].path == "avoid_moves"
        with pytest.raises(InvalidInputError) as caught:
            suggest(state, seat, simulations=1, allow_moves=[legal[0], "fly"])
        assert caught.value.problems[0].path == "allow_moves[1]"


def test_top_cuts_the_answer() -> None:
    state = new_variant("draft-2-summer", 4)
    full = suggest(state, 1, simulations=100, seed=1)
    assert suggest(state, 1, simulations=100, seed=1, top=3).suggestions == full.suggestions[:3]


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"simulations": 0}, "limits.max_simulations"),
        ({"time": -1.0}, "limits.max_millis"),
        ({"time": float("nan")}, "limits.max_millis"),
        ({"threads": 0}, "limits.threads"),
        ({"seed": -1}, "seed"),
        ({"top": 0}, "top"),
        ({"seat": 2}, "seat"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, float], path: str) -> None:
    state = new_variant("snack-square", 5)
    with pytest.raises(InvalidInputError) as caught:
        suggest(state, **{"seat": 0, **arguments})  # type: ignore[arg-type]
    assert path in [problem.path for problem in caught.value.problems]


def test_unknown_bot() -> None:
    with pytest.raises(UnknownBotError, match="did you mean ismcts"):
        suggest(new_variant("snack-square", 5), 0, bot="ismct")


def test_who_has_nothing_to_decide_is_told_so() -> None:
    state = new_variant("snack-square", 5)
    with pytest.raises(NothingToDecideError):
        suggest(state, 1, simulations=1)
    for last, seat, move in random_play(state, random.Random(1)):
        end = apply_move(last, move, seat, seed=0)
    assert end.over
    with pytest.raises(NothingToDecideError, match="over"):
        suggest(end, 0, simulations=1)


def test_a_view_of_another_seat_is_refused() -> None:
    state = view(new_variant("draft-2-summer", 5), 0)
    with pytest.raises(InvalidInputError) as caught:
        suggest(state, 1, simulations=1)
    assert caught.value.problems[0].path == "seat"
    assert suggest(state, simulations=1).seat == 0


@pytest.mark.parametrize("variant", ["snack-square", "snack-random"])
def test_the_line_depends_on_nothing_hidden(variant: str) -> None:
    """Whoever moves in the line would know the same in every world that the asking seat holds possible."""
    n_replies = 0
    for state, seat in random_positions(variant, 76, 60):
        own = view(state, seat)
        answer = suggest(own, seat, simulations=3000, seed=1, top=3)
        for suggestion in answer.suggestions:
            worlds = [own.sample(seat, Rng(index)) for index in range(20)]
            for move in suggestion.principal_variation:
                keys = {world.infoset(world.actor) for world in worlds}
                assert len(keys) == 1, f"{move} of {suggestion} in {state_json(own, None)}"
                n_replies += worlds[0].actor != seat
                for world in worlds:
                    play(world, move)
    assert n_replies > 5


def play(world: State, move: str) -> None:
    """Apply a complete move to a world in place."""
    actions = next(actions for actions in list_sequences(world) if format_move(world, actions) == move)
    for action in actions:
        world.act(action)


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_at_tiny_budgets(variant: str) -> None:
    tiny_games(variant, 2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_ten_thousand_games_at_tiny_budgets(variant: str) -> None:
    tiny_games(variant, 1000)


def tiny_games(variant: str, n: int) -> None:
    """Whole games in which every move is suggested on a tiny budget; every answer must be sound."""
    limits: tuple[dict[str, float], ...] = ({"time": 0.0}, {"simulations": 1}, {"simulations": 16})
    for seed in range(n):
        state = new_variant(variant, seed)
        n_moves = 0
        while not state.over:
            for seat in range(state.n_seats):
                if state.over or not legal_moves(state, seat):
                    continue
                limit = limits[n_moves % 3]
                answer = suggest(state, seat, seed=n_moves, top=3, **limit)  # type: ignore[arg-type]
                assert_sound(answer, state, seat)
                state = apply_move(state, answer.suggestions[0].notation, seat, seed=n_moves)
                n_moves += 1


@pytest.mark.parametrize("threads", [1, 2])
def test_snapshots_are_complete_and_grow(threads: int) -> None:
    state = new_variant("snack-square", 2)
    seen: list[Suggestions] = []
    answer = suggest(state, 0, time=0.3, threads=threads, seed=4, snapshot=seen.append)
    simulations = [snapshot.stats.simulations for snapshot in seen]
    assert simulations[0] == 1
    assert simulations == sorted(set(simulations))
    assert simulations[-1] <= answer.stats.simulations
    for snapshot in seen:
        assert_sound(snapshot, state, 0)
        assert snapshot.stats.stop_reason == ""
        assert len(snapshot.suggestions) == len(answer.suggestions)


@pytest.mark.parametrize("threads", [1, 2])
def test_snapshots_change_no_answer(threads: int) -> None:
    state = new_variant("draft-3-summer", 2)
    limits = {"simulations": 30_000, "threads": threads, "seed": 4}
    seen: list[Suggestions] = []
    assert timeless(suggest(state, 0, snapshot=seen.append, **limits)) == timeless(suggest(state, 0, **limits))
    assert seen


@pytest.mark.slow
def test_looks_of_the_opponent_do_not_leak_in_many_positions() -> None:
    assert_looks_do_not_leak(500)


def test_looks_of_the_opponent_do_not_leak() -> None:
    assert_looks_do_not_leak(50)


def assert_looks_do_not_leak(n: int) -> None:
    """Views in which the opponent has looked at tokens: whatever they are, the answer is the same."""
    rng = random.Random(78)
    n_views = 0
    while n_views < n:
        for state, seat, _ in random_play(new_variant("snack-square", rng.getrandbits(32)), rng):
            if not unpack(state)["looked"][seat_name(state, 1 - seat).lower()] or rng.random() < 0.8:
                continue
            n_views += 1
            other = complete(view(state, seat), Rng(n_views))
            first, second = (suggest(full, seat, simulations=200, seed=n_views) for full in (state, other))
            assert timeless(first) == timeless(second), f"seat {seat}, seed {n_views}: {state_json(state, None)}"
