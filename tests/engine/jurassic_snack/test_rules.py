"""Hand-worked cases named after their rules, in their own plain format (rule_cases.json explains it)."""

from __future__ import annotations

import re
from typing import Any

from dinoai.engine import jurassic_snack
from dinoai.engine.jurassic_snack.names import POINTS
from dinoai.engine.jurassic_snack.new_game import eggs, lay_out
from dinoai.engine.jurassic_snack.packing import pack, unpack
from dinoai.engine.rng import Rng
from dinoai.engine.state import State

COLOURS = {"B": "BLUE", "Y": "YELLOW"}
VERBS = {"BIRTH": "birth ", "AIRTRAVEL": "air_travel ", "AIRRAID": "air_raid ", "ERUPT": "eruption ", "LOOK": "look "}


def grass(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()


def square(text: str) -> str:
    x, y = text.split(",")
    return "abcdefghijkl"[int(x)] + str(int(y) + 1)


def position(case: dict[str, Any]) -> State:
    """The case's position as a view of the player to move, who has seen nothing."""
    given = case["state"]
    fields: dict[str, Any] = {
        "viewer": COLOURS[given["to_move"]],
        "rows": case["board"],
        "to_move": COLOURS[given["to_move"]],
        "actions_left": given["actions_left"],
        "quiet_turns": given["quiet_turns"],
        "turn_eventful": given["turn_active"],
        "looks_made": [],
        "eaten": {
            name: [grass(token) for token in given["eaten"][key]] for key, name in (("B", "blue"), ("Y", "yellow"))
        },
        "tokens": {},
        "looked": {"blue": [], "yellow": []},
        "erupted": [],
        "options": {"stalemate_turns": 2, "eruption_last_token": "REMOVE"},
    }
    if given["pending"]:
        fields["pending"] = grass(given["pending"])
    return pack(fields)


def notation(action: str) -> tuple[str, list[str]]:
    """An action of the plain format as a move and what it turns up (YUMMY where the case does not say)."""
    verb, *rest = action.split()
    if verb in ("D", "T"):
        eats = [word for word in rest if word.startswith("eat")]
        reveals = [grass(word.partition("=")[2] or "Yummy") for word in eats]
        return f"{square(rest[0])}-{square(rest[2])}", reveals
    separator = "+" if verb == "ERUPT" else "-"
    squares = [square(text) for text in re.split(r"->|\+", rest[0])]
    return VERBS[verb] + separator.join(squares), ["YUMMY"] if verb == "LOOK" else []


def legal(state: State) -> list[str]:
    return jurassic_snack.legal_moves(state, state.actor)


def played(state: State, actions: list[str]) -> State:
    for action in actions:
        move, reveals = notation(action)
        state = jurassic_snack.apply_move(state, state.actor, move, Rng(1), reveals)
    return state


def check_outcome(state: State, expected: dict[str, Any]) -> None:
    fields = unpack(state)
    score = jurassic_snack.score(state)
    if "over" in expected:
        assert score.over == expected["over"]
    if "board" in expected:
        assert fields["rows"] == expected["board"]
    if "to_move" in expected:
        assert fields["to_move"] == COLOURS[expected["to_move"]]
    if "pool" in expected:
        board = "".join(fields["rows"])
        assert {mark: 5 - board.count(mark) for mark in "BY"} == expected["pool"]
    if "trex_pool" in expected:
        assert 2 - "".join(fields["rows"]).count("T") == expected["trex_pool"]
    for name in ("actions_left", "quiet_turns"):
        if name in expected:
            assert fields[name] == expected[name]
    if "eaten" in expected:
        assert fields["eaten"]["blue"] == list(map(grass, expected["eaten"]["B"]))
        assert fields["eaten"]["yellow"] == list(map(grass, expected["eaten"]["Y"]))
    if "winner" in expected:
        assert score.winners == ["BY".index(expected["winner"])]
    if "reason" in expected:
        assert score.reason == expected["reason"]
    for name, values in (
        ("score", [seat.points for seat in score.seats]),
        ("tokens", [seat.tie_break for seat in score.seats]),
    ):
        if name in expected:
            assert values == [expected[name]["B"], expected[name]["Y"]]


def test_rule(rule_case: dict[str, Any]) -> None:
    query, expected = rule_case["query"], rule_case["expect"]
    kind = query["type"]
    if kind == "setup":
        rows = lay_out(0, [(board["id"], board["rot"]) for board in query["boards"]])
        assert rows == expected["board"]
        assert "".join(rows).count("G") == expected["grass_count"]
    elif kind == "egg_table":
        for board, turned in expected.items():
            for turns, places in enumerate(turned):
                assert eggs(int(board), turns) == (tuple(places["B"]), tuple(places["Y"]))
    elif kind == "final_scores":
        for piles, result in zip(query["cases"], expected, strict=True):
            check_final_score(piles, result)
    elif kind == "legal":
        assert legal(position(rule_case)) == sorted(notation(action)[0] for action in expected)
    elif kind == "legal_of_piece":
        start = square(",".join(map(str, query["at"]))) + "-"
        moves = [move for move in legal(position(rule_case)) if move.startswith(start)]
        assert moves == sorted(notation(action)[0] for action in expected)
    elif kind == "legal_count":
        assert len(legal(position(rule_case))) == expected
    elif kind == "legal_then_forced_pass":
        state = position(rule_case)
        assert legal(state) == ["pass"]
        check_outcome(jurassic_snack.apply_move(state, state.actor, "pass", Rng(1)), expected)
    elif kind == "apply":
        state = position(rule_case)
        if "legal_before" in expected:
            assert legal(state) == [notation(action)[0] for action in expected["legal_before"]]
        check_outcome(played(state, query["actions"]), expected)
    elif kind == "look_sequence":
        check_looks(position(rule_case), query["first"], expected)
    else:
        assert kind == "legal_and_knowledge"
        check_recon(position(rule_case), expected)


def check_looks(state: State, first: str, expected: dict[str, Any]) -> None:
    assert legal(state) == [notation(action)[0] for action in expected["legal"]]
    after = played(state, [first])
    still = unpack(after).get("pending")
    assert (2 if still else 1) == expected["looks_total"]
    assert (legal(after) if still else []) == [notation(action)[0] for action in expected["legal_after_first"]]


def check_recon(state: State, expected: dict[str, Any]) -> None:
    assert legal(state) == ["recon a1", "recon d4"]
    after = jurassic_snack.apply_move(state, 0, "recon a1", Rng(1), ["BIRTH"])
    learned = [square(",".join(map(str, place))) for place in expected["learned"]]
    assert unpack(after)["tokens"] == dict.fromkeys(learned, "BIRTH")
    assert unpack(after)["looked"] == {"blue": learned, "yellow": []}


def check_final_score(piles: dict[str, dict[str, int]], expected: dict[str, Any]) -> None:
    case = {
        "board": ["B....Y", "......", "......", "......", "......", "......"],
        "state": {
            "to_move": "B",
            "actions_left": 2,
            "quiet_turns": 0,
            "turn_active": False,
            "pending": None,
            "eaten": {key: [token for token, n in pile.items() for _ in range(n)] for key, pile in piles.items()},
        },
    }
    score = jurassic_snack.score(position(case))
    assert score.over and score.reason == "no_grass"
    assert [seat.points for seat in score.seats] == [expected["score"]["B"], expected["score"]["Y"]]
    assert score.winners == {"B": [0], "Y": [1], "shared": [0, 1]}[expected["winner"]]
    assert set(score.seats[0].breakdown) == set(POINTS)
