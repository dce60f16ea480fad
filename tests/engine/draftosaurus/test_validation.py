"""Broken states: each is refused with its fields, and whatever is accepted holds all invariants."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dinoai.engine import games
from dinoai.engine.errors import IllegalMoveError, InvalidInputError, InvalidStateError
from dinoai.v1 import state_pb2

VECTORS = Path(__file__).parents[2] / "vectors" / "draftosaurus"
CASES = {case["id"]: case for case in map(json.loads, (VECTORS / "positions.jsonl").open(encoding="utf-8"))}
Body = dict[str, Any]


def find(phase: str, n_seats: int, is_view: bool, **wanted: Any) -> Body:
    """A worked position with these options, as the engine writes it."""
    for case in CASES.values():
        state = games.parse_state(json.dumps(case["state"]))
        body: Body = json.loads(games.state_json(state))["draftosaurus"]
        fits = all(body["options"][name] == value for name, value in wanted.items())
        if (body["phase"], len(body["zoos"]), "viewer" in body) == (phase, n_seats, is_view) and fits:
            return body
    raise LookupError(f"no {phase} of {n_seats}: {wanted}")


def problems(body: Body) -> dict[str, str]:
    """What is reported, by path."""
    with pytest.raises(InvalidStateError) as caught:
        games.parse_state(json.dumps({"draftosaurus": body}))
    return {problem.path.removeprefix("draftosaurus").removeprefix("."): problem.message
            for problem in caught.value.problems}  # fmt: skip


def summer() -> Body:
    """Three players in turn 2; the roller is seat 2."""
    body: Body = json.loads(games.state_json(games.parse_state(json.dumps({"draftosaurus": {
        "side": "SUMMER", "turn": 2, "roller": 2, "die": "GRASSLANDS",
        "zoos": [{"woody_trio": ["T_REX"]}, {"river": ["STEGOSAURUS"]}, {"prairie_of_love": ["TRICERATOPS"]}],
        "hands": [{"dinosaurs": ["T_REX", "SPINOSAURUS", "SPINOSAURUS", "STEGOSAURUS", "BRACHIOSAURUS"]},
                  {"dinosaurs": ["T_REX", "SPINOSAURUS", "SPINOSAURUS", "STEGOSAURUS", "BRACHIOSAURUS"]},
                  {"dinosaurs": ["T_REX", "SPINOSAURUS", "TRICERATOPS", "STEGOSAURUS", "BRACHIOSAURUS"]}],
    }}))))["draftosaurus"]  # fmt: skip
    return body


def changed(**fields: Any) -> Body:
    body = {**summer(), **fields}
    return {name: value for name, value in body.items() if value is not ...}


def zoo_changed(**pens: Any) -> Body:
    body = summer()
    body["zoos"][0] = pens
    return body


def twelve(**pens: Any) -> Body:
    """Two finished zoos whose first holds these pens; only what is wrong with pens is looked at."""
    return {"side": "WINTER", "phase": "FINISHED", "turn": 12, "roller": 0, "zoos": [pens, {}], "hands": [{}, {}]}


T, S, P, B = "T_REX", "STEGOSAURUS", "SPINOSAURUS", "BRACHIOSAURUS"
BROKEN: list[tuple[str, Callable[[], Body], list[str]]] = [
    ("no zoos", lambda: changed(zoos=[], hands=[]), ["zoos"]),
    ("one zoo", lambda: changed(zoos=[{}], hands=[{}]), ["zoos"]),
    ("six zoos", lambda: changed(zoos=[{}] * 6, hands=[{}] * 6), ["zoos"]),
    ("no side", lambda: changed(side=...), ["side"]),
    ("side unspecified", lambda: changed(side="SIDE_UNSPECIFIED"), ["side"]),
    ("phase unspecified", lambda: changed(phase="PHASE_UNSPECIFIED"), ["phase"]),
    ("turn 0", lambda: changed(turn=0), ["turn"]),
    ("no roller", lambda: changed(roller=...), ["roller"]),
    ("no die", lambda: changed(die=...), ["die"]),
    ("die unspecified", lambda: changed(die="DIE_UNSPECIFIED"), ["die"]),
    ("viewer 3", lambda: changed(viewer=3), ["viewer"]),
    ("two faults of form", lambda: changed(turn=13, roller=3), ["turn", "roller"]),
    ("capacity 0", lambda: changed(options={"prairie_capacity": 0}), ["options.prairie_capacity"]),
    ("placement", lambda: changed(options={"placement": "PLACEMENT_UNSPECIFIED"}), ["options.placement"]),
    ("match without game", lambda: changed(match={}), ["match.game"]),
    ("pick of seat 3", lambda: changed(picks=[{"seat": 3, "move": "t_rex@river"}]), ["picks[0].seat"]),
    ("unreadable pick", lambda: changed(picks=[{"seat": 0, "move": "t_rex"}]), ["picks[0].move"]),
    ("pick without move", lambda: changed(picks=[{"seat": 0}]), ["picks[0].move"]),
    ("pick with species", lambda: changed(picks=[{"seat": 0, "move": "t_rex@river", "species": T}]),
     ["picks[0].species"]),
    ("pick of the wrong kind", lambda: changed(picks=[{"seat": 0, "move": "box t_rex"}]), ["picks[0].move"]),
    ("pick not in hand", lambda: changed(picks=[{"seat": 0, "move": "parasaurolophus@river"}]), ["picks[0].move"]),
    ("pick against the die", lambda: changed(picks=[{"seat": 0, "move": "t_rex@woody_trio"}]), ["picks[0].move"]),
    ("pick of a full pen", lambda: changed(picks=[{"seat": 2, "move": "t_rex@lookout"}]), ["picks[0].move"]),
    ("two picks of a seat", lambda: changed(picks=[{"seat": 0, "move": "t_rex@river"}] * 2), ["picks[1].seat"]),
    ("all have chosen", lambda: changed(picks=[{"seat": seat, "move": "t_rex@river"} for seat in range(3)]), ["picks"]),
    ("another's pick", lambda: changed(viewer=0, picks=[{"seat": 1, "move": "t_rex@river"}],
                                       hands=[summer()["hands"][0], summer()["hands"][1], {"unknown": 5}]),
     ["picks[0]"]),
    ("unseen hand known", lambda: changed(viewer=0), ["hands[2].dinosaurs"]),
    ("unseen hand partly known", lambda: changed(viewer=0, hands=[*summer()["hands"][:2],
                                                                  {"dinosaurs": [T], "unknown": 4}]),
     ["hands[2].dinosaurs"]),
    ("own hand unknown", lambda: changed(viewer=0, hands=[{"unknown": 5}, summer()["hands"][1], {"unknown": 5}]),
     ["hands[0].unknown"]),
    ("unknown in a full state", lambda: changed(hands=[*summer()["hands"][:2], {"unknown": 5}]), ["hands[2].unknown"]),
    ("hand too large", lambda: changed(hands=[*summer()["hands"][:2], {"dinosaurs": [T] * 6}]), ["hands[2]"]),
    ("huge unknown", lambda: changed(viewer=0, hands=[*summer()["hands"][:2], {"unknown": 4294967295}]), ["hands[2]"]),
    ("boxed with three", lambda: changed(boxed=[B]), ["boxed"]),
    ("boxed_unknown with three", lambda: changed(boxed_unknown=1), ["boxed_unknown"]),
    ("too many", lambda: changed(hands=[{"dinosaurs": [T] * 5}, {"dinosaurs": [T] * 5}, {"dinosaurs": [T] * 5}]), [""]),
    ("PLACE", lambda: changed(phase="PLACE"), ["phase"]),
    ("PLACE without the revealed", lambda: changed(phase="PLACE", options={"placement": "AFTER_REVEAL"}), ["picks"]),
    ("revealed not in hand", lambda: changed(
        phase="PLACE", options={"placement": "AFTER_REVEAL"},
        picks=[{"seat": seat, "species": "PARASAUROLOPHUS" if seat else T} for seat in range(3)]),
     ["picks[1].species", "picks[2].species"]),
    ("BOX", lambda: changed(phase="BOX"), ["phase"]),
    ("QUARANTINE in Summer", lambda: changed(phase="QUARANTINE", die=...), ["phase"]),
    ("FINISHED in turn 2", lambda: changed(phase="FINISHED", die=...), ["phase"]),
    ("FINISHED with die", lambda: changed(phase="FINISHED", turn=12), ["die"]),
    ("game 2 in Summer", lambda: changed(match={"game": 2, "scores": [1, 2, 3], "t_rexes": [2, 2, 2]}), ["match.game"]),
    ("scores in game 1", lambda: changed(match={"game": 1, "scores": [1, 2, 3]}), ["match.scores"]),
    ("no scores in game 2", lambda: changed(match={"game": 2}), ["match.scores", "match.t_rexes"]),
    ("too good in game 1", lambda: changed(match={"game": 2, "scores": [1, 52, 3], "t_rexes": [2, 2, 2]}),
     ["match.scores[1]"]),
    ("T-Rexes in game 1", lambda: changed(match={"game": 2, "scores": [1, 5, 3], "t_rexes": [2, 2, 3]}),
     ["match.t_rexes"]),
    ("Winter pen", lambda: zoo_changed(lookout=[T]), ["zoos[0].lookout"]),
    ("Winter cells", lambda: zoo_changed(pyramid={"0": T}), ["zoos[0].pyramid"]),
    ("no species", lambda: zoo_changed(river=["SPECIES_UNSPECIFIED"]), ["zoos[0].river[0]"]),
    ("two in the King", lambda: zoo_changed(king_of_the_jungle=[T, S]), ["zoos[0].king_of_the_jungle", "zoos[0]"]),
    ("two on the Island", lambda: zoo_changed(solitary_island=[T, S]), ["zoos[0].solitary_island"]),
    ("four in the Trio", lambda: zoo_changed(woody_trio=[T, S, P, B]), ["zoos[0].woody_trio"]),
    ("seven in the Prairie", lambda: zoo_changed(prairie_of_love=[B] * 7), ["zoos[0].prairie_of_love"]),
    ("seven in the Forest", lambda: zoo_changed(forest_of_sameness=[B] * 7), ["zoos[0].forest_of_sameness"]),
    ("mixed Forest", lambda: zoo_changed(forest_of_sameness=[B, S]), ["zoos[0].forest_of_sameness[1]"]),
    ("twins in the Meadow", lambda: zoo_changed(meadow_of_differences=[B, S, B]), ["zoos[0].meadow_of_differences[2]"]),
    ("same first two in the Wood", lambda: twelve(well_ordered_wood=[B, B]), ["zoos[0].well_ordered_wood[1]"]),
    ("third species in the Wood", lambda: twelve(well_ordered_wood=[B, S, T]), ["zoos[0].well_ordered_wood[2]"]),
    ("seven in the Wood", lambda: twelve(well_ordered_wood=[B, S, B, S, B, S, B]), ["zoos[0].well_ordered_wood"]),
    ("floating cell", lambda: twelve(pyramid={"0": T, "1": S, "3": B}), ["zoos[0].pyramid.3"]),
    ("touching twins", lambda: twelve(pyramid={"0": T, "1": S, "2": T, "4": S}), ["zoos[0].pyramid.4"]),
    ("cell 6", lambda: twelve(pyramid={"6": T}), ["zoos[0].pyramid.6"]),
    ("two in Lookout", lambda: twelve(lookout=[T, T]), ["zoos[0].lookout"]),
    ("two in Quarantine", lambda: twelve(quarantine=[T, T]), ["zoos[0].quarantine"]),
    ("FINISHED with quarantine", lambda: twelve(quarantine=[T]), ["zoos[0].quarantine"]),
    ("two players without box", lambda: twelve(), ["boxed"]),
]  # fmt: skip


def test_the_base_is_valid() -> None:
    assert games.parse_state(json.dumps({"draftosaurus": summer()})).check() == 0


@pytest.mark.parametrize(("name", "make", "paths"), BROKEN, ids=[name for name, _, _ in BROKEN])
def test_broken(name: str, make: Callable[[], Body], paths: list[str]) -> None:
    found = problems(make())
    assert set(paths) <= found.keys(), found
    assert all(found.values())


def test_hidden_boxing_knows_too_much() -> None:
    body = find("PICK", 2, True, boxed_visible=False)
    assert body["boxed_unknown"]
    body["boxed_unknown"] -= 1
    body["boxed"].append(body["hands"][body["viewer"]]["dinosaurs"][0])
    assert "boxed" in problems(body)


def test_visible_boxing_knows_all() -> None:
    body = find("BOX", 2, True, boxed_visible=True)
    body["boxed_unknown"] = 1
    assert "boxed_unknown" in problems(body)


def test_quarantine_needs_an_occupied_zone() -> None:
    body = find("QUARANTINE", 3, False)
    for zoo in body["zoos"]:
        zoo["river"] += zoo["quarantine"]
        zoo["quarantine"] = []
    body["picks"] = []
    assert "phase" in problems(body)
    body["phase"] = "FINISHED"
    assert games.parse_state(json.dumps({"draftosaurus": body})).over


def test_binary_messages_are_checked_too() -> None:
    message: Any = games.encode_state(games.new_game("draftosaurus", seed=1))
    message.draftosaurus.zoos[0].river.append(0)
    message.draftosaurus.hands[1].dinosaurs[0] = 99
    message.draftosaurus.die = 7
    message.draftosaurus.options.placement = 0
    message.draftosaurus.ClearField("side")
    with pytest.raises(InvalidStateError) as caught:
        games.decode_state(message)
    assert [problem.path.removeprefix("draftosaurus.") for problem in caught.value.problems] == [
        "die", "zoos[0].river[0]", "hands[1].dinosaurs[0]", "options.placement", "side",
    ]  # fmt: skip
    with pytest.raises(InvalidStateError):
        games.decode_state(state_pb2.State(draftosaurus={}))


@pytest.mark.parametrize(
    ("phase", "n_seats", "wanted", "moves"),
    [
        ("BOX", 2, "box SPECIES", ["t_rex@river", "pick t_rex", "t_rex", "t_rex@nowhere", "place@river"]),
        ("QUARANTINE", 3, "relocate@PLACE", ["t_rex@river", "river", "box t_rex", "place@river"]),
        ("PICK", 3, "SPECIES@PLACE", ["t_rex", "pick t_rex", "relocate@river"]),
    ],
)
def test_a_move_of_another_phase_is_told_what_the_phase_wants(
    phase: str, n_seats: int, wanted: str, moves: list[str]
) -> None:
    placement = {} if phase == "QUARANTINE" else {"placement": "WITH_PICK"}
    body = {**find(phase, n_seats, False, **placement), "picks": []}
    state = games.parse_state(json.dumps({"draftosaurus": body}))
    seat = next(seat for seat in range(n_seats) if games.legal_moves(state, seat))
    for move in moves:
        with pytest.raises(IllegalMoveError, match=f"no move of phase {phase}, .* {wanted}") as caught:
            games.apply_move(state, move, seat)
        assert "; pick" not in str(caught.value)


def mutate(value: Any, dice: random.Random) -> Any:
    """A copy with one thing changed somewhere."""
    value = copy.copy(value)
    if isinstance(value, dict) and value and dice.random() < 0.95:
        key = dice.choice(list(value))
        if dice.random() < 0.1:
            del value[key]
        else:
            value[key] = mutate(value[key], dice)
    elif isinstance(value, list) and value and dice.random() < 0.8:
        index = dice.randrange(len(value))
        action = dice.choice(("mutate", "mutate", "drop", "double", "swap"))
        if action == "mutate":
            value[index] = mutate(value[index], dice)
        elif action == "drop":
            del value[index]
        elif action == "double":
            value.insert(index, value[index])
        else:
            other = dice.randrange(len(value))
            value[index], value[other] = value[other], value[index]
    elif isinstance(value, bool):
        return not value
    elif isinstance(value, int):
        return value + dice.choice((-1, 1, 5))
    elif isinstance(value, str):
        return dice.choice((T, S, P, B, "TRICERATOPS", "PARASAUROLOPHUS", "WOODLANDS", "EMPTY_PEN", "PICK", "PLACE",
                            "BOX", "FINISHED", "QUARANTINE", "SUMMER", "WINTER", "t_rex@river", "place@river",
                            "box t_rex", "relocate@river", "pick t_rex", "AFTER_REVEAL", "WITH_PICK"))  # fmt: skip
    return value


def test_what_is_accepted_holds_all_invariants() -> None:
    dice = random.Random(1)
    bodies = [json.loads(games.state_json(games.parse_state(json.dumps(case["state"])))) for case in CASES.values()]
    accepted = 0
    for _ in range(6000):
        document = dice.choice(bodies)
        for _ in range(dice.choice((1, 1, 2, 3))):
            document = {"draftosaurus": mutate(document["draftosaurus"], dice)}
        try:
            state = games.parse_state(json.dumps(document))
        except InvalidStateError as error:
            assert all(problem.path and problem.message for problem in error.problems), error
            continue
        accepted += 1
        assert state.check() == 0, (state.check(), json.dumps(document))
        assert games.parse_state(games.state_json(state)) == state
        for seat in range(state.n_seats):
            games.legal_moves(state, seat)
            assert games.view(state, seat).check() == 0 if state.viewer is None else True
    assert accepted > 300


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        ({"players": 1}, ["players"]),
        ({"players": 6, "side": "AUTUMN"}, ["players", "side"]),
        ({"players": True}, ["players"]),
        ({"start": 2}, ["start"]),
        ({"start": -1}, ["start"]),
        ({"match": 1}, ["match"]),
        ({"match": True, "side": "WINTER"}, ["side"]),
        ({"prairie_capacity": 7}, ["prairie_capacity"]),
        ({"boxed_visible": "yes"}, ["boxed_visible"]),
        ({"placement": "LATER"}, ["placement"]),
        ({"area": "random"}, ["area"]),
    ],
)
def test_bad_options(options: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        games.new_game("draftosaurus", seed=1, **options)
    assert [problem.path for problem in caught.value.problems] == paths
