"""Going on from a view with what is revealed at the table: the same as the view of the next full state."""

import random
from typing import Any

import pytest
from revealing import told

from dinoai.engine import games
from dinoai.engine.draftosaurus.names import SPECIES
from dinoai.engine.draftosaurus.packing import unpack
from dinoai.engine.errors import IllegalMoveError, InvalidInputError, InvalidRevealError, NothingToDecideError
from dinoai.engine.state import State

OPTIONS = [
    {"players": players, "side": side, "placement": placement, "boxed_visible": visible, "match": match}
    for players in (2, 3, 4, 5)
    for side, match in (("SUMMER", False), ("WINTER", False), ("SUMMER", True))
    for placement in ("WITH_PICK", "AFTER_REVEAL")
    for visible in ((True, False) if players == 2 else (True,))
]


def play_phase(state: State, dice: random.Random) -> tuple[dict[int, str], State]:
    """Everybody's move of the phase, and the full state after it."""
    moves = {}
    for seat in range(state.n_seats):
        legal = games.legal_moves(state, seat)
        if legal:
            moves[seat] = dice.choice(legal)
    for seat, move in moves.items():
        state = games.apply_move(state, move, seat, seed=dice.randrange(2**32))
    return moves, state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_views_follow_the_game(options: dict[str, Any]) -> None:
    for seed in range(4):
        dice = random.Random(seed)
        state = games.new_game("draftosaurus", seed=seed, **options)
        while not state.over:
            moves, after = play_phase(state, dice)
            for seat, move in moves.items():
                reveals = told(state, after, seat, moves, with_hand=bool(seed % 2))
                dice.shuffle(reveals)
                view = games.apply_move(games.view(state, seat), move, seat, reveals=reveals)
                assert view == games.view(after, seat), (seed, seat, reveals, games.state_json(state))
                assert view.check() == 0
                assert games.parse_state(games.state_json(view)) == view
            state = after


def fresh_view(**options: Any) -> State:
    return games.view(games.new_game("draftosaurus", seed=1, **options), 0)


def first_move(view: State) -> str:
    return games.legal_moves(view)[0]


def test_all_that_is_missing_is_listed() -> None:
    view = fresh_view(players=4)
    with pytest.raises(InvalidRevealError) as caught:
        games.apply_move(view, first_move(view), reveals=["2:t_rex@river"])
    text = str(caught.value)
    assert [problem.path for problem in caught.value.problems] == ["reveals"]
    assert all(word in text for word in ("1:MOVE", "3:MOVE", "die:FACE", "hand:SPECIES"))
    assert "2:MOVE" not in text


@pytest.mark.parametrize(
    ("reveal", "words"),
    [
        ("t_rex@river", "SEAT:MOVE"),
        ("x:t_rex@river", "seat number"),
        ("4:t_rex@river", "from 0 to 3"),
        ("0:t_rex@river", "viewer"),
        ("1:t_rex@lake", "no place"),
        ("1:raptor@river", "no species"),
        ("1:box t_rex", "SPECIES@PLACE"),
        ("1:t_rex@lookout", "no place of the SUMMER side"),
        ("die:LAKE", "no face"),
        ("hand:RAPTOR", "no species"),
        ("hand:", "no species"),
    ],
)
def test_impossible_reveals(reveal: str, words: str) -> None:
    view = fresh_view(players=4)
    with pytest.raises(InvalidRevealError) as caught:
        games.apply_move(view, first_move(view), reveals=["2:t_rex@river", reveal])
    assert [problem.path for problem in caught.value.problems] == ["reveals[1]"]
    assert words in str(caught.value)


def test_impossible_hands() -> None:
    view = fresh_view(players=3)
    others = ["1:stegosaurus@river", "2:stegosaurus@river", "die:WOODLANDS"]
    for text, words in (("T_REX", "has 5 dinosaurs"), (",".join(["T_REX"] * 5), "cannot be")):
        fields = unpack(view)
        if text != "T_REX":
            # Nobody can hold more T-Rexes than the viewer has not seen.
            text = ",".join(["STEGOSAURUS"] * 5)
            assert fields["hands"][0]["dinosaurs"].count("STEGOSAURUS") + 2 + 5 > 6
        with pytest.raises(InvalidRevealError) as caught:
            games.apply_move(view, first_move(view), reveals=[*others, f"hand:{text}"])
        assert [problem.path for problem in caught.value.problems] == ["reveals[3]"]
        assert words in str(caught.value)


def test_too_much_is_refused() -> None:
    view = fresh_view(players=2)
    for reveal, words in (("die:WOODLANDS", "not rolled"), ("hand:T_REX", "nobody gets"), ("1:t_rex@river", "twice")):
        with pytest.raises(InvalidRevealError, match=words):
            games.apply_move(view, first_move(view), reveals=["1:t_rex@river", reveal])
    full = games.new_game("draftosaurus", seed=1)
    with pytest.raises(InvalidRevealError, match="seed"):
        games.apply_move(full, games.legal_moves(full, 0)[0], 0, reveals=["die:WOODLANDS"])


def test_hidden_boxing_is_not_told_in_the_first_turn() -> None:
    state = games.new_game("draftosaurus", seed=1, boxed_visible=False)
    _, state = play_phase(state, random.Random(1))
    view = games.view(state, 0)
    species = "t_rex"
    with pytest.raises(InvalidRevealError, match="not seen"):
        games.apply_move(view, first_move(view), reveals=[f"1:box {species}", "die:WOODLANDS"])


def test_moves_that_cannot_be_made() -> None:
    state = games.new_game("draftosaurus", seed=1)
    for move, words in (("", "no move"), ("t_rex", "no move"), ("t_rex@", "no place"), ("pick t_rex", "SPECIES@PLACE")):
        with pytest.raises(IllegalMoveError, match=words) as caught:
            games.apply_move(state, move, 0)
        assert caught.value.problems[0].path == "move"
    chosen = games.apply_move(state, games.legal_moves(state, 0)[0], 0)
    assert games.legal_moves(chosen, 0) == []
    with pytest.raises(NothingToDecideError, match="already chosen"):
        games.apply_move(chosen, "t_rex@river", 0)
    view = games.view(state, 1)
    assert games.legal_moves(view, 0) == []
    with pytest.raises(InvalidInputError, match="view of seat 1"):
        games.apply_move(view, "t_rex@river", 0)
    legal = games.legal_moves(state, 0)
    missing = next(name for name in map(str.lower, SPECIES) if f"{name}@river" not in legal)
    with pytest.raises(IllegalMoveError, match=f"no {missing} in its hand; legal are"):
        games.apply_move(state, f"{missing}@river", 0)


def test_the_game_is_over() -> None:
    state = games.new_game("draftosaurus", seed=2)
    dice = random.Random(2)
    while not state.over:
        _, state = play_phase(state, dice)
    with pytest.raises(NothingToDecideError, match="over"):
        games.apply_move(state, "t_rex@river", 0)
