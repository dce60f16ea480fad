"""Games against bots: whole ones, saved ones, and what can be taken back."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from playing import VARIANTS, new_variant

from dinoai.clients.table.hints import Limits
from dinoai.clients.table.news import n_known
from dinoai.clients.table.play_game import PlayGame, read_game
from dinoai.engine import games
from dinoai.engine.errors import IllegalMoveError, InvalidInputError
from dinoai.engine.rng import Rng


def begin(variant: str, seed: int, seat: int = 0) -> PlayGame:
    start = new_variant(variant, seed)
    bots = {other: "random" for other in range(start.n_seats) if other != seat}
    return PlayGame(start, seat, bots, Limits(simulations=10), seed)


def played(game: PlayGame, dice: random.Random) -> Iterator[int]:
    """Play on at random; yields each seat that has moved."""
    while (seat := game.next_seat()) is not None:
        game.play(seat, dice.choice(games.legal_moves(game.state, seat)))
        yield seat


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_person_chooses_first_where_all_choose_at_once(variant: str) -> None:
    game = begin(variant, 2, seat=1)
    for _ in played(game, random.Random(2)):
        if game.state.simultaneous and games.legal_moves(game.state, game.seat):
            assert game.next_seat() == game.seat
    assert game.state.over


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_saved_game_goes_on_as_it_would_have(variant: str) -> None:
    game = begin(variant, 3)
    dice = random.Random(3)
    for _ in played(game, dice):
        if dice.random() < 0.1:
            again = read_game(game.document().encode())
            assert (again.state, again.moves, again.seat) == (game.state, game.moves, game.seat)
            assert (again.bots, again.limits, again.seed) == (game.bots, game.limits, game.seed)
            assert again.search_seed() == game.search_seed() != game.search_seed(hint=True)
    assert read_game(game.document().encode()).state.over


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_readable_part_of_a_file_depends_on_what_the_person_knows_alone(variant: str) -> None:
    game = begin(variant, 4)
    other = PlayGame(games.complete(game.view, Rng(9)), game.seat, game.bots, game.limits, game.seed)
    assert other.state != game.state
    documents = [json.loads(one.document()) for one in (game, other)]
    assert documents[0].pop("hidden") != documents[1].pop("hidden")
    assert documents[0] == documents[1]


@pytest.mark.parametrize("seed", range(8))
def test_what_showed_nothing_is_taken_back(seed: int) -> None:
    game = begin(("snack-square", "snack-random")[seed % 2], seed, seat=seed // 2 % 2)
    dice = random.Random(seed)
    before = None
    n_taken = 0
    while (seat := game.next_seat()) is not None:
        if seat == game.seat:
            before = game.state, list(game.moves)
        game.play(seat, dice.choice(games.legal_moves(game.state, seat)))
        if before is None:
            assert game.take_back() == "You have not moved yet."
            continue
        now = game.state, list(game.moves)
        shown = n_known(games.view(before[0], game.seat)) != n_known(game.view)
        if game.take_back():
            assert shown and (game.state, game.moves) == now
        else:
            assert not shown and (game.state, game.moves) == before
            n_taken += 1
            for mover, move in now[1][len(before[1]) :]:
                game.play(mover, move)
            assert game.state == now[0]
    assert n_taken > 0


def test_revealed_choices_are_not_taken_back() -> None:
    game = begin("draft-3-summer", 1)
    for seat in range(3):
        game.play(seat, games.legal_moves(game.state, seat)[0])
    assert "revealed" in game.take_back()
    assert len(game.moves) == 3


def broken(**changes: Any) -> bytes:
    document = json.loads(begin("snack-square", 1).document())
    document.update(changes)
    return json.dumps({key: value for key, value in document.items() if value is not None}).encode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "empty"),
        (b"[]", "no game saved"),
        (b"{}", "no game saved"),
        (b"\xff", "UTF-8"),
        (broken(hidden="nonsense"), "broken saved game"),
        (broken(hidden="AAAA"), "broken saved game"),
        (broken(hidden=7), "broken saved game"),
        (broken(seat=1), "contradict each other"),
        (broken(seat="x"), "broken saved game"),
        (broken(bots={"1": "nobody"}), "broken saved game"),
        (broken(bots={"0": "random"}), "contradict each other"),
        (broken(limits=None), "broken saved game"),
        (broken(view={}), "broken saved game"),
        (broken(view=json.loads(begin("snack-square", 2).document())["view"]), "contradict each other"),
    ],
)
def test_broken_files(text: bytes, words: str) -> None:
    with pytest.raises(InvalidInputError, match=words):
        read_game(text)


WRONG: tuple[Any, ...] = (None, -1, 1.5, 10**20, True, "x", [], {}, [None], {"a": 1})


def leaves(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a document."""
    entries = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in entries:
        yield (*path, key)
        yield from leaves(value, (*path, key))


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize("variant", ["snack-square", "draft-2-winter"])
def test_whatever_a_file_holds_it_is_refused_or_can_be_played(variant: str) -> None:
    game = begin(variant, 6)
    for _, _ in zip(range(8), played(game, random.Random(6)), strict=False):
        pass
    document = json.loads(game.document())
    document["hidden"] = json.loads(zlib.decompress(base64.b64decode(document["hidden"])))
    for path in leaves(document):
        if (path[0] == "view" and len(path) > 3) or (path[:2] == ("hidden", "start") and len(path) > 4):
            continue  # the reading of states has its own tests
        for value in WRONG:
            changed = replaced(document, path, value)
            changed["hidden"] = base64.b64encode(zlib.compress(json.dumps(changed["hidden"]).encode())).decode()
            try:
                again = read_game(json.dumps(changed).encode())
            except InvalidInputError:
                continue
            assert again.state == game.state, (path, value)
            assert again.search_seed() >= 0
            assert again.limits.threads >= 1


def test_illegal_moves_change_nothing() -> None:
    game = begin("snack-square", 1)
    state = game.state
    with pytest.raises(IllegalMoveError):
        game.play(0, "a1-z9")
    assert game.state == state and not game.moves
