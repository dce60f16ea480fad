"""Hard cases of Draftosaurus as small zoos and states, each named after its rule in docs/rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from playing import random_play

from dinoai.engine.draftosaurus import score_zoos
from dinoai.engine.draftosaurus.names import FACES, SPECIES, species_total
from dinoai.engine.draftosaurus.packing import legal_place_names, unpack
from dinoai.engine.games import apply_move, legal_moves, new_game, parse_state, score, state_json, view
from dinoai.engine.state import State

Zoo = dict[str, Any]
T, TRI, STEG, SPINO, PARA, BRACH = SPECIES
BANKS = {"lovers_bridge_left", "lovers_bridge_right"}


def after_turn_12(side: str, *zoos: Zoo, **fields: Any) -> State:
    """A full state after turn 12: what the zoos lack lies in the Rivers, the rest of a two-player game in the box."""
    n = len(zoos)
    left = Counter(dict.fromkeys(SPECIES, species_total(n)))
    filled = [{pen: content.copy() for pen, content in zoo.items()} for zoo in zoos]
    for zoo in filled:
        left.subtract(inhabitants(zoo))
    assert min(left.values()) >= 0
    for zoo in filled:
        for _ in range(12 - len(inhabitants(zoo))):
            species = max(SPECIES, key=lambda name: left[name])
            left[species] -= 1
            zoo.setdefault("river", []).append(species)
    body = {
        "side": side,
        "phase": "FINISHED",
        "turn": 12,
        "roller": 0,
        "zoos": filled,
        "hands": [{} for _ in zoos],
        "boxed": list(left.elements()),
        **fields,
    }
    return parse_state(json.dumps({"draftosaurus": body}))


def inhabitants(zoo: Zoo) -> list[str]:
    return [name for content in zoo.values() for name in (content.values() if isinstance(content, dict) else content)]


def points(side: str, *zoos: Zoo) -> list[dict[str, int]]:
    return [seat.breakdown for seat in score_zoos(side, list(zoos))]


def places(side: str, zoo: Zoo, species: str, die: str | None, prairie_capacity: int = 6) -> set[str]:
    return set(legal_place_names(side, zoo, species, die, prairie_capacity))


def position_after(n_plies: int, seed: int = 1, **options: Any) -> State:
    """The full state after so many random choices."""
    rng = random.Random(seed)
    played = random_play(new_game("draftosaurus", seed=seed, **options), rng)
    return next(state for ply, (state, _, _) in enumerate(played) if ply == n_plies)


def play_phase(state: State) -> State:
    """Every seat that has something to decide makes its first legal move."""
    for seat in range(state.n_seats):
        moves = legal_moves(state, seat)
        if moves:
            state = apply_move(state, moves[0], seat, seed=1)
    return state


# Scores (sections 4 and 5)


def test_section_4_kings_tie_among_five() -> None:
    """At least as many is enough; Rivers count; one fewer is nothing."""
    king = {"king_of_the_jungle": [T], "river": [T]}
    tied = points("SUMMER", king, king, {"river": [T, T]}, {"king_of_the_jungle": [T]}, {"forest_of_sameness": [T, T]})
    assert [seat["king_of_the_jungle"] for seat in tied] == [7, 7, 0, 0, 0]
    everybody = points("SUMMER", *[king] * 5)
    assert [seat["king_of_the_jungle"] for seat in everybody] == [7] * 5


def test_section_4_a_lookout_with_two_players_counts_the_opponents_whole_zoo() -> None:
    zoo = {"lookout": [PARA], "river": [PARA, PARA]}
    other = {"pyramid": {0: PARA}, "lovers_bridge_left": [PARA], "river": [PARA], "lookout": [STEG]}
    assert [seat["lookout"] for seat in points("WINTER", zoo, other)] == [6, 0]


def test_section_4_a_lookout_counts_the_right_neighbour_alone() -> None:
    zoos = [{"lookout": [T], "river": [T] * n} for n in (1, 2, 3)]
    assert [seat["lookout"] for seat in points("WINTER", *zoos)] == [8, 4, 6]


def test_section_4_a_solitary_dinosaur_is_not_alone_with_another_in_the_river() -> None:
    alone, crowded = {"solitary_island": [T]}, {"solitary_island": [T], "river": [T]}
    assert [seat["solitary_island"] for seat in points("SUMMER", alone, crowded)] == [7, 0]


def test_section_4_couples_of_the_prairie_are_of_a_species_each() -> None:
    zoo = {"prairie_of_love": [T, T, T, STEG, STEG, TRI]}
    assert points("SUMMER", zoo, {})[0]["prairie_of_love"] == 10


def test_section_4_a_woody_trio_of_two_scores_nothing() -> None:
    zoos = [{"woody_trio": [T, T]}, {"woody_trio": [T, STEG, STEG]}]
    assert [seat["woody_trio"] for seat in points("SUMMER", *zoos)] == [0, 7]


def test_section_4_couples_of_the_bridge_stand_on_both_banks() -> None:
    zoo = {"lovers_bridge_left": [T, T, STEG, STEG], "lovers_bridge_right": [T, STEG, STEG, STEG, BRACH]}
    assert points("WINTER", zoo, {})[0]["lovers_bridge"] == 18


def test_section_4_the_t_rex_bonus_is_one_a_pen_never_the_river_and_one_for_each_bank() -> None:
    summer = {"forest_of_sameness": [T, T, T], "woody_trio": [T, TRI], "river": [T, T]}
    winter = {"lovers_bridge_left": [T, T], "lovers_bridge_right": [T], "pyramid": {0: T, 2: T}}
    assert points("SUMMER", summer, {})[0]["t_rex_bonus"] == 2
    assert points("WINTER", winter, {})[0]["t_rex_bonus"] == 3


@pytest.mark.parametrize(("t_rexes", "winners"), [((1, 0), [1]), ((0, 1), [0]), ((1, 1), [0, 1])])
def test_section_5_a_tie_goes_to_the_fewest_t_rexes_and_else_is_shared(
    t_rexes: tuple[int, int], winners: list[int]
) -> None:
    zoos = [{"river": [T] * n + [TRI] * (12 - n)} for n in t_rexes]
    first, second = score_zoos("SUMMER", zoos)
    assert first.points == second.points
    assert [first.tie_break, second.tie_break] == list(t_rexes)
    # With 12 in each River both have 12 points; the box makes up for the species.
    lists = [[T] * n + [TRI] * (4 - n) + [STEG, SPINO, PARA, BRACH] * 2 for n in t_rexes]
    assert score(after_turn_12("SUMMER", *({"river": content} for content in lists))).winners == winners


def test_d9_a_match_is_decided_by_the_t_rexes_of_both_games() -> None:
    """Seat 0 has fewer T-Rexes in this game and more in the match."""
    zoos = [{"river": [T] * n + [TRI] * (4 - n) + [STEG, SPINO, PARA, BRACH] * 2} for n in (1, 2)]
    decided = after_turn_12("WINTER", *zoos, match={"game": 2, "scores": [20, 20], "t_rexes": [3, 1]})
    assert score(decided).winners == [1]
    shared = after_turn_12("WINTER", *zoos, match={"game": 2, "scores": [20, 20], "t_rexes": [3, 2]})
    assert score(shared).winners == [0, 1]
    by_points = after_turn_12("WINTER", *zoos, match={"game": 2, "scores": [21, 20], "t_rexes": [3, 1]})
    assert score(by_points).winners == [0]


# Quarantine (section 4)

FULL: Zoo = {
    "well_ordered_wood": [TRI, STEG, TRI, STEG, TRI, STEG],
    "pyramid": {0: SPINO, 1: PARA, 2: SPINO, 3: BRACH},
    "lookout": [BRACH],
    "quarantine": [SPINO],
}


def quarantine(zoo: Zoo, *others: Zoo) -> State:
    return after_turn_12("WINTER", zoo, *(others or ({},)), phase="QUARANTINE")


def test_d2_with_all_else_closed_a_quarantined_dinosaur_has_the_bridge_and_the_river() -> None:
    """Cell 4 of the Pyramid touches a Spinosaurus; the banks have no limit; staying is no choice."""
    banks = [f"relocate@{bank}" for bank in sorted(BANKS)]
    assert legal_moves(quarantine(FULL), 0) == [*banks, "relocate@river"]


def test_section_4_out_of_quarantine_to_the_river_is_worth_a_point() -> None:
    state = quarantine(FULL)
    assert score(apply_move(state, "relocate@river", 0)).seats[0].points == score(state).seats[0].points + 1


def test_section_4_a_pyramid_is_completed_through_quarantine() -> None:
    pyramid = {0: SPINO, 1: PARA, 2: SPINO, 3: BRACH, 4: TRI}
    state = quarantine({"pyramid": pyramid, "quarantine": [SPINO], "lookout": [T]})
    assert "relocate@pyramid.5" in legal_moves(state, 0)
    before, after = (score(s).seats[0] for s in (state, apply_move(state, "relocate@pyramid.5", 0)))
    assert (before.breakdown["pyramid"], after.breakdown["pyramid"]) == (14, 21)
    assert after.points == before.points + 7


def test_section_4_quarantine_goes_by_no_die_and_only_seats_that_have_one_choose() -> None:
    state = quarantine({"quarantine": [T]}, {"river": [T]}, {"quarantine": [TRI]})
    assert "die" not in json.loads(state_json(state))["draftosaurus"]
    assert [bool(legal_moves(state, seat)) for seat in range(3)] == [True, False, True]
    half = apply_move(state, "relocate@lookout", 0)
    assert not half.over
    assert apply_move(half, "relocate@well_ordered_wood", 2).over


def test_section_4_a_quarantined_t_rex_takes_its_bonus_along() -> None:
    state = quarantine({"quarantine": [T]})
    assert score(state).seats[0].breakdown["t_rex_bonus"] == 1
    assert score(apply_move(state, "relocate@river", 0)).seats[0].breakdown["t_rex_bonus"] == 0
    assert score(apply_move(state, "relocate@lookout", 0)).seats[0].breakdown["t_rex_bonus"] == 1


# Placement (sections 2 to 4)


def test_d10_empty_pen_and_watch_out_judge_each_bank_by_itself() -> None:
    zoo = {"lovers_bridge_left": [T]}
    for die in ("EMPTY_PEN", "WATCH_OUT_FOR_T_REX"):
        assert places("WINTER", zoo, TRI, die) & BANKS == {"lovers_bridge_right"}
    calm = {"lovers_bridge_left": [TRI]}
    assert places("WINTER", calm, TRI, "EMPTY_PEN") & BANKS == {"lovers_bridge_right"}
    assert places("WINTER", calm, TRI, "WATCH_OUT_FOR_T_REX") & BANKS == BANKS


def test_section_2_watch_out_binds_a_t_rex_as_well() -> None:
    zoo = {"prairie_of_love": [T], "woody_trio": [TRI]}
    free = places("SUMMER", zoo, T, "WATCH_OUT_FOR_T_REX")
    assert "prairie_of_love" not in free
    assert "woody_trio" in free, "it may go where none is yet"


def test_section_4_quarantine_is_a_pen_under_the_die() -> None:
    assert "quarantine" in places("WINTER", {}, TRI, "EMPTY_PEN")
    assert "quarantine" in places("WINTER", {}, TRI, "FOOD_COURT")
    assert "quarantine" not in places("WINTER", {}, TRI, "RESTROOMS")
    assert "quarantine" not in places("WINTER", {"quarantine": [STEG]}, TRI, None)


@pytest.mark.parametrize("die", list(filter(None, FACES)))
@pytest.mark.parametrize("side", ["SUMMER", "WINTER"])
def test_section_2_the_river_is_open_under_any_face(side: str, die: str) -> None:
    assert "river" in places(side, {}, T, die)


def test_d1_a_prairie_of_six_is_full_and_one_of_twelve_is_not() -> None:
    zoo = {"prairie_of_love": [T, T, TRI, TRI, STEG, STEG]}
    assert "prairie_of_love" not in places("SUMMER", zoo, T, None)
    assert "prairie_of_love" in places("SUMMER", zoo, T, None, prairie_capacity=12)


def test_d1_a_prairie_may_hold_all_twelve() -> None:
    zoo = {"prairie_of_love": [T, TRI, STEG, SPINO, PARA, BRACH] * 2}
    state = after_turn_12("SUMMER", zoo, {}, options={"prairie_capacity": 12})
    assert score(state).seats[0].breakdown["prairie_of_love"] == 30


def test_d3_any_free_cell_of_the_open_row() -> None:
    def cells(pyramid: dict[int, str], species: str) -> set[str]:
        return {name for name in places("WINTER", {"pyramid": pyramid}, species, None) if name.startswith("pyramid")}

    assert cells({}, T) == {"pyramid.0", "pyramid.1", "pyramid.2"}
    assert cells({1: T}, T) == set(), "both neighbours touch it, and the next row is closed"
    assert cells({0: T}, T) == {"pyramid.2"}
    assert cells({0: T, 1: TRI, 2: STEG}, STEG) == {"pyramid.3"}
    assert cells({0: T, 1: TRI, 2: STEG}, TRI) == set(), "cell 1 touches both"
    assert cells({0: T, 1: TRI, 2: T, 3: STEG, 4: SPINO}, TRI) == {"pyramid.5"}, "the top touches cells 3 and 4 only"


def test_section_4_the_wood_alternates_strictly() -> None:
    def open_to(wood: list[str]) -> list[str]:
        zoo = {"well_ordered_wood": wood}
        return [species for species in SPECIES if "well_ordered_wood" in places("WINTER", zoo, species, None)]

    assert open_to([T]) == [TRI, STEG, SPINO, PARA, BRACH]
    assert open_to([T, TRI]) == [T]
    assert open_to([T, TRI, T]) == [TRI]
    assert open_to([T, TRI] * 3) == []


# The flow of a game (sections 2, 6 and 7)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_d7_the_die_moves_left_between_rounds(players: int) -> None:
    """Six turns a round, so the roller of turn 7 is not the one of turn 1."""
    state = position_after(6 * players - 1, players=players, start=1)
    before = unpack(state)
    assert (before["turn"], before["roller"]) == (6, (1 + 5) % players)
    after = unpack(play_phase(state))
    assert (after["turn"], after["roller"]) == (7, (1 + 6) % players)
    assert [len(hand["dinosaurs"]) for hand in after["hands"]] == [6] * players


def test_section_6_the_die_alternates_and_hands_of_four_and_two_are_swapped() -> None:
    state = new_game("draftosaurus", seed=2)
    sizes, rollers = [], []
    for _ in range(4):
        rollers.append(unpack(state)["roller"])
        sizes.append(len(unpack(state)["hands"][0]["dinosaurs"]))
        state = play_phase(state)
        left = [Counter(hand["dinosaurs"]) for hand in unpack(state)["hands"]]
        boxed = [legal_moves(state, seat)[0] for seat in range(2)]
        state = play_phase(state)
        if sizes[-1] > 2:
            swapped = [Counter(hand["dinosaurs"]) for hand in unpack(state)["hands"]][::-1]
            gone = [next((hand - after).elements()) for hand, after in zip(left, swapped, strict=True)]
            assert [f"box {name.lower()}" for name in gone] == boxed
    assert (sizes, rollers) == ([6, 4, 2, 6], [0, 1, 0, 1])


def test_d5_boxing_comes_after_the_placements_are_revealed() -> None:
    state = play_phase(new_game("draftosaurus", seed=3))
    seen = unpack(view(state, 1))
    assert seen["phase"] == "BOX"
    assert [len(inhabitants(zoo)) for zoo in seen["zoos"]] == [1, 1]
    half = apply_move(state, legal_moves(state, 0)[0], 0)
    assert view(half, 1) == view(state, 1), "both box at once"


def test_d6_a_boxed_dinosaur_is_public_once_both_have_chosen() -> None:
    after = play_phase(play_phase(new_game("draftosaurus", seed=4)))
    for seat in (0, 1):
        assert unpack(view(after, seat))["boxed"] == unpack(after)["boxed"] != []


def test_d6_with_hidden_boxing_the_hand_that_comes_back_tells_what_was_boxed() -> None:
    """In the first turn the opponent's hand was never seen; in the second it boxes out of a hand one has held."""
    state = new_game("draftosaurus", seed=5, boxed_visible=False)
    turn_2 = play_phase(play_phase(state))
    assert [unpack(view(turn_2, seat))["boxed_unknown"] for seat in (0, 1)] == [1, 1]
    boxing = play_phase(turn_2)
    for seat in (0, 1):
        assert unpack(view(boxing, seat))["hands"] == unpack(boxing)["hands"], "both hands have been held"
    turn_3 = play_phase(boxing)
    for seat in (0, 1):
        seen, truth = unpack(view(turn_3, seat)), unpack(turn_3)
        assert seen["boxed_unknown"] == 1
        # Boxed in order of turn, then seat; only the opponent's of turn 1 is missing.
        assert seen["boxed"] == [name for entry, name in enumerate(truth["boxed"]) if entry != 1 - seat]
        assert seen["hands"] == truth["hands"]


def test_d4_after_the_reveal_the_roller_alone_ignores_the_die() -> None:
    state = play_phase(new_game("draftosaurus", seed=6, players=3, start=1, placement="AFTER_REVEAL"))
    fields = unpack(state)
    assert (fields["phase"], fields["roller"]) == ("PLACE", 1)
    for pick in fields["picks"]:
        seat, zoo = pick["seat"], fields["zoos"][pick["seat"]]
        die = None if seat == fields["roller"] else fields["die"]
        wanted = {f"place@{place}" for place in places("SUMMER", zoo, pick["species"], die)}
        assert set(legal_moves(state, seat)) == wanted
    assert len(legal_moves(state, 1)) == 7, "an empty Summer zoo has six pens and the River"


def test_d4_a_revealed_dinosaur_is_known_to_all_and_its_place_to_none() -> None:
    state = play_phase(new_game("draftosaurus", seed=7, players=4, placement="AFTER_REVEAL"))
    placed = apply_move(state, legal_moves(state, 0)[0], 0)
    seen = unpack(view(placed, 2))
    assert [pick["species"] for pick in seen["picks"]] == [pick["species"] for pick in unpack(state)["picks"]]
    assert [pick["move"] for pick in seen["picks"]] == [None] * 4
    assert seen["hands"][0]["dinosaurs"] == [seen["picks"][0]["species"]]


def test_d8_the_second_game_of_a_match_has_the_same_start_seat_and_a_fresh_set_up() -> None:
    state = new_game("draftosaurus", seed=8, players=3, start=2, match=True)
    while unpack(state)["side"] == "SUMMER":
        last, state = state, play_phase(state)
    fields = unpack(state)
    assert (unpack(last)["turn"], fields["turn"], fields["roller"], fields["phase"]) == (12, 1, 2, "PICK")
    assert not any(inhabitants(zoo) for zoo in fields["zoos"])
    assert fields["match"]["game"] == 2
    assert len(fields["match"]["scores"]) == 3


def test_section_5_without_anything_in_quarantine_the_last_choice_ends_the_game() -> None:
    state = new_game("draftosaurus", seed=9, players=3, side="WINTER")
    while not state.over:
        before = state
        for seat in range(3):
            moves = [move for move in legal_moves(state, seat) if move.endswith("@river")]
            state = apply_move(state, moves[0], seat, seed=1)
    assert unpack(before)["phase"] == "PICK"
    assert [seat.points for seat in score(state).seats] == [12, 12, 12]
