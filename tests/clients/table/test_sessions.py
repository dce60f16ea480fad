"""`dinoai play` and `dinoai assist` as a person or a script uses them."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from refereeing import Referee, options_of
from serving import dinoai_command

from dinoai.clients.command_line import main
from dinoai.clients.table.conversations import CONVERSATIONS
from dinoai.clients.table.history import History
from dinoai.clients.table.play_game import read_game
from dinoai.clients.table.terminal import Terminal
from dinoai.engine import games
from dinoai.engine.state import State


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def dinoai(*arguments: str, answers: str = "", status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments, input=answers, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


PLAYED: list[tuple[str, ...]] = [
    ("jurassic-snack", "--area", "random", "--seat", "yellow", "--option", "stalemate_turns=4"),
    ("draftosaurus", "--match", "--option", "placement=AFTER_REVEAL", "--option", "boxed_visible=false"),
    ("draftosaurus", "--players", "3", "--side", "winter", "--seat", "2", "--bot", "greedy", "--bot", "random"),
    ("draftosaurus", "--players", "4", "--start", "2", "--option", "prairie_capacity=12"),
    ("draftosaurus", "--players", "5", "--side", "winter", "--option", "placement=AFTER_REVEAL"),
]


@pytest.mark.parametrize("arguments", PLAYED, ids=str)
def test_whole_games_are_played(arguments: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[State] = []
    draw = Terminal.draw
    monkeypatch.setattr(Terminal, "draw", lambda self, view: (drawn.append(view), draw(self, view))[1])
    bots = () if "--bot" in arguments else ("--bot", "random")
    text = dinoai("play", *arguments, *bots, "--simulations", "20", "--seed", "5", answers="1\n" * 200).stdout
    assert "Total" in text
    assert re.search(r" (has won|share the victory)( the match| of the match)?( \(.*\))?\.$", text.rstrip())
    seats = {view.viewer for view in drawn}
    assert len(seats) == 1 and seats != {None}
    assert drawn[-1].over
    assert not list(folder.iterdir()), "the file of a finished game is removed"


@pytest.mark.parametrize("game", ["jurassic-snack", "draftosaurus"])
def test_a_game_in_pieces_is_the_game_in_one(game: str, folder: Path) -> None:
    begin = ("play", game, "--seed", "8", "--bot", "ismcts-plain", "--simulations", "30", "--save", "game.json")
    whole = dinoai(*begin, answers="1\n" * 200).stdout
    assert read_game(Path("game.json").read_bytes()).state.over
    dinoai(*begin, answers="1\n" * 2)
    for _ in range(100):
        pieces = dinoai("play", "--resume", "game.json", answers="1\n" * 5 + "quit\n").stdout
        if "Total" in pieces:
            break
    assert pieces.splitlines()[-20:] == whole.splitlines()[-20:]
    assert dinoai("play", "--resume", "game.json").stdout.splitlines()[-20:] == whole.splitlines()[-20:]


def test_what_a_person_can_say(folder: Path) -> None:
    lines = ["help", "?", "moves", "moves a6", "moves z", "hint", "hint soon", "hint 20ms", "undo", "show", "save"]
    lines += ["save /no/such/folder/x", "save copy.json", "", "a6", "99", "chess", "\x1b[31m", "HELP", "quit"]
    arguments = ("play", "jurassic-snack", "--seed", "3", "--simulations", "20")
    text = dinoai(*arguments, answers="\n".join(lines)).stdout
    for words in (
        "hint [5s]",
        "No move begins so.",
        "Share",
        "is not a length of time",
        "You have not moved yet.",
        "save needs a file",
        "cannot be written: No such file",
        "Saved in copy.json.",
        "may be a6-a5, a6-b6",
        "there are the moves 1 to 11",
        '"chess" is not a move; wanted is a slide',
        "go on with: dinoai play --resume jurassic-snack-3.save.json",
    ):
        assert words in text, words
    assert "\x1b" not in text
    assert text.count("Jurassic Snack, seen by Blue") == 2
    assert Path("copy.json").read_text() == Path("jurassic-snack-3.save.json").read_text()


def test_a_game_that_cannot_be_saved_is_not_left_at_once() -> None:
    arguments = ("play", "jurassic-snack", "--bot", "random", "--save", "/no/such/folder/x")
    text = dinoai(*arguments, answers="quit\nsave here.json\nquit\n1\n").stdout
    assert text.count("cannot be written: No such file") == 3
    assert "another quit leaves it" in text
    assert text.splitlines()[-1].endswith("cannot be written: No such file or directory.")
    assert read_game(Path("here.json").read_bytes()).moves == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play",), "GAME or --resume FILE is required"),
        (("play", "chess"), "is not one of"),
        (("play", "draftosaurus", "--players", "3", "--seat", "3"), "seat: must be from 0 to 2"),
        (("play", "draftosaurus", "--bot", "nobody"), "nobody"),
        (("play", "draftosaurus", "--players", "5", "--bot", "random", "--bot", "greedy"), "each of the 4 other seats"),
        (("play", "jurassic-snack", "--players", "3"), "players: is for draftosaurus alone"),
        (("play", "--resume", "none.json"), "cannot be read: No such file"),
        (("play", "draftosaurus", "--seed", "1", "--resume", "none.json"), "leave out GAME, --seed"),
        (("play", "--resume", "state.json"), "Error in state.json: is no game saved"),
        (("assist", "draftosaurus", "--option", "colour=red"), "--option colour"),
        (("assist", "jurassic-snack", "--state", "state.json"), "is a state of draftosaurus"),
        (("assist", "draftosaurus", "--state", "state.json"), "is a full state; a player's view is needed"),
        (("assist", "draftosaurus", "--state", "view.json", "--option", "placement=WITH_PICK"), "has its options"),
        (("assist", "draftosaurus", "--state", "broken.json"), "Error in broken.json"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], words: str) -> None:
    full = games.new_game("draftosaurus", seed=1)
    Path("state.json").write_text(games.state_json(full))
    Path("view.json").write_text(games.state_json(games.view(full, 1)))
    Path("broken.json").write_text("{")
    result = dinoai(*arguments, status=2)
    assert words in " ".join(result.stderr.split())
    assert result.stdout == ""


def recorded(game: str, options: dict[str, Any], seed: int) -> tuple[list[tuple[str, str]], State]:
    """The answers of a whole game at a table, each with the kind of its question, and the last view."""
    state = games.new_game(game, seed=seed, **options)
    referee = Referee(state, 1, random.Random(seed))
    history = History(partial(CONVERSATIONS[game], None, options_of(state)))
    answers = []
    while history.question is not None:
        answers.append((history.question.kind, referee.answer(history.question)))
        history.answer(answers[-1][1])
    assert history.view is not None
    return answers, history.view


ASSISTED: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("jurassic_snack", {"area": "random"}, ()),
    ("draftosaurus", {"players": 2, "match": True, "boxed_visible": False}, ("--option", "boxed_visible=false")),
    (
        "draftosaurus",
        {"players": 3, "side": "WINTER", "placement": "AFTER_REVEAL"},
        ("--option", "placement=AFTER_REVEAL"),
    ),
]


@pytest.mark.parametrize(("game", "options", "settings"), ASSISTED, ids=str)
def test_whole_games_at_a_table(game: str, options: dict[str, Any], settings: tuple[str, ...]) -> None:
    answers, end = recorded(game, options, 21)
    name = game.replace("_", "-")
    lines = "".join(f"{answer}\n" for _, answer in answers)
    text = dinoai("assist", name, *settings, answers=lines).stdout
    assert text.splitlines()[-1] == f"The last view is kept in {name}.json."
    assert games.parse_state(Path(f"{name}.json").read_bytes()) == end
    assert dinoai("assist", name).stdout.splitlines()[-12:] == text.splitlines()[-12:]
    # In two sittings: the first ends just before an own choice.
    cut = [index for index, (kind, _) in enumerate(answers) if kind == "move"][5]
    first, second = ("".join(f"{answer}\n" for _, answer in part) for part in (answers[:cut], answers[cut:]))
    text = dinoai("assist", name, "--new", "--state", "s.json", *settings, answers=first).stdout
    assert text.splitlines()[-1] == f"Saved in s.json; go on with: dinoai assist {name} --state s.json"
    assert "Going on with s.json" in dinoai("assist", name, "--state", "s.json", answers=second).stdout
    assert games.parse_state(Path("s.json").read_bytes()) == end


def test_assist_takes_back_and_hints() -> None:
    lines = ["2", "winter", "0", "1", "wo", "undo", "wood", "2 b t-rex 2 p st", "hint 20ms", "b@w", "hint", "undo"]
    lines += ["p@river", "moves", "undo", "undo", "show", *["undo"] * 9]
    text = dinoai("assist", "draftosaurus", answers="\n".join(lines)).stdout
    assert "Share" in text
    assert "There is a hint where you choose." in text
    assert "There is nothing to draw yet." in text
    assert "There is no answer to take back." in text
    assert text.splitlines()[-1] == "Nothing was begun that could be saved."
    kept = games.parse_state(Path("draftosaurus.json").read_bytes())
    assert kept.viewer == 0 and games.legal_moves(kept) != []


@pytest.mark.parametrize(("game", "options", "settings"), ASSISTED[::2], ids=str)
def test_answers_of_earlier_sittings_are_taken_back(
    game: str, options: dict[str, Any], settings: tuple[str, ...]
) -> None:
    answers, end = recorded(game, options, 4)
    name = game.replace("_", "-")
    middle = len(answers) // 2
    first, second = ("".join(f"{answer}\n" for _, answer in part) for part in (answers[:middle], answers[middle:]))
    dinoai("assist", name, *settings, answers=first)
    text = dinoai(
        "assist", name, answers="undo\n" * middle + first + second + "undo\n" + answers[-1][1] + "\n\n"
    ).stdout
    assert "Going on with" in text and "There is no answer to take back." not in text
    assert text.splitlines()[-1] == f"The last view is kept in {name}.json."
    assert games.parse_state(Path(f"{name}.json").read_bytes()) == end


def test_a_history_that_does_not_lead_to_the_view_is_left_alone() -> None:
    answers, _ = recorded("draftosaurus", {"players": 3}, 3)
    lines = "".join(f"{answer}\n" for _, answer in answers[:12])
    dinoai("assist", "draftosaurus", answers=lines)
    kept = Path("draftosaurus.json.history").read_text()
    snack = games.state_json(games.view(games.new_game("jurassic_snack", seed=1), 0))
    for text in (
        "",
        "[]",
        "{}",
        kept[:-9],
        json.dumps({**json.loads(kept), "answers": ["3"]}),
        json.dumps({**json.loads(kept), "answers": [3]}),
        json.dumps({**json.loads(kept), "answers": [*json.loads(kept)["answers"], "quit"]}),
        json.dumps({**json.loads(kept), "options": 7}),
        json.dumps({**json.loads(kept), "start": json.loads(snack)}),
        json.dumps({**json.loads(kept), "start": 1}),
    ):
        Path("draftosaurus.json.history").write_text(text)
        told = dinoai("assist", "draftosaurus", answers="undo\n").stdout
        assert "undo reaches back to here" in told
        assert "There is no answer to take back." in told
    Path("draftosaurus.json.history").write_text(kept)
    assert "undo reaches back to here" not in dinoai("assist", "draftosaurus").stdout


def test_an_empty_answer_tells_what_can_be_answered() -> None:
    rows = ["GYGGBG", "GBGGYG", "GGGGGG", "GBGBGG", "GGGGGG", "GYGGGY"]
    lines = ["", "blue", "", *rows, "b2-b3", "", "moves", "yummy"]
    text = dinoai("assist", "jurassic-snack", answers="\n".join(lines)).stdout
    assert "  There are blue, yellow." in text
    assert "  There is no list to choose from." in text
    tokens = "yummy, birth, recon, air_travel, air_raid, volcanic_eruption, surprise"
    assert text.count(f"  There are {tokens}.") == 2


def test_taking_back_a_token_asks_for_it_without_drawing() -> None:
    rows = ["GYGGBG", "GBGGYG", "GGGGGG", "GBGBGG", "GGGGGG", "GYGGGY"]
    lines = ["blue", *rows, "b2-b3", "yummy", "undo", "birth", "b2"]
    text = dinoai("assist", "jurassic-snack", answers="\n".join(lines)).stdout
    assert "Yellow's move: undo\nThe token on b3: birth\n" in text


def test_answers_that_are_no_text() -> None:
    command = dinoai_command("play", "jurassic-snack", "--seed", "1", "--bot", "random")
    done = subprocess.run(command, input=b"\xff\xfe\x00\n1\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""


@pytest.mark.parametrize("command", [("play", "jurassic-snack", "--save", "kept.json"), ("assist", "jurassic-snack")])
def test_an_interrupt_is_no_failure(command: tuple[str, ...], folder: Path) -> None:
    with subprocess.Popen(
        dinoai_command(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        text = b""
        while not text.endswith((b"Your move: ", b"(blue or yellow): ")):
            text += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == b""
        last = process.stdout.read().decode().splitlines()[-1]
    assert last.startswith(("Saved in kept.json", "Nothing was begun"))
    assert Path("kept.json").exists() == (command[0] == "play")
