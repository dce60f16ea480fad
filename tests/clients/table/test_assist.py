"""Whole games at a table: after each answer the view must be the referee's."""

from __future__ import annotations

import contextlib
import random
from functools import partial
from typing import Any

import pytest
from refereeing import Referee, options_of

from dinoai.clients.table.conversations import CONVERSATIONS
from dinoai.clients.table.history import History
from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError

SNACK = [
    {"area": area, "stalemate_turns": turns, "eruption_last_token": last}
    for area, turns, last in (("square", 2, "REMOVE"), ("square", 4, "LOOK"), ("random", 4, "REMOVE"))
]
DRAFT: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "side": "WINTER", "boxed_visible": False, "start": 1},
    {"players": 2, "match": True, "boxed_visible": False, "placement": "AFTER_REVEAL"},
    {"players": 3, "side": "WINTER", "placement": "AFTER_REVEAL", "start": 2},
    {"players": 4, "match": True, "prairie_capacity": 12, "start": 1},
    {"players": 5, "side": "WINTER"},
    {"players": 5, "placement": "AFTER_REVEAL"},
]
GAMES = [("jurassic_snack", options) for options in SNACK] + [("draftosaurus", options) for options in DRAFT]


def begin(game: str, options: dict[str, Any], seed: int) -> tuple[Referee, History]:
    state = games.new_game(game, seed=seed, **options)
    dice = random.Random(seed)
    referee = Referee(state, dice.randrange(state.n_seats), dice)
    return referee, History(partial(CONVERSATIONS[game], None, options_of(state)))


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_view_follows_a_whole_game(game: str, options: dict[str, Any], seed: int) -> None:
    referee, history = begin(game, options, seed)
    kinds = set()
    while history.question is not None:
        question = history.question
        kinds.add(question.kind)
        if question.view is not None and question.kind != "token":
            referee.look_at(question.view)
            assert question.view == referee.expected_view(), (seed, games.state_json(referee.state))
        history.answer(referee.answer(question))
    assert history.view is not None and history.view.over
    assert history.view == games.view(referee.state, referee.seat), (seed, games.state_json(referee.state))
    assert kinds >= {"move", "choice"}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_wrong_answers_are_taken_back(game: str, options: dict[str, Any]) -> None:
    """Of many questions one wrong answer is taken back; at the end all answers are, and given again."""
    referee, history = begin(game, options, 11)
    dice = random.Random(5)
    answers = []
    while history.question is not None:
        question = history.question
        n_answers = len(history.answers)
        # Where few of a species are unseen, not all that a seat may have goes with what the others took.
        with contextlib.suppress(InvalidInputError):
            if dice.random() < 0.3:
                history.answer(dice.choice(question.moves or ("nonsense",)))
                assert history.take_back()
        again = history.question
        assert again is not None and len(history.answers) == n_answers
        assert (again.kind, again.text, again.view, again.moves) == (
            question.kind,
            question.text,
            question.view,
            question.moves,
        )
        answers.append(referee.answer(question))
        history.answer(answers[-1])
    end = history.view
    while history.take_back():
        pass
    assert history.view is None and history.question is not None
    for answer in answers:
        history.answer(answer)
    assert history.question is None and history.view == end


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_a_view_is_gone_on_with(game: str, options: dict[str, Any]) -> None:
    """Wherever a session ends it begins again from the view that it kept, as the state file holds it."""
    referee, history = begin(game, options, 7)
    while history.question is not None:
        question = history.question
        # Answers of others are asked again from the first on, so sessions end before they begin.
        if question.kind == "move" and question.view is not None and len(history.answers) > 1:
            kept = games.parse_state(games.state_json(question.view))
            history = History(partial(CONVERSATIONS[game], kept, {}))
            assert history.question is not None and history.question.text == question.text
        history.answer(referee.answer(question))
        if question.kind == "move" and history.view is not None and referee.state.simultaneous:
            kept = games.parse_state(games.state_json(history.view))
            history = History(partial(CONVERSATIONS[game], kept, {}))
    assert history.view == games.view(referee.state, referee.seat)


def set_up(game: str, *answers: str) -> History:
    history = History(partial(CONVERSATIONS[game], None, {}))
    for answer in answers:
        history.answer(answer)
    return history


@pytest.mark.parametrize(
    ("rows", "wrong", "words"),
    [
        ([], "GG.GGG", "made of B, Y, G and #"),
        ([], "", "made of B, Y, G and #"),
        ([], "G" * 13, "at most 12 squares"),
        ([], "GGGGG", "3, 6, 9 or 12 squares long, not 5"),
        (["GGBGGY"], "GGG", "all rows are 6 long"),
        (["BBBBGG"], "BGGGGG", "Blue sets up 4 Diplos, not 5"),
        (["GGGGGG"] * 5, "GGBGGY", "Blue sets up 4 Diplos, not 1"),
        (["GGGGGGGGG"] * 3 + ["GGGGGG###"], "GGGGGG###", "more than 36 squares"),
        (["BYBYBYBYG", "GGGGGGGGG", "GGGGGGGGG", "GGGGGG###"], "GGG######", "multiples of 3"),
    ],
)
def test_impossible_rows(rows: list[str], wrong: str, words: str) -> None:
    history = set_up("jurassic_snack", "blue", *rows)
    with pytest.raises(InvalidInputError, match=words):
        history.answer(wrong)
    assert len(history.answers) == 1 + len(rows)


def test_a_row_may_be_written_small_and_with_spaces() -> None:
    rows = ["g y g g b g", "GBGGYG", "GGGGGG", "GBGBGG", "GGGGGG", "GYGGGY"]
    history = set_up("jurassic_snack", "y", *rows)
    assert history.question is not None and history.question.kind == "choice"
    assert history.question.text == "Blue's move"


def test_a_token_that_is_already_known_is_refused() -> None:
    rows = ["GYGGBG", "GBGGYG", "GGGGGG", "GBGBGG", "GGGGGG", "GYGGGY"]
    history = set_up("jurassic_snack", "yellow", *rows)
    for answer in ("b2-a2", "surprise", "e2-f2", "surprise", "b6-a6"):
        history.answer(answer)
    with pytest.raises(InvalidInputError, match="all Surprise tokens are already known; unseen are yummy"):
        history.answer("surp")
    with pytest.raises(InvalidInputError, match="no Grass token; there are yummy"):
        history.answer("leaf")
    history.answer("yummy")
    assert history.question is not None and history.question.text == "Blue's move"


def test_an_impossible_hand_is_refused() -> None:
    history = set_up("draftosaurus", "3", "summer", "0", "1", "empty")
    for hand, words in (
        ("t_rex", "holds 1 dinosaurs"),
        ("7 t_rex", "holds 7 dinosaurs"),
        ("2 brachio 3 q", "no species"),
    ):
        with pytest.raises(InvalidInputError, match=words):
            history.answer(hand)
    history.answer("6 t_rex")
    with pytest.raises(InvalidInputError, match="seat 0 has no triceratops in its hand"):
        history.answer("triceratops@river")
    history.answer("t_rex@river")
    with pytest.raises(InvalidInputError, match="seat 1 cannot have a t_rex: none is unseen"):
        history.answer("t_rex@river")
