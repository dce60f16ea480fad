"""Moves as messages and as notation."""

from __future__ import annotations

import pytest
from playing import vectors

from dinoai.engine.errors import IllegalMoveError
from dinoai.server.moves import move_message, move_notation
from dinoai.v1 import move_pb2
from dinoai.v1.move_pb2 import DraftosaurusMove, JurassicSnackMove, Move, Place


@pytest.mark.parametrize("game", ["jurassic_snack", "draftosaurus"])
def test_every_legal_notation_survives_the_message(game: str) -> None:
    notations = {move for case in vectors(game, "positions") for move in case["moves"]}
    assert len(notations) > 100
    for notation in notations:
        message = move_message(game, notation)
        assert message.WhichOneof("game") == game
        assert move_notation(Move.FromString(message.SerializeToString())) == notation


@pytest.mark.parametrize(
    ("game", "notation", "message"),
    [
        ("jurassic_snack", "b2-b5", JurassicSnackMove(slide=move_pb2.Slide(from_square="b2", to_square="b5"))),
        ("jurassic_snack", "birth c3", JurassicSnackMove(birth=move_pb2.Birth(square="c3"))),
        (
            "jurassic_snack",
            "air_raid f1-c3",
            JurassicSnackMove(air_raid=move_pb2.AirRaid(from_square="f1", to_square="c3")),
        ),
        (
            "jurassic_snack",
            "eruption a1+b4",
            JurassicSnackMove(eruption=move_pb2.VolcanicEruption(squares=["a1", "b4"])),
        ),
        ("jurassic_snack", "eruption a1", JurassicSnackMove(eruption=move_pb2.VolcanicEruption(squares=["a1"]))),
        (
            "draftosaurus",
            "t_rex@pyramid.0",
            DraftosaurusMove(pick=move_pb2.PickDinosaur(species="T_REX", place=Place(pen="PYRAMID", cell=0))),
        ),
        ("draftosaurus", "pick t_rex", DraftosaurusMove(pick=move_pb2.PickDinosaur(species="T_REX"))),
        ("draftosaurus", "box t_rex", DraftosaurusMove(box=move_pb2.BoxDinosaur(species="T_REX"))),
        (
            "draftosaurus",
            "relocate@river",
            DraftosaurusMove(relocate=move_pb2.RelocateDinosaur(place=Place(pen="RIVER"))),
        ),
    ],
)
def test_a_notation_has_its_message(game: str, notation: str, message: JurassicSnackMove | DraftosaurusMove) -> None:
    assert getattr(move_message(game, notation), game) == message


@pytest.mark.parametrize(
    ("game", "notation"),
    [
        ("jurassic_snack", notation)
        for notation in (
            "",
            "b2",
            "b2-",
            "slide b2-b3",
            "pass ",
            "Pass",
            "eruption a1+b1+c1",
            "look b3-b4",
            "m1-a1",
            "a0-a1",
        )
    ]
    + [
        ("draftosaurus", notation)
        for notation in ("", "T_REX@river", "t_rex@pyramid", "t_rex@pyramid.6", "t_rex@river.", "rex@river")
    ]
    + [
        ("draftosaurus", "box species_unspecified"),
        ("draftosaurus", "place@pen_unspecified"),
        ("draftosaurus", "t_rex"),
    ],
)
def test_what_is_no_notation_is_refused(game: str, notation: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        move_message(game, notation)
    assert caught.value.problems[0].path == "move"


@pytest.mark.parametrize(
    ("move", "path"),
    [
        (Move(), "move"),
        (Move(jurassic_snack=JurassicSnackMove()), "move.jurassic_snack"),
        (Move(jurassic_snack=JurassicSnackMove(birth=move_pb2.Birth())), "move.jurassic_snack.birth.square"),
        (
            Move(jurassic_snack=JurassicSnackMove(eruption=move_pb2.VolcanicEruption())),
            "move.jurassic_snack.eruption.squares",
        ),
        (
            Move(jurassic_snack=JurassicSnackMove(eruption=move_pb2.VolcanicEruption(squares=["a1", "x"]))),
            "move.jurassic_snack.eruption.squares[1]",
        ),
        (Move(draftosaurus=DraftosaurusMove()), "move.draftosaurus"),
        (Move(draftosaurus=DraftosaurusMove(pick=move_pb2.PickDinosaur())), "move.draftosaurus.pick.species"),
        (Move(draftosaurus=DraftosaurusMove(place=move_pb2.PlaceDinosaur())), "move.draftosaurus.place.place.pen"),
        (
            Move(draftosaurus=DraftosaurusMove(place=move_pb2.PlaceDinosaur(place=Place(pen="PYRAMID")))),
            "move.draftosaurus.place.place.cell",
        ),
        (
            Move(draftosaurus=DraftosaurusMove(place=move_pb2.PlaceDinosaur(place=Place(pen="RIVER", cell=1)))),
            "move.draftosaurus.place.place.cell",
        ),
    ],
)
def test_an_incomplete_message_is_refused_where_it_is_incomplete(move: Move, path: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        move_notation(move)
    assert [problem.path for problem in caught.value.problems] == [path]
