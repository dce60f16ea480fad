"""Pictures of positions, as text."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from playing import ROOT, VARIANTS, random_positions, vectors
from rich.console import Console, Group

from dinoai.clients.drawing import draw_state
from dinoai.clients.drawing_jurassic_snack import draw_jurassic_snack
from dinoai.clients.names import counted, name_of
from dinoai.clients.report import suggestion_report
from dinoai.clients.result import REASONS
from dinoai.engine import games
from dinoai.engine.document import fill_message
from dinoai.engine.score import Score, SeatScore
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.server.codec import suggest_response
from dinoai.v1 import state_pb2
from dinoai.v1.suggest_pb2 import SuggestResponse

EXAMPLES = sorted((ROOT / "examples").glob("*.json"))


def drawn(state: State, width: int = 132, encoding: str = "utf-8") -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(draw_state(state, encoding))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_area_of_jurassic_snack() -> None:
    text = drawn(games.parse_state((ROOT / "examples" / "jurassic_snack_opening.json").read_bytes()))
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines[0] == "Jurassic Snack, seen by Blue"
    assert lines[2] == "      a  b  c   d  e  f"
    assert lines[3] == "    ┌─────────┬─────────┐"
    assert lines[7] == "    ├─────────┼─────────┤"
    assert lines[11] == "    └─────────┴─────────┘"
    assert "Blue to move, 1 action left." in lines


def test_an_area_that_is_no_square_and_an_ascii_terminal() -> None:
    rows = ["###.B.###", "###...###", "###..Y###", *[".........", ".........", "........G"]]
    document = {
        "jurassic_snack": {
            "rows": rows,
            "to_move": "BLUE",
            "actions_left": 2,
            "tokens": {"i6": "YUMMY"},
            "eaten": {
                "blue": ["YUMMY"] * 11 + ["BIRTH"] * 3 + ["RECON"] * 2,
                "yellow": ["AIR_TRAVEL"] * 4 + ["AIR_RAID"] * 3,
            },
        }
    }
    message = state_pb2.State()
    assert not fill_message(message, document)
    score = Score([SeatScore(0, {}, 0)] * 2, False, [], "")
    drawing = list(draw_jurassic_snack(message.jurassic_snack, score, plain=True))[2:12]
    assert [str(line) for line in drawing] == [
        "      a  b  c   d  e  f   g  h  i",
        "              +---------+",
        "  1           | .  B  . |",
        "  2           | .  .  . |",
        "  3           | .  .  Y |",
        "    +---------+---------+---------+",
        "  4 | .  .  . | .  .  . | .  .  . |",
        "  5 | .  .  . | .  .  . | .  .  . |",
        "  6 | .  .  . | .  .  . | .  .  Gy|",
        "    +---------+---------+---------+",
    ]


def test_a_game_that_is_over_says_why_and_who_won() -> None:
    seen = set()
    for case in vectors("jurassic_snack", "score"):
        state = games.parse_state(json.dumps(case["state"]))
        text = drawn(state)
        assert ("to move" in text) != case["over"]
        if case["over"]:
            line = next(line for line in text.splitlines() if line.startswith("The game is over. "))
            assert ("has won" if len(case["winners"]) == 1 else "share the victory") in line
            assert REASONS[case["reason"]] in line
            seen.add(case["reason"])
    assert seen == set(REASONS)
    for case in vectors("draftosaurus", "score"):
        if case["valid_state"] and case.get("over", True):
            text = drawn(games.parse_state(json.dumps(case["state"])))
            assert "the game is over" in text
            assert "has won" in text or "share the victory" in text


def test_lists_wrap_between_their_items() -> None:
    state = games.parse_state((ROOT / "examples" / "jurassic_snack_middle.json").read_bytes())
    legend = ["B Blue's Diplo", "Y Yellow's Diplo", "T T.Rex", "G Grass token, face down", "Gy Yummy", "Gb Birth"]
    for width in range(30, 80):
        lines = drawn(state, width).splitlines()
        assert all(any(item in line for line in lines) for item in legend), width
    state = games.parse_state((ROOT / "examples" / "draftosaurus_four_players_winter.json").read_bytes())
    report = suggestion_report(state.game, suggest_response(state.game, suggest(state, simulations=50, seed=1)))
    _, expected, _ = report
    for width in range(50, 140):
        console = Console(file=io.StringIO(), width=width)
        console.print(expected)
        assert isinstance(console.file, io.StringIO)
        lines = console.file.getvalue().splitlines()
        assert all(line.rstrip(",").endswith("points") for line in lines)
        assert [line.endswith(",") for line in lines] == [True] * (len(lines) - 1) + [False]
        assert all(len(line) <= width for line in lines)


def test_dinosaurs_put_back_are_told_by_species() -> None:
    for state, _ in random_positions("draft-2-summer", 8, 9):
        boxed = json.loads(games.state_json(state))["draftosaurus"]["boxed"]
        line = next((line for line in drawn(state).splitlines() if line.startswith("Put back: ")), "")
        assert all(line.count(name_of(species)) == 1 for species in boxed)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_drawn_at_any_width(path: Path) -> None:
    state = games.parse_state(path.read_bytes())
    for width in (60, 80, 132, 200):
        text = drawn(state, width)
        assert all(len(line) <= width for line in text.splitlines())
    if state.game == "draftosaurus":
        assert "Parasaurolophus" in drawn(state, 80)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_suggestions_fit_any_width(path: Path) -> None:
    state = games.parse_state(path.read_bytes())
    response = suggest_response(
        state.game, suggest(state, 0 if path.stem == "draftosaurus_full" else None, simulations=2000, seed=1)
    )
    best = response.suggestions[0]
    for width in (70, 80, 120, 200):
        console = Console(file=io.StringIO(), width=width)
        console.print(Group(*suggestion_report(state.game, response)))
        assert isinstance(console.file, io.StringIO)
        text = console.file.getvalue()
        assert all(len(line) <= width for line in text.splitlines())
        assert "2,000 simulations" in text
        if width >= 120:
            assert best.notation in text
            assert all(move in text for move in best.principal_variation[:3])


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_positions_and_their_views_are_drawn(variant: str) -> None:
    for state, seat in random_positions(variant, 5, 6):
        assert "full state" in drawn(state)
        assert "seen by" in drawn(games.view(state, seat))


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("T_REX", "T-Rex"),
        ("AIR_TRAVEL", "Air Travel"),
        ("king_of_the_jungle", "King of the Jungle"),
        ("WATCH_OUT_FOR_T_REX", "Watch Out for T-Rex"),
        ("lovers_bridge", "Lovers' Bridge"),
    ],
)
def test_printed_names(name: str, printed: str) -> None:
    assert name_of(name) == printed


def reported(response: SuggestResponse, width: int = 120) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(Group(*suggestion_report("draftosaurus", response)))
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def answered(bot: str, simulations: int) -> SuggestResponse:
    state = games.parse_state((ROOT / "examples" / "draftosaurus_four_players_winter.json").read_bytes())
    return suggest_response(state.game, suggest(state, bot=bot, simulations=simulations, seed=1))


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_bot_that_estimates_nothing_has_no_figures(bot: str) -> None:
    response = answered(bot, 100)
    lines = reported(response)
    assert lines[0] == f"{bot} for Seat 2: plays without a search and estimates nothing"
    assert next(line.split() for line in lines if "Move" in line) == ["#", "Move", "Share"]
    assert sum("@" in line for line in lines) == len(response.suggestions)
    assert not any("point" in line for line in lines)


def test_a_column_of_lines_only_where_there_are_lines() -> None:
    response = answered("ismcts-plain", 100)
    for suggestion in response.suggestions:
        del suggestion.principal_variation[1:]
    assert not any("Then" in line for line in reported(response))
    response.suggestions[1].principal_variation.append("t_rex@river")
    lines = reported(response)
    assert next(line for line in lines if "Move" in line).endswith("  Then")
    assert [line.endswith("  t_rex@river") for line in lines if "@" in line][:3] == [False, True, False]


def test_figures_that_round_to_zero_have_no_minus() -> None:
    response = answered("ismcts-plain", 100)
    response.suggestions[0].expected_margin = -0.04
    assert any("(+0.0)" in line for line in reported(response))


def test_one_of_a_thing() -> None:
    assert [counted(n, "simulation") for n in (1, 2, 20_000)] == ["1 simulation", "2 simulations", "20,000 simulations"]
    assert reported(answered("ismcts-plain", 1))[0].startswith("ismcts-plain for Seat 2: 1 simulation in ")


def test_cells_of_the_pyramid_do_not_look_like_counts() -> None:
    text = drawn(games.parse_state((ROOT / "examples" / "draftosaurus_four_players_winter.json").read_bytes()))
    assert all(cell in text for cell in ("0: Spinosaurus", "1: T-Rex", "2: Brachiosaurus", "0: Parasaurolophus"))
