"""What a person means by numbers, beginnings, and words."""

from __future__ import annotations

import io

import pytest
from playing import VARIANTS, random_positions
from rich.console import Console

from dinoai.clients.table.choosing import choose_move, choose_word, moves_with
from dinoai.clients.table.move_list import list_moves, move_list
from dinoai.clients.table.questions import many_reader, number_reader
from dinoai.engine import games
from dinoai.engine.draftosaurus.names import FACES, SPECIES
from dinoai.engine.errors import InvalidInputError

DRAFT = [
    "brachiosaurus@river",
    "brachiosaurus@woody_trio",
    "t_rex@river",
    "triceratops@river",
    "triceratops@woody_trio",
]
SLIDES = ["a1-a10", "a1-a2", "a1-b1", "a10-a12", "b2-b1"]
BOX = ["box brachiosaurus", "box t_rex", "box triceratops"]
PLACES = ["place@pyramid.0", "place@pyramid.1", "place@river"]
EFFECTS = ["eruption a1+b4", "eruption a1+c4", "eruption b4+c4"]


@pytest.mark.parametrize(
    ("text", "moves", "meant"),
    [
        ("3", DRAFT, "t_rex@river"),
        (" T-Rex @ River ", DRAFT, "t_rex@river"),
        ("b@w", DRAFT, "brachiosaurus@woody_trio"),
        ("t_rex", DRAFT, "t_rex@river"),
        ("trex", DRAFT, "t_rex@river"),
        ("tri@r", DRAFT, "triceratops@river"),
        ("a1-a1", SLIDES, "a1-a10"),
        ("a1-a2", SLIDES, "a1-a2"),
        ("b2", SLIDES, "b2-b1"),
        ("a10", SLIDES, "a10-a12"),
        ("b", SLIDES, "b2-b1"),
        ("box b", BOX, "box brachiosaurus"),
        ("tri", BOX, "box triceratops"),
        ("t_rex", BOX, "box t_rex"),
        ("river", PLACES, "place@river"),
        ("pyramid.1", PLACES, "place@pyramid.1"),
        ("er a1+c", EFFECTS, "eruption a1+c4"),
        ("b4", EFFECTS, "eruption b4+c4"),
        ("eruption c4+b4", EFFECTS, "eruption b4+c4"),
        ("c4 + a1", EFFECTS, "eruption a1+c4"),
        ("c4+c4", EFFECTS, None),
        ("eruption c4", EFFECTS, None),
        ("x", DRAFT, None),
        ("", DRAFT, None),
    ],
)
def test_moves(text: str, moves: list[str], meant: str | None) -> None:
    assert choose_move(text, moves) == meant


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        ("t@r", DRAFT, "may be t_rex@river, triceratops@river"),
        ("a1-", SLIDES, "may be a1-a10, a1-a2, a1-b1"),
        ("0", DRAFT, "the moves 1 to 5"),
        ("6", DRAFT, "the moves 1 to 5"),
        ("9" * 50, DRAFT, "the moves 1 to 5"),
        ("pyr", PLACES, "may be place@pyramid.0, place@pyramid.1"),
    ],
)
def test_what_is_not_clear(text: str, moves: list[str], words: str) -> None:
    with pytest.raises(InvalidInputError, match=words):
        choose_move(text, moves)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_is_found_by_its_number_and_its_notation(variant: str) -> None:
    for state, seat in random_positions(variant, 5, 12):
        moves = games.legal_moves(state, seat)
        for number, move in enumerate(moves, 1):
            assert choose_move(str(number), moves) == move
            assert choose_move(move.upper(), moves) == move
            assert move in moves_with(move, moves)


def test_parts_of_a_list() -> None:
    assert moves_with("tri", DRAFT) == DRAFT[3:]
    assert moves_with("w", DRAFT) == [DRAFT[1], DRAFT[4]]
    assert moves_with("c4", EFFECTS) == EFFECTS[1:]
    assert moves_with("z", EFFECTS) == []


def test_a_long_list_is_shown_on_request_alone() -> None:
    squares = [f"{column}{row}" for column in "abc" for row in range(1, 9)]
    moves = [f"eruption {first}+{second}" for first in squares for second in squares if first < second]
    console = Console(file=io.StringIO(), width=200)
    console.print(*list_moves(moves))
    console.print(move_list(moves, moves_with("a1", moves)))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "276 moves from eruption a1+a2 to eruption c7+c8; `moves` lists them, `moves eruption a1`" in text
    assert "1 a1+a2" in text and "23 a1+c8" in text and "a2+" not in text


def test_words() -> None:
    faces = [face for face in FACES if face]
    assert choose_word("Watch out", faces, "face") == "WATCH_OUT_FOR_T_REX"
    assert choose_word("rest", faces, "face") == "RESTROOMS"
    with pytest.raises(InvalidInputError, match="may be woodlands, watch_out_for_t_rex"):
        choose_word("w", faces, "face")
    with pytest.raises(InvalidInputError, match="no face; did you mean grasslands"):
        choose_word("graslands", faces, "face")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 brachio, T-Rex", ["BRACHIOSAURUS"] * 2 + ["T_REX"]),
        ("para*2 tri t rex", ["PARASAUROLOPHUS"] * 2 + ["TRICERATOPS", "T_REX"]),
        ("3st sp", ["STEGOSAURUS"] * 3 + ["SPINOSAURUS"]),
        ("", []),
    ],
)
def test_several_words(text: str, found: list[str]) -> None:
    assert many_reader(SPECIES, "species")(text) == found


@pytest.mark.parametrize("text", ["raptor", "t", "2.5 tri", "tri!", "9 " * 40 + "tri"])
def test_what_is_no_list_of_species(text: str) -> None:
    with pytest.raises(InvalidInputError):
        many_reader(SPECIES, "species")(text)


def test_numbers() -> None:
    assert number_reader(2, 5)(" 3 ") == 3
    for text in ("1", "6", "", "two", "-3", "9" * 5000):
        with pytest.raises(InvalidInputError, match="from 2 to 5"):
            number_reader(2, 5)(text)
