"""The small hand-worked cases: scoring, legality, quarantine and match."""

import json
from pathlib import Path
from typing import Any

import pytest

from dinoai.engine.draftosaurus import score_zoos
from dinoai.engine.draftosaurus.packing import legal_place_names, pack, pack_zoos, unpack

CASES = json.loads((Path(__file__).parents[2] / "vectors" / "draftosaurus" / "rule_cases.json").read_text("utf-8"))


def described(name: str) -> list[Any]:
    return [pytest.param(case, id=case["description"]) for case in CASES[name]]


def zoo_of(case: dict[str, Any]) -> dict[str, Any]:
    """A zoo of the older format as this one's."""
    zoo: dict[str, Any] = {"river": [species.upper() for species in case["river"]]}
    for pen, content in case["pens"].items():
        if pen == "pyramid":
            zoo[pen] = {entry["cell"]: entry["species"].upper() for entry in content}
        else:
            zoo[pen] = [species.upper() for species in content]
    return zoo


@pytest.mark.parametrize("case", described("scoring_cases"))
def test_scoring(case: dict[str, Any]) -> None:
    zoos = [zoo_of(player) for player in case["players"]]
    for got, wanted in zip(score_zoos(case["side"].upper(), zoos), case["expected_points"], strict=True):
        assert got.points == wanted["total"]
        for part, points in wanted["breakdown"].items():
            assert got.breakdown.get(part, 0) == points, part
    winners = [seat for seat, share in enumerate(pack_zoos(case["side"].upper(), zoos).payoff()[0]) if share]
    assert winners == case.get("expected_winners", winners)


@pytest.mark.parametrize("case", described("legality_cases"))
def test_legality(case: dict[str, Any]) -> None:
    die = {"none_roller_free": None, "no_t_rex": "WATCH_OUT_FOR_T_REX"}.get(case["die"], case["die"].upper())
    places = legal_place_names(case["side"].upper(), zoo_of(case["zoo"]), case["species"].upper(), die)
    assert sorted(place.replace(".", ":") for place in places) == sorted(case["legal"])


@pytest.mark.parametrize("case", described("quarantine_cases"))
def test_quarantine(case: dict[str, Any]) -> None:
    zoos = [zoo_of(player) for player in case["players_before"]]
    seat = case["player_index"]
    species = zoos[seat]["quarantine"][0]
    totals = {}
    for place in legal_place_names("WINTER", zoos[seat], species, None):
        moved = [{pen: content.copy() for pen, content in zoo.items()} for zoo in zoos]
        moved[seat]["quarantine"] = []
        if place.startswith("pyramid."):
            moved[seat]["pyramid"][int(place[-1])] = species
        else:
            moved[seat][place].append(species)
        totals[place.replace(".", ":")] = score_zoos("WINTER", moved)[seat].points
    assert totals == case["total_after_move_to"]
    assert max(totals.values()) == case["best_total"]


@pytest.mark.parametrize("case", described("match_cases"))
def test_match(case: dict[str, Any]) -> None:
    """D9: the match is decided by summed points, then summed T-Rexes."""
    # Not every number of points can be made up as a zoo, so all are carried over and the zoos are empty.
    fields = unpack(pack_zoos("WINTER", [{}, {}]))
    fields["zoos"] = [{"river": []}, {"river": []}]
    fields["match"] = {
        "game": 2,
        "scores": [a + b for a, b in zip(case["summer"], case["winter"], strict=True)],
        "t_rexes": [a + b for a, b in zip(case["t_rex_summer"], case["t_rex_winter"], strict=True)],
    }
    shares = pack(fields).payoff()[0]
    assert [seat for seat, share in enumerate(shares) if share] == case["expected_winners"]
