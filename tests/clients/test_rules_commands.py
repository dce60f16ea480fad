"""The commands around a game: new, view, moves, apply, show and score."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from commands import FULL, MIDDLE, OPENING, TWO, printed, refused
from playing import new_variant, random_play, vectors

from dinoai.engine import games
from dinoai.engine.state import State


def test_commands_pipe_into_one_another() -> None:
    state = printed("new", "jurassic-snack", "--seed", "5")
    assert games.parse_state(state) == games.new_game("jurassic_snack", seed=5)
    view = printed("view", "-", "--seat", "blue", stdin=state)
    assert games.parse_state(view) == games.view(games.parse_state(state), 0)
    moves = printed("moves", "-", stdin=view).split("\n")[:-1]
    assert moves == games.legal_moves(games.parse_state(view))
    after = printed("apply", "-", moves[0], stdin=state)
    assert games.parse_state(after) == games.apply_move(games.parse_state(state), moves[0])
    assert "Yellow" in printed("show", "-", stdin=after)


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (("jurassic-snack", "--area", "random"), {"area": "random"}),
        (
            ("jurassic-snack", "--option", "stalemate_turns=4", "--option", "eruption_last_token=look"),
            {"stalemate_turns": 4, "eruption_last_token": "LOOK"},
        ),
        (
            ("draftosaurus", "--players", "5", "--side", "WINTER", "--start", "3"),
            {"players": 5, "side": "WINTER", "start": 3},
        ),
        (("draftosaurus", "--match"), {"match": True}),
        (
            ("draftosaurus", "--option", "prairie_capacity=12", "--option", "boxed_visible=false"),
            {"prairie_capacity": 12, "boxed_visible": False},
        ),
        (("draftosaurus", "--option", "placement=AFTER_REVEAL"), {"placement": "AFTER_REVEAL"}),
    ],
)
def test_new_takes_every_option(arguments: tuple[str, ...], options: dict[str, Any]) -> None:
    game = arguments[0].replace("-", "_")
    assert games.parse_state(printed("new", *arguments, "--seed", "9")) == games.new_game(game, seed=9, **options)


def test_json_prints_the_response() -> None:
    state = json.loads(printed("new", "draftosaurus", "--seed", "1", "--json"))["state"]
    text = json.dumps(state)
    assert json.loads(printed("view", "-", "--seat", "0", "--json", stdin=text))["state"]["draftosaurus"]["viewer"] == 0
    moves = json.loads(printed("moves", "-", "--seat", "0", "--json", stdin=text))["moves"]
    assert list(moves[0]) == ["move", "notation"]
    after = json.loads(printed("apply", "-", moves[0]["notation"], "--seat", "0", "--json", stdin=text))
    assert set(after) == {"state", "over", "winners"}
    score = json.loads(printed("score", "-", "--json", stdin=text))
    assert set(score) == {"seats", "over", "winners", "reason"}
    assert set(score["seats"][0]) == {"points", "breakdown", "tie_break"}
    assert isinstance(score["seats"][0]["points"], int)


def test_a_view_needs_what_turned_up() -> None:
    view = printed("view", OPENING, "--seat", "0")
    eating = next(
        move
        for move in printed("moves", "-", stdin=view).split()
        if move.partition("-")[2] in _grass(json.loads(view)["jurassic_snack"]["rows"])
    )
    assert "reveals" in refused("apply", "-", eating, stdin=view)
    after = printed("apply", "-", eating, "--reveals", "YUMMY", stdin=view)
    assert json.loads(after)["jurassic_snack"]["eaten"]["blue"] == ["YUMMY"]


def _grass(rows: list[str]) -> set[str]:
    return {f"{chr(97 + x)}{y + 1}" for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "G"}


def test_worked_moves_with_reveals() -> None:
    cases = [case for case in vectors("jurassic_snack", "positions") if case.get("apply", {}).get("reveals")]
    for case in random.Random(1).sample(cases, 10):
        apply = case["apply"]
        reveals = [word for reveal in apply["reveals"] for word in ("--reveals", reveal)]
        after = printed("apply", "-", apply["move"], *reveals, stdin=json.dumps(case["state"]))
        assert games.parse_state(after) == games.parse_state(json.dumps(apply["after"])), case["id"]


def test_what_happened_at_the_table_of_draftosaurus() -> None:
    """The next view from the own view and what was told is the view of the next full state."""
    state = new_variant("draft-3-summer", 2, placement="WITH_PICK")
    moves = {seat: games.legal_moves(state, seat)[-1] for seat in range(3)}
    after = state
    for seat, move in moves.items():
        after = games.apply_move(after, move, seat, seed=1)
    die = json.loads(games.state_json(after))["draftosaurus"]["die"]
    hand = ",".join(json.loads(games.state_json(after))["draftosaurus"]["hands"][0]["dinosaurs"])
    told = ["--reveals", f"1:{moves[1]}", "--reveals", f"2:{moves[2]}", "--reveals", f"die:{die}"]
    view = games.state_json(games.view(state, 0))
    assert "hand" in refused("apply", "-", moves[0], *told, stdin=view)
    assert games.parse_state(
        printed("apply", "-", moves[0], *told, "--reveals", f"hand:{hand}", stdin=view)
    ) == games.view(after, 0)


def test_score_for_people() -> None:
    text = printed("score", MIDDLE)
    assert "Yummy" in text
    assert "The game is not over." in text
    finished = next(case for case in vectors("jurassic_snack", "score") if case.get("over"))
    text = printed("score", "-", stdin=json.dumps(finished["state"]))
    assert "has won" in text or "share the victory" in text


def finished_match() -> State:
    state = games.new_game("draftosaurus", seed=4, match=True, players=3)
    for before, seat, move in random_play(state, random.Random(4)):
        state = games.apply_move(before, move, seat, seed=1)
    assert state.over
    return state


def test_score_of_a_match() -> None:
    state = finished_match()
    match = json.loads(games.state_json(state))["draftosaurus"]["match"]
    score = games.score(state)
    text = printed("score", "-", stdin=games.state_json(state))
    rows = [re.findall(r"[^│┃]+", line) for line in text.splitlines() if line.startswith("│")]
    table = {label.strip(): [int(value) for value in values] for label, *values in rows}
    assert table["Points from game 1"] == match["scores"]
    assert table["T-Rexes from game 1"] == match["t_rexes"]
    assert table["Match total"] == [a.points + b for a, b in zip(score.seats, match["scores"], strict=True)]
    assert table["All T-Rexes (fewer win a tie)"] == [
        seat.tie_break + carried for seat, carried in zip(score.seats, match["t_rexes"], strict=True)
    ]
    assert list(table)[:7] == [
        "A Well-Ordered Wood",
        "Lovers' Bridge",
        "The Pyramid",
        "The Lookout",
        "Quarantine Zone",
        "River",
        "T-Rex bonus",
    ]
    result = text.splitlines()[-1]
    assert "has won the match." in result or "share the victory of the match." in result
    assert result in printed("show", "-", stdin=games.state_json(state))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("view", FULL), "seat: is required"),
        (("view", FULL, "--seat", "4"), "must be from 0 to 3"),
        (("view", FULL, "--seat", "blue"), "must be a number from 0 to 3"),
        (("view", MIDDLE, "--seat", "green"), "must be blue, yellow, 0 or 1"),
        (("moves", FULL), "seat: is required with a full state"),
        (("apply", OPENING, "nonsense"), "legal"),
        (("apply", OPENING, "pass", "--seat", "yellow"), "nothing to decide"),
        (("suggest", OPENING, "--seat", "yellow"), "seat"),
        (("suggest", OPENING, "--bot", "nix"), "the bots are"),
        (("suggest", OPENING, "--allow", "nonsense"), "allow_moves[0]"),
        (("new", "jurassic-snack", "--players", "3"), "players"),
        (("new", "jurassic-snack", "--option", "boxed_visible=true"), "--option boxed_visible"),
        (("new", "draftosaurus", "--option", "placement=never"), "--option placement"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], words: str) -> None:
    message = refused(*arguments)
    assert message.startswith("Error")
    assert words in message


def test_all_problems_of_a_new_game_are_told() -> None:
    options = ("--players", "3", "--option", "stalemate_turns=3", "--option", "eruption_last_token=Burn")
    message = refused("new", "jurassic-snack", *options, "--option", "nix=1")
    for path in ("players", "--option stalemate_turns", "--option eruption_last_token", "--option nix"):
        assert f"  {path}: " in message
    message = refused("new", "draftosaurus", "--start", "3", "--option", "prairie_capacity=99999999999")
    assert "  --option prairie_capacity: must be a whole number" in message
    assert "  start: " in message


def test_options_are_told_as_they_were_typed() -> None:
    assert 'must be true or false, not "maybe"' in refused("new", "draftosaurus", "--option", "boxed_visible=maybe")
    assert 'not "Never"' in refused("new", "draftosaurus", "--option", "placement=Never")
    assert "not 7" in refused("new", "draftosaurus", "--option", "prairie_capacity=7")


def test_help_shows_the_defaults_of_a_new_game() -> None:
    text = " ".join(printed("new", "--help").split())
    for default in ("[default: 2]", "[default: summer]", "[default: 0]", "[default: square]"):
        assert default in text


def test_seats_of_jurassic_snack_are_told_as_colours() -> None:
    full = games.state_json(new_variant("snack-square", 1))
    assert "Yellow has nothing to decide" in refused("suggest", "-", "--seat", "1", stdin=full)
    assert "a view of Blue, not of Yellow" in refused("suggest", OPENING, "--seat", "1")
    assert "a view of seat 1, not of seat 0" in refused("suggest", TWO, "--seat", "0")
