"""The reference rules against all worked cases in `tests/vectors`."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import draftosaurus, draftosaurus_scoring, jurassic_snack, jurassic_snack_board
from .json_form import snake_case_keys

VECTORS = Path(__file__).parents[1] / "vectors"

# Perft counts above this would take longer than a test run should.
MAX_LEAVES = 20_000

Case = dict[str, Any]


def cases(name: str) -> list[Any]:
    """The lines of a vector file as test parameters named after their ids."""
    lines = (VECTORS / name).read_text().splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(snake_case_keys, map(json.loads, lines))]


def rule_cases(game: str, key: str) -> list[Any]:
    """One list of a rule case file as test parameters."""
    found = json.loads((VECTORS / game / "rule_cases.json").read_text())[key]
    return [pytest.param(case, id=case.get("id", str(index))) for index, case in enumerate(found)]


# Jurassic Snack


@pytest.mark.parametrize("case", cases("jurassic_snack/positions.jsonl"))
def test_jurassic_snack_position(case: Case) -> None:
    state = case["state"]["jurassic_snack"]
    mover = jurassic_snack.COLOURS.index(jurassic_snack.normalise(state)["to_move"])
    assert jurassic_snack.legal_moves(state, mover) == case["moves"]
    assert jurassic_snack.legal_moves(state, 1 - mover) == []
    if "over" in case:
        assert_jurassic_snack_outcome(state, case)
    if "apply" in case:
        played = case["apply"]
        if "viewer" in state:
            after = jurassic_snack.reveal_apply(state, mover, played["move"], played.get("reveals", []))
        else:
            after = jurassic_snack.apply(state, mover, played["move"])
        assert after == jurassic_snack.normalise(played["after"]["jurassic_snack"])
        assert_jurassic_snack_outcome(after, played)


def assert_jurassic_snack_outcome(state: Case, expected: Case) -> None:
    """Compares the result with a position's `over`, `winner`, `reason` and `scores`."""
    result = jurassic_snack.result(state)
    winners = {None: [], "BLUE": [0], "YELLOW": [1], "SHARED": [0, 1]}[expected["winner"]]
    assert result["over"] == jurassic_snack.is_over(state) == expected["over"]
    assert result["winners"] == winners
    assert result["reason"] == (expected["reason"] or "")
    assert [seat["points"] for seat in result["seats"]] == list(expected["scores"].values())


@pytest.mark.parametrize("case", cases("jurassic_snack/score.jsonl"))
def test_jurassic_snack_score(case: Case) -> None:
    expected = {name: case[name] for name in ("seats", "over", "winners", "reason")}
    assert jurassic_snack.result(case["state"]["jurassic_snack"]) == expected


@pytest.mark.parametrize("case", cases("jurassic_snack/perft.jsonl"))
def test_jurassic_snack_perft(case: Case) -> None:
    for depth, leaves in case["perft"].items():
        if leaves <= MAX_LEAVES:
            assert jurassic_snack.perft(case["state"]["jurassic_snack"], int(depth)) == leaves


# Jurassic Snack rule cases, in their older format


SEAT = {"B": 0, "Y": 1}
KINDS = {"BIRTH": "birth", "AIRTRAVEL": "air_travel", "AIRRAID": "air_raid", "ERUPT": "eruption", "LOOK": "look"}


def token_name(old: str) -> str:
    """`AirTravel` as `AIR_TRAVEL`."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", old).upper()


def square_name(old: str) -> str:
    """`x,y` as a square's notation."""
    x, y = map(int, old.split(","))
    return jurassic_snack_board.square_name((x, y))


def notation(old: str) -> str:
    """The notation of an action in the older format; boards of the 2x2 square are numbered by row."""
    kind, _, rest = old.partition(" ")
    if kind in ("D", "T"):
        start, _, end, *_ = rest.split()
        return f"{square_name(start)}-{square_name(end)}"
    if kind == "RECON":
        return "recon " + jurassic_snack_board.square_name((int(rest) % 2 * 3, int(rest) // 2 * 3))
    targets = re.sub(r"\d+,\d+", lambda square: square_name(square.group()), rest)
    return f"{KINDS[kind]} {targets.replace('->', '-')}"


def reveals(old: str) -> list[str]:
    """What an action in the older format turns up."""
    _, eats, token = old.partition("eat=")
    return [token_name(token)] if eats else []


def old_state(case: Case) -> Case:
    """A rule case as the mover's view, as it does not say which tokens lie where."""
    old = case["state"]
    mover = jurassic_snack.COLOURS[SEAT[old["to_move"]]]
    state = {
        "viewer": mover,
        "rows": case["board"],
        "to_move": mover,
        "actions_left": old["actions_left"],
        "quiet_turns": old["quiet_turns"],
        "turn_eventful": old["turn_active"],
        "eaten": {"blue": list(map(token_name, old["eaten"]["B"])), "yellow": list(map(token_name, old["eaten"]["Y"]))},
    }
    return state | ({"pending": token_name(old["pending"])} if old["pending"] else {})


def legal_in(state: Case) -> list[str]:
    """The moves of the player to move."""
    return jurassic_snack.legal_moves(state, jurassic_snack.COLOURS.index(state["to_move"]))


def play_old(state: Case, actions: list[str], shown: list[str] | None = None) -> Case:
    """Plays actions in the older format on a view of the mover."""
    for old in actions:
        seat = jurassic_snack.COLOURS.index(state["to_move"])
        state = jurassic_snack.reveal_apply(state, seat, notation(old), shown or reveals(old))
    return state


def assert_old_expectation(state: Case, expected: Case) -> None:
    """Compares a state with all that a rule case expects of it."""
    result = jurassic_snack.result(state)
    by_colour = {"B": result["seats"][0], "Y": result["seats"][1]}
    winners = {"B": [0], "Y": [1], "shared": [0, 1], None: []}
    actual = {
        "over": result["over"],
        "winner": next(name for name, seats in winners.items() if seats == result["winners"]),
        "reason": result["reason"],
        "score": {colour: seat["points"] for colour, seat in by_colour.items()},
        "tokens": {colour: seat["tie_break"] for colour, seat in by_colour.items()},
        "board": state["rows"],
        "to_move": state["to_move"][0],
        "actions_left": state["actions_left"],
        "quiet_turns": state["quiet_turns"],
        "pool": {colour[0]: jurassic_snack_board.pool(state, colour) for colour in jurassic_snack.COLOURS},
        "trex_pool": 2 - len(jurassic_snack_board.squares_of(state, "T")),
        "eaten": {colour[0].upper(): list(pile) for colour, pile in state["eaten"].items()},
        "grass_count": len(jurassic_snack_board.squares_of(state, "G")),
    }
    wanted = dict(expected)
    if "eaten" in wanted:
        wanted["eaten"] = {colour: list(map(token_name, pile)) for colour, pile in wanted["eaten"].items()}
    assert {name: actual[name] for name in wanted} == wanted


@pytest.mark.parametrize("case", rule_cases("jurassic_snack", "vectors"))
def test_jurassic_snack_rule_case(case: Case) -> None:
    query, expected = case["query"], case["expect"]
    check: dict[str, Callable[[Case, Case, Any], None]] = {
        "setup": check_setup,
        "egg_table": check_egg_table,
        "legal": check_legal,
        "legal_of_piece": check_legal,
        "legal_count": check_legal_count,
        "legal_then_forced_pass": check_forced_pass,
        "apply": check_apply,
        "look_sequence": check_look_sequence,
        "legal_and_knowledge": check_recon,
        "final_scores": check_final_scores,
    }
    check[query["type"]](case, query, expected)


def check_setup(case: Case, query: Case, expected: Case) -> None:
    boards = [(board["id"], (board["x"], board["y"]), board["rot"]) for board in query["boards"]]
    fresh = jurassic_snack.new_game(random.Random(0))
    assert_old_expectation(fresh | {"rows": jurassic_snack_board.set_up_rows(boards)}, expected)


def check_egg_table(case: Case, query: Case, expected: Case) -> None:
    for number, turns in expected.items():
        eggs = jurassic_snack_board.EGGS[int(number)]
        for turn, wanted in enumerate(turns):
            rotated = {colour[0]: list(jurassic_snack_board.rotated(egg, turn)) for colour, egg in eggs.items()}
            assert rotated == wanted


def check_legal(case: Case, query: Case, expected: list[str]) -> None:
    state = old_state(case)
    start = square_name(",".join(map(str, query["at"]))) + "-" if "at" in query else ""
    assert [move for move in legal_in(state) if move.startswith(start)] == sorted(map(notation, expected))
    for old in expected:
        assert_what_the_slide_meets(state, old)


def assert_what_the_slide_meets(state: Case, old: str) -> None:
    """`eat` ends on a Grass token, `scare:B` on a Diplo of that colour, a plain slide on an empty square."""
    if old[0] not in "DT" or old[1] != " ":
        return
    target = jurassic_snack_board.at(state, jurassic_snack_board.parse_square(notation(old).partition("-")[2]))
    _, scares, colour = old.partition("scare:")
    assert target == (colour if scares else "G" if old.endswith("eat") else ".")


def check_legal_count(case: Case, query: Case, expected: int) -> None:
    assert len(legal_in(old_state(case))) == expected


def check_forced_pass(case: Case, query: Case, expected: Case) -> None:
    state = old_state(case)
    assert legal_in(state) == (list(map(notation, expected["legal"])) or ["pass"])
    passed = jurassic_snack.reveal_apply(state, SEAT[case["state"]["to_move"]], "pass", [])
    assert_old_expectation(passed, {name: value for name, value in expected.items() if name != "legal"})


def check_apply(case: Case, query: Case, expected: Case) -> None:
    state = old_state(case)
    if "legal_before" in expected:
        assert legal_in(state) == sorted(map(notation, expected["legal_before"]))
    rest = {name: value for name, value in expected.items() if name != "legal_before"}
    assert_old_expectation(play_old(state, query["actions"]), rest)


def check_look_sequence(case: Case, query: Case, expected: Case) -> None:
    state = old_state(case)
    assert legal_in(state) == sorted(map(notation, expected["legal"]))
    looked = play_old(state, [query["first"]], ["YUMMY"])
    second = legal_in(looked) if "pending" in looked else []
    assert second == sorted(map(notation, expected["legal_after_first"]))
    assert expected["looks_total"] == (2 if second else 1)
    if second:
        seat = SEAT[case["state"]["to_move"]]
        assert "pending" not in jurassic_snack.reveal_apply(looked, seat, second[0], ["BIRTH"])


def check_recon(case: Case, query: Case, expected: Case) -> None:
    state = old_state(case)
    assert legal_in(state) == sorted(map(notation, expected["legal"]))
    learned = [square_name(f"{x},{y}") for x, y in expected["learned"]]
    after = play_old(state, [query["choose"]], ["YUMMY"] * len(learned))
    assert list(after["tokens"]) == after["looked"][state["to_move"].lower()] == learned


def check_final_scores(case: Case, query: Case, expected: list[Case]) -> None:
    for piles, wanted in zip(query["cases"], expected, strict=True):
        eaten = {
            colour: [token_name(token) for token, count in piles[colour[0].upper()].items() for _ in range(count)]
            for colour in ("blue", "yellow")
        }
        no_grass = {"rows": ["B.....", "......", "Y....."], "to_move": "BLUE", "actions_left": 2}
        assert_old_expectation(jurassic_snack.normalise(no_grass | {"eaten": eaten}), wanted)


# Draftosaurus


@pytest.mark.parametrize("case", cases("draftosaurus/positions.jsonl"))
def test_draftosaurus_position(case: Case) -> None:
    state, seat = case["state"]["draftosaurus"], case["seat"]
    assert draftosaurus.legal_moves(state, seat) == case["moves"]
    if "view" in case:
        assert draftosaurus.view(state, seat) == draftosaurus.normalise(case["view"]["draftosaurus"])
    if "apply" in case:
        assert_draftosaurus_apply(state, seat, case["apply"])


def assert_draftosaurus_apply(state: Case, seat: int, played: Case) -> None:
    """Compares the state after a move, but for the fields that chance decides."""
    chance = draftosaurus.RandomChance(random.Random(played["seed"]))
    after = draftosaurus.apply(state, seat, played["move"], chance)
    expected = draftosaurus.normalise(played["state"]["draftosaurus"])
    by_chance = set(played["chance"])
    assert without(after, by_chance) == without(expected, by_chance)
    assert draftosaurus.is_over(after) == played["over"]
    assert draftosaurus.result(after)["winners"] == played.get("winners", [])


def without(state: Case, names: set[str]) -> Case:
    """A state without some of its fields."""
    return {name: value for name, value in state.items() if name not in names}


@pytest.mark.parametrize("case", cases("draftosaurus/score.jsonl"))
def test_draftosaurus_score(case: Case) -> None:
    result = draftosaurus.result(case["state"]["draftosaurus"])
    assert result["winners"] == case["winners"]
    assert result["over"] == case.get("over", True)
    for actual, expected in zip(result["seats"], case["seats"], strict=True):
        assert (actual["points"], actual["tie_break"]) == (expected["total"], expected["t_rexes"])
        assert actual["breakdown"] == dict.fromkeys(actual["breakdown"], 0) | expected["breakdown"]


@pytest.mark.parametrize("case", cases("draftosaurus/perft.jsonl"))
def test_draftosaurus_perft(case: Case) -> None:
    for depth, leaves in case["perft"].items():
        if leaves <= MAX_LEAVES:
            assert draftosaurus.perft(case["state"]["draftosaurus"], int(depth)) == leaves


# Draftosaurus rule cases, in their older format


OLD_DIE = {"no_t_rex": "WATCH_OUT_FOR_T_REX", "none_roller_free": "WOODLANDS"}


def zoo_of(old: Case) -> Case:
    """A zoo of the older format in the form of a state."""
    zoo: Case = {"river": [species.upper() for species in old["river"]]}
    for pen, dinosaurs in old["pens"].items():
        if pen == "pyramid":
            zoo[pen] = {str(entry["cell"]): entry["species"].upper() for entry in dinosaurs}
        else:
            zoo[pen] = [species.upper() for species in dinosaurs]
    return zoo


def state_of(side: str, zoos: list[Case], **fields: Any) -> Case:
    """A state with empty hands around some zoos."""
    hands: list[Case] = [{} for _ in zoos]
    return {"side": side.upper(), "turn": 12, "roller": 0, "zoos": zoos, "hands": hands} | fields


@pytest.mark.parametrize("case", rule_cases("draftosaurus", "scoring_cases"))
def test_draftosaurus_scoring_case(case: Case) -> None:
    zoos = [zoo_of(player) for player in case["players"]]
    result = draftosaurus.result(state_of(case["side"], zoos, phase="FINISHED"))
    assert [seat["tie_break"] for seat in result["seats"]] == case["t_rex_count"]
    assert result["winners"] == case["expected_winners"]
    for actual, expected in zip(result["seats"], case["expected_points"], strict=True):
        assert actual["points"] == expected["total"]
        assert actual["breakdown"] == dict.fromkeys(actual["breakdown"], 0) | expected["breakdown"]


@pytest.mark.parametrize("case", rule_cases("draftosaurus", "quarantine_cases"))
def test_draftosaurus_quarantine_case(case: Case) -> None:
    zoos = [zoo_of(player) for player in case["players_before"]]
    seat = case["player_index"]
    assert not any(zoo["quarantine"] for other, zoo in enumerate(zoos) if other != seat)
    state = state_of(case["side"], zoos, phase="QUARANTINE")
    chance = draftosaurus.RandomChance(random.Random(0))
    totals = {}
    for move in draftosaurus.legal_moves(state, seat):
        after = draftosaurus.apply(state, seat, move, chance)
        assert draftosaurus.is_over(after)
        where = move.removeprefix("relocate@").replace(".", ":")
        totals[where] = draftosaurus.result(after)["seats"][seat]["points"]
    assert totals == case["total_after_move_to"]
    assert max(totals.values()) == case["best_total"]
    best = {where for where, total in totals.items() if total == case["best_total"]}
    assert best == set(case["best_destinations"])


@pytest.mark.parametrize("case", rule_cases("draftosaurus", "legality_cases"))
def test_draftosaurus_legality_case(case: Case) -> None:
    roller = 0 if case["die"] == "none_roller_free" else 1
    die = OLD_DIE.get(case["die"], case["die"].upper())
    hands = [{"dinosaurs": [case["species"].upper()]}, {"unknown": 1}]
    state = state_of(case["side"], [zoo_of(case["zoo"]), {}], roller=roller, die=die, hands=hands)
    legal = [f"{case['species']}@{where.replace(':', '.')}" for where in case["legal"]]
    assert draftosaurus.legal_moves(state, 0) == sorted(legal)


@pytest.mark.parametrize("case", rule_cases("draftosaurus", "match_cases"))
def test_draftosaurus_match_case(case: Case) -> None:
    points = [sum(both) for both in zip(case["summer"], case["winter"], strict=True)]
    t_rexes = [sum(both) for both in zip(case["t_rex_summer"], case["t_rex_winter"], strict=True)]
    assert draftosaurus_scoring.best_seats(points, t_rexes) == case["expected_winners"]
