"""The command line: what the sub-commands print, and their exit statuses."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from playing import ROOT, new_variant, random_play, vectors
from serving import ServerThread, dinoai_command, run_dinoai

from dinoai.clients.arguments import Duration
from dinoai.clients.command_line import COMMANDS, main
from dinoai.engine import games
from dinoai.engine.state import State

EXAMPLES = ROOT / "examples"
MIDDLE = str(EXAMPLES / "jurassic_snack_middle.json")
OPENING = str(EXAMPLES / "jurassic_snack_opening.json")
TWO = str(EXAMPLES / "draftosaurus_two_players.json")
FULL = str(EXAMPLES / "draftosaurus_full.json")


def dinoai(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)


def printed(*arguments: str, stdin: str | None = None) -> str:
    """What a command prints that is done."""
    result = dinoai(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refused(*arguments: str, stdin: str | None = None, status: int = 2) -> str:
    """The message of a command that is refused."""
    result = dinoai(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    return result.stderr


# Help and usage


def test_help_lists_the_commands_as_they_describe_themselves() -> None:
    text = printed("--help")
    for name, summary in COMMANDS.items():
        assert summary in text
        assert printed(name, "--help").startswith("Usage: ")


def test_help_is_quick() -> None:
    """Engine and gRPC must not be imported for it."""
    code = (
        "import sys; from dinoai.clients.command_line import main; main(['--help'], standalone_mode=False);"
        "sys.exit(any(name in sys.modules for name in ('grpc', 'google.protobuf', 'dinoai.engine', 'rich')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("new",),
        ("new", "chess"),
        ("new", "jurassic-snack", "--area", "round"),
        ("new", "jurassic-snack", "--option", "stalemate_turns"),
        ("new", "jurassic-snack", "--option", "stalemate_turns=2", "--option", "stalemate_turns=4"),
        ("new", "draftosaurus", "--players", "6"),
        ("show", "/no/such/file"),
        ("show", "/"),
        ("suggest", MIDDLE, "--time", "soon"),
        ("suggest", MIDDLE, "--simulations", "0"),
        ("suggest", MIDDLE, "--server", "nowhere"),
        ("suggest", MIDDLE, "--seed", "-1"),
        ("serve", "--listen", "127.0.0.1"),
        ("serve", "--listen", "127.0.0.1:70000"),
        ("bench", "--bot", "random"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert refused(*arguments).startswith("Usage: ")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2s", 2.0), ("500ms", 0.5), ("1.5s", 1.5), ("1m", 60.0), ("3", 3.0), ("0", 0.0), (" .5 S", 0.5)],
)
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert Duration().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "s", "-1s", "1h", "1e3s", "nan", "9999999s"])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration().convert(text, None, None)


def test_a_length_of_time_that_is_too_long() -> None:
    assert "is too long; the longest is 4294967s" in refused("suggest", MIDDLE, "--time", "9999999s")
    assert "a bare number is seconds" in " ".join(printed("suggest", "--help").split())


# Rules


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


# Suggestions


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_examples_have_suggestions(path: Path) -> None:
    seat = ("--seat", "0") if path.stem == "draftosaurus_full" else ()
    answer = json.loads(printed("suggest", str(path), *seat, "--simulations", "100", "--seed", "1", "--json"))
    state = games.parse_state(path.read_bytes())
    legal = games.legal_moves(state, answer["seat"])
    assert sorted(suggestion["notation"] for suggestion in answer["suggestions"]) == legal
    assert sum(answer["win_probabilities"]) == pytest.approx(1)
    assert answer["stats"]["stop_reason"] == "SIMULATIONS"
    text = printed("suggest", str(path), *seat, "--simulations", "100", "--seed", "1", "--top", "3")
    assert "100 simulations" in text
    assert answer["suggestions"][0]["notation"] in text
    assert "seen by" in text
    assert "\x1b" not in text


def test_options_of_a_search() -> None:
    moves = games.legal_moves(games.parse_state(Path(OPENING).read_bytes()))
    allowed = [word for move in moves[:3] for word in ("--allow", move)]
    options = ("--simulations", "40", "--threads", "2", "--top", "1", "--bot", "ismcts-plain", "--avoid", moves[0])
    answer = json.loads(printed("suggest", OPENING, "--seat", "blue", *options, *allowed, "--json"))
    assert len(answer["suggestions"]) == 1
    assert answer["suggestions"][0]["notation"] in moves[1:3]
    assert answer["engine"]["bot"] == "ismcts-plain"


def test_a_level_of_play() -> None:
    answer = json.loads(printed("suggest", OPENING, "--level", "1", "--seed", "1", "--json"))
    assert answer["engine"]["bot"] == "ismcts:level=1"
    assert answer["stats"]["simulations"] < 1000
    assert "level: is no option of greedy" in refused("suggest", OPENING, "--level", "1", "--bot", "greedy")


def test_no_time_at_all() -> None:
    answer = json.loads(printed("suggest", OPENING, "--time", "0", "--json"))
    assert answer["stats"]["simulations"] >= 1


def test_the_server_gives_the_same_answer(server: ServerThread) -> None:
    for path, seat in ((MIDDLE, ()), (TWO, ()), (FULL, ("--seat", "2"))):
        options = ("suggest", path, *seat, "--simulations", "300", "--seed", "4", "--threads", "2", "--json")
        answers = [json.loads(printed(*options)), json.loads(printed(*options, "--server", server.address))]
        for answer in answers:
            del answer["stats"]["elapsed_millis"]
        assert answers[0] == answers[1]


def test_exit_statuses_with_a_server(server: ServerThread) -> None:
    assert "the bots are" in refused("suggest", OPENING, "--server", server.address, "--bot", "nix")
    assert "allow_moves[0]" in refused("suggest", OPENING, "--server", server.address, "--allow", "x")
    message = refused("suggest", OPENING, "--server", server.address, "--bot", "nix", "--allow", "x")
    assert "allow_moves[0]" in message
    assert "bot: there is no bot" in message
    assert "nothing to decide" in refused(
        "suggest",
        "-",
        "--server",
        server.address,
        "--seat",
        "1",
        stdin=games.state_json(new_variant("snack-square", 1)),
    )
    nowhere = ("--server", "127.0.0.1:1", "--wait", "0s")
    assert "cannot be reached" in refused("suggest", OPENING, *nowhere, status=3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sugest", OPENING), 'there is no command "sugest"; did you mean suggest?'),
        (("ladder", "shwo"), 'there is no command "shwo"; did you mean show?'),
        (("chess",), 'there is no command "chess"\n'),
    ],
)
def test_an_unknown_command(words: tuple[str, ...], message: str) -> None:
    assert message in refused(*words)


# Processes


def test_a_reader_that_has_had_enough() -> None:
    process = subprocess.Popen(dinoai_command("show", FULL), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    "arguments", [("show", FULL), ("new", "draftosaurus"), ("moves", OPENING), ("--help",), ("show", "--help")]
)
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(dinoai_command(*arguments), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.decode() == "Error: No space left on device\n"


@pytest.mark.parametrize("options", [("--json",), ()])
def test_an_interrupt_gives_the_best_so_far(options: tuple[str, ...]) -> None:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    command = dinoai_command("suggest", OPENING, "--time", "600s", *options)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=environment) as process:
        os.close(terminal)
        errors = b""
        while b"searching" not in errors:
            errors += os.read(master, 10000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 0, errors
    assert b"Traceback" not in errors
    assert (b"CANCELLED" if options else b"interrupted") in output


def test_progress_is_drawn_on_a_terminal_only() -> None:
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    command = dinoai_command("suggest", OPENING, "--time", "3s", "--json")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, env=environment) as process:
        os.close(terminal)
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["suggestions"]
    assert b"searching" in os.read(master, 10000)
    os.close(master)
    assert run_dinoai("suggest", OPENING, "--time", "1200ms", "--json").stderr == b""


def test_an_address_that_is_taken(server: ServerThread) -> None:
    done = run_dinoai("serve", "--listen", server.address)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("Error: cannot listen on")
