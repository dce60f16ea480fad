"""Hard cases of Jurassic Snack as small positions, each named after its rule in docs/rules."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from dinoai.engine.games import apply_move, legal_moves, parse_state, score, state_json, view
from dinoai.engine.jurassic_snack.names import TOTALS
from dinoai.engine.state import State

Fields = dict[str, Any]
BLUE, YELLOW = 0, 1


def position(rows: str, lies: str, blue: str = "", **fields: Any) -> State:
    """A full state with Blue to move: `lies` tells the tokens of the picture in row-major order.

    Surprises for which there is no T.Rex and, where need be, an Eruption are taken to have erupted; what is nowhere
    else Yellow has eaten.
    """
    picture = rows.split()
    squares = [f"{'abcdef'[x]}{y + 1}" for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "G"]
    tokens = dict(zip(squares, lies.split(), strict=True))
    left = Counter(TOTALS) - Counter(tokens.values()) - Counter(blue.split())
    surprises = 2 - lies.split().count("SURPRISE") - rows.count("T")
    eruptions = 2 - lies.split().count("VOLCANIC_ERUPTION")
    # The fewest Eruptions that explain what has erupted; the others have erupted themselves.
    resolved = next(n for n in range(eruptions + 1) if eruptions - n + surprises <= 2 * n)
    erupted = ["SURPRISE"] * surprises + ["VOLCANIC_ERUPTION"] * (eruptions - resolved)
    erupted += ["YUMMY"] * (2 * resolved - len(erupted))
    body = {
        "rows": picture,
        "to_move": "BLUE",
        "actions_left": 2,
        "tokens": tokens,
        "eaten": {"blue": blue.split(), "yellow": list((left - Counter(erupted)).elements())},
        "erupted": [{"token": token} for token in erupted],
        **fields,
    }
    return parse_state(json.dumps({"jurassic_snack": body}))


def body_of(state: State) -> Fields:
    body: Fields = json.loads(state_json(state))["jurassic_snack"]
    return body


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = apply_move(state, move)
        assert state.check() == 0
    return state


def ending(state: State) -> tuple[str, list[int]]:
    result = score(state)
    assert result.over == state.over == bool(result.reason)
    return result.reason, result.winners


# The end (R8)


def test_d7_the_last_token_a_surprise_eaten_by_the_last_diplo_loses() -> None:
    state = position("GB.... ...... ...... ...T.. ...... .....Y", "SURPRISE", "YUMMY " * 10 + "SURPRISE")
    end = play(state, "b1-a1")
    assert score(end).seats[BLUE].points == 26 > score(end).seats[YELLOW].points
    assert ending(end) == ("no_diplo", [YELLOW])
    assert body_of(end)["rows"][0] == "T....."


def test_r8_the_last_token_a_surprise_with_another_diplo_left_ends_on_score() -> None:
    end = play(position("GB.... ...B.. ...... ...T.. ...... .....Y", "SURPRISE", "YUMMY " * 10), "b1-a1")
    assert ending(end) == ("no_grass", [BLUE])


def test_r8_after_the_last_token_a_birth_has_nothing_to_resolve() -> None:
    end = play(position("GB.... ...... ...... ...... ...... .....Y", "BIRTH"), "b1-a1")
    assert ending(end) == ("no_grass", [YELLOW])
    assert "pending" not in body_of(end)


def test_r8_a_game_that_ends_on_the_first_action_leaves_the_other_unplayed() -> None:
    end = play(position("GB.... ...... ...... ...... ...... .....Y", "YUMMY"), "b1-a1")
    assert (body_of(end)["to_move"], body_of(end)["actions_left"]) == ("BLUE", 1)
    assert legal_moves(end, BLUE) == legal_moves(end, YELLOW) == []


def test_r5_scaring_ones_own_last_diplo_loses() -> None:
    state = position("G..... ...... T....B ...... ...... .....Y", "YUMMY", "YUMMY " * 9)
    end = play(state, "a3-f3")
    assert ending(end) == ("no_diplo", [YELLOW])
    assert body_of(end)["rows"][2] == ".....T"


def test_r9_an_action_must_be_taken_even_the_only_one_that_scares_the_last_diplo() -> None:
    """Blue's Diplo is held in a corner; the T.Rex beside it can only take one of the Diplos around it."""
    state = position("BTY... YY.... ..G... ...... ...... ......", "YUMMY", actions_left=1)
    assert legal_moves(state) == ["b1-a1", "b1-b2", "b1-c1"]
    assert ending(play(state, "b1-a1")) == ("no_diplo", [YELLOW])


def test_r9_the_one_legal_action_loses() -> None:
    """Tokens hold in the T.Rex but for Blue's last Diplo, which has no square to slide to."""
    state = position("BTG... YG.... ...... ...... ...... ......", "YUMMY BIRTH", actions_left=1)
    assert legal_moves(state) == ["b1-a1"]
    assert ending(play(state, "b1-a1")) == ("no_diplo", [YELLOW])


# Passing (R9) and stalemate (R10)

SHUT_IN = "BY.... Y..... .GG... ...... ...... ......"
"""Blue's only Diplo is held in a corner and no T.Rex is in play."""


def test_r9_the_rest_of_the_turn_is_lost_without_a_legal_action() -> None:
    state = position(SHUT_IN, "YUMMY YUMMY")
    assert legal_moves(state) == ["pass"]
    after = body_of(play(state, "pass"))
    assert (after["to_move"], after["actions_left"], after["quiet_turns"]) == ("YELLOW", 2, 1)


def test_r9_a_pass_after_an_eventful_first_action_does_not_make_the_turn_quiet() -> None:
    state = position(SHUT_IN, "YUMMY YUMMY", actions_left=1, turn_eventful=True, quiet_turns=1)
    after = play(state, "pass")
    assert body_of(after)["quiet_turns"] == 0
    assert not after.over


def test_r9_a_pass_in_a_quiet_turn_may_end_the_game() -> None:
    state = position(SHUT_IN, "YUMMY YUMMY", actions_left=1, quiet_turns=1)
    assert ending(play(state, "pass")) == ("stalemate", [YELLOW])


OPEN = "B..... ...... ..G... ...... ...... .....Y"


@pytest.mark.parametrize(("limit", "before", "over"), [(2, 0, False), (2, 1, True), (4, 1, False), (4, 3, True)])
def test_d9_stalemate_after_two_quiet_turns_or_four(limit: int, before: int, over: bool) -> None:
    state = position(OPEN, "YUMMY", quiet_turns=before, actions_left=1, options={"stalemate_turns": limit})
    after = play(state, "a1-f1")
    assert ending(after) == (("stalemate", [YELLOW]) if over else ("", []))
    assert body_of(after)["quiet_turns"] == before + 1


def test_d15_stalemate_is_tested_only_at_a_turns_end() -> None:
    after = play(position(OPEN, "YUMMY", quiet_turns=1), "a1-f1")
    assert not after.over
    assert ending(play(after, "f1-a1")) == ("stalemate", [YELLOW])


def test_r10_scaring_an_opposing_diplo_makes_a_turn_eventful_and_scaring_ones_own_does_not() -> None:
    rows = "B.T..Y ...... ..G..Y B..... ...... ......"
    state = position(rows, "YUMMY", actions_left=1, quiet_turns=1)
    assert body_of(play(state, "c1-f1"))["quiet_turns"] == 0
    assert ending(play(state, "c1-a1")) == ("stalemate", [YELLOW])


# Effects (E1-E8)


def test_e1_a_birth_may_fill_the_square_just_left() -> None:
    eating = play(position("GB.... ...... ..G... ...... ...... .....Y", "BIRTH YUMMY"), "b1-a1")
    assert body_of(eating)["pending"] == "BIRTH"
    assert body_of(play(eating, "birth b1"))["rows"][0] == "BB...."
    assert "birth c3" not in legal_moves(eating), "not onto grass"


def test_e6_d11_a_surprise_puts_a_t_rex_in_the_eaters_place() -> None:
    after = play(position("GB.... ...B.. ...... ...... ...... ....GY", "SURPRISE YUMMY"), "b1-a1")
    assert body_of(after)["rows"][0] == "T....."
    assert (after.actor, body_of(after)["actions_left"]) == (BLUE, 1)
    assert "a1-f1" in legal_moves(after), "the T.Rex may slide at once, as it belongs to nobody (R3)"


AIR_TRAVEL = "GB.... ...B.. ...... ...... ...... ....GY"


def test_d10_air_travel_may_take_the_opponents_diplo() -> None:
    eating = play(position(AIR_TRAVEL, "AIR_TRAVEL YUMMY"), "b1-a1")
    assert body_of(play(eating, "air_travel f6-c1"))["rows"][0] == "B.Y..."


def test_e3_air_travel_may_take_the_eater_itself_back_to_where_it_came_from() -> None:
    eating = play(position(AIR_TRAVEL, "AIR_TRAVEL YUMMY"), "b1-a1")
    assert body_of(play(eating, "air_travel a1-b1"))["rows"][0] == ".B...."
    assert not {"air_travel a1-a1", "air_travel a1-e6"} & set(legal_moves(eating)), "only to empty squares"


def test_e4_an_air_raid_scares_nobody() -> None:
    eating = play(position("GB.... ...B.. ...T.. ...... ...... ....GY", "AIR_RAID YUMMY"), "b1-a1")
    moves = legal_moves(eating)
    assert {move[:12] for move in moves} == {"air_raid d3-"}
    assert not {"air_raid d3-d2", "air_raid d3-f6", "air_raid d3-d3", "air_raid d3-e6"} & set(moves)
    assert "".join(body_of(play(eating, "air_raid d3-b1"))["rows"]).count("B") == 2


def test_e5_r12_an_erupted_token_stays_known_to_who_has_looked_at_it() -> None:
    looked = {"blue": ["c1"], "yellow": ["e6"]}
    state = position("GBG... ...B.. ...... ..TT.. ...... .G..GY", "VOLCANIC_ERUPTION RECON YUMMY BIRTH", looked=looked)
    after = play(state, "b1-a1", "eruption c1+e6")
    known = {seat: body_of(view(after, seat))["erupted"][-2:] for seat in (BLUE, YELLOW)}
    assert known[BLUE] == [{"token": "RECON", "looked_by": ["BLUE"]}, {"looked_by": ["YELLOW"]}]
    assert known[YELLOW] == [{"looked_by": ["BLUE"]}, {"token": "BIRTH", "looked_by": ["YELLOW"]}]
    assert body_of(after)["looked"] == {"blue": [], "yellow": []}


ONE_LEFT = "GB.... ...B.. ...... ..TT.. ...... ....GY"


def test_d6_an_eruption_with_one_token_left_removes_it_and_ends_the_game() -> None:
    eating = play(position(ONE_LEFT, "VOLCANIC_ERUPTION RECON"), "b1-a1")
    assert legal_moves(eating) == ["eruption e6"]
    end = play(eating, "eruption e6")
    assert ending(end) == ("no_grass", [YELLOW])
    assert body_of(view(end, BLUE))["erupted"][-1] == {"looked_by": []}, "never shown (D17)"


def test_d6_an_eruption_with_one_token_left_may_be_played_as_a_look() -> None:
    options = {"eruption_last_token": "LOOK"}
    eating = play(position(ONE_LEFT, "VOLCANIC_ERUPTION RECON", options=options), "b1-a1")
    assert legal_moves(eating) == ["look e6"]
    after = play(eating, "look e6")
    assert (after.over, body_of(after).get("pending")) == (False, None)
    assert body_of(view(after, BLUE))["tokens"] == {"e6": "RECON"}
    assert body_of(view(after, YELLOW))["tokens"] == {}


def test_e8_d8_two_looks_one_after_the_other_at_different_tokens() -> None:
    eating = play(position("GB.... BBBB.. ...... ...G.. G..... ....GY", "BIRTH RECON YUMMY AIR_RAID"), "b1-a1")
    assert legal_moves(eating) == ["look a5", "look d4", "look e6"], "the pool is empty"
    first = play(eating, "look d4")
    assert body_of(view(first, BLUE))["tokens"] == {"d4": "RECON"}, "it may guide the second"
    assert legal_moves(first) == ["look a5", "look e6"]
    after = body_of(play(first, "look e6"))
    assert (after["looked"]["blue"], after["looks_made"], after.get("pending")) == (["d4", "e6"], [], None)


@pytest.mark.parametrize(
    ("rows", "token"),
    [("GB.... BBBB.. ...... ...... ...... ....GY", "BIRTH"), ("GB.... ...B.. ...... ...... ...... ....GY", "AIR_RAID")],
)
def test_e8_one_look_where_one_token_remains(rows: str, token: str) -> None:
    eating = play(position(rows, f"{token} RECON"), "b1-a1")
    assert legal_moves(eating) == ["look e6"]
    after = play(eating, "look e6")
    assert (after.actor, body_of(after).get("pending"), after.over) == (BLUE, None, False)


def test_e8_a_look_at_a_token_one_knows_is_still_a_look() -> None:
    rows = "GB.... ...B.. ...... ...... ...... ...GGY"
    eating = play(position(rows, "AIR_RAID RECON YUMMY", looked={"blue": ["d6"], "yellow": []}), "b1-a1")
    assert legal_moves(eating) == ["look d6", "look e6"]
    assert legal_moves(play(eating, "look d6")) == ["look e6"]


def test_d5_recon_needs_a_pasture_that_still_has_a_token() -> None:
    eating = play(position("GB.... ...B.. ...... ...... .....G ....GY", "RECON YUMMY BIRTH"), "b1-a1")
    assert legal_moves(eating) == ["recon d4"]
    after = play(eating, "recon d4")
    assert body_of(view(after, BLUE))["tokens"] == {"f5": "YUMMY", "e6": "BIRTH"}
    public = body_of(view(after, YELLOW))
    assert (public["tokens"], public["looked"]["blue"]) == ({}, ["f5", "e6"]), "which squares is public (D16)"


# Slides (R3-R5) and scores (R11)


def test_r4_a_slide_crosses_the_seam_and_stops_before_pieces_or_on_grass() -> None:
    state = position("B...GY ...... ...... ...... ...... Y.....", "YUMMY")
    assert legal_moves(state) == ["a1-a5", "a1-e1"]


def test_r5_a_t_rex_stops_before_grass_and_the_other_t_rex_but_takes_a_diplo() -> None:
    state = position("..T..G ...... ..T..Y ...... ...... B.....", "YUMMY")
    assert [move for move in legal_moves(state) if move.startswith("c")] == [
        "c1-a1",
        "c1-c2",
        "c1-e1",
        "c3-a3",
        "c3-c2",
        "c3-c6",
        "c3-f3",
    ]


def test_r3_a_t_rex_may_be_moved_back_in_the_same_turn() -> None:
    state = position("T..... ...... ..G... ...... ...... B....Y", "YUMMY", quiet_turns=0)
    after = body_of(play(state, "a1-f1", "f1-a1"))
    assert after["rows"][0] == "T....."
    assert after["quiet_turns"] == 1


@pytest.mark.parametrize(
    ("blue", "yellow", "winners"),
    [
        ("YUMMY YUMMY", "YUMMY BIRTH RECON", [BLUE]),
        ("YUMMY BIRTH", "SURPRISE", [YELLOW]),
        ("YUMMY BIRTH", "YUMMY RECON", [BLUE, YELLOW]),
        ("AIR_RAID AIR_RAID", "SURPRISE", [YELLOW]),
    ],
)
def test_r11_at_equal_points_fewer_tokens_win_and_else_the_victory_is_shared(
    blue: str, yellow: str, winners: list[int]
) -> None:
    """At a stalemate with all other tokens still lying."""
    eaten = Counter(blue.split()) + Counter(yellow.split())
    lies = list((Counter(TOTALS) - eaten).elements())
    marks = "B" + "T" * eaten["SURPRISE"] + "Y" + "G" * len(lies)
    marks += "." * (36 - len(marks))
    rows = " ".join(marks[start : start + 6] for start in range(0, 36, 6))
    state = position(rows, " ".join(lies), blue, eaten={"blue": blue.split(), "yellow": yellow.split()}, quiet_turns=2)
    assert ending(state) == ("stalemate", winners)
