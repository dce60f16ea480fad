"""What the network of Draftosaurus is told, and where it is asked."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from playing import VARIANTS, random_positions

from dinoai.engine.draftosaurus.choices import situation
from dinoai.engine.games import state_json, view
from dinoai.engine.rng import Rng
from dinoai.search.knowledge.draftosaurus_features import MOST_ZOO_ROWS, ZOO_ROWS, find_zoo_rows
from dinoai.search.knowledge.draftosaurus_guidance import configure, evaluation

SPECIES = ("T_REX", "TRICERATOPS", "STEGOSAURUS", "SPINOSAURUS", "PARASAUROLOPHUS", "BRACHIOSAURUS")
SPECIES_TOTAL = {3: 6, 4: 8, 5: 10}
DRAFTS = [variant for variant in VARIANTS if variant.startswith("draft")]


@pytest.mark.parametrize("variant", [variant for variant in DRAFTS if "winter" in variant])
def test_rows_tell_nothing_hidden(variant: str) -> None:
    """Worlds drawn for a seat's view have the same rows for it as the true state."""
    n_checked = 0
    for state, seat in random_positions(variant, 23, 60):
        rows = find_zoo_rows(state, seat)
        assert 16 <= len(rows) <= MOST_ZOO_ROWS and max(rows) < ZOO_ROWS, (rows, state_json(state, None), seat)
        seen = view(state, seat)
        for seed in range(5):
            world = seen.sample(seat, Rng(seed))
            assert find_zoo_rows(world, seat) == rows, (seed, seat, state_json(state, None), state_json(world, None))
            n_checked += 1
    assert n_checked > 100


@pytest.mark.parametrize("variant", DRAFTS)
def test_the_network_judges_winter_zoos_with_turns_left(variant: str, tables_alone: None) -> None:
    n_changed = n_same = 0
    for state, _ in random_positions(variant, 29, 100):
        by_tables = evaluation(state)[1]
        configure(refined=True)
        refined = evaluation(state)[1]
        configure(refined=False)
        for old, new in zip(by_tables, refined, strict=True):
            assert abs(old - new) < 12, (old, new, state_json(state, None))
            n_changed += old != new
            n_same += old == new
        if "winter" not in variant or situation(state)[1] == "QUARANTINE":
            assert refined == by_tables, state_json(state, None)
    assert "winter" not in variant or n_changed > 4 * n_same


@pytest.mark.parametrize("variant", [variant for variant in DRAFTS if "winter" in variant])
def test_rows_of_species_are_those_of_the_document(variant: str) -> None:
    """Read from the state as it is written; whether the Pyramid has a cell is left out."""
    n_alone = 0
    for state, seat in random_positions(variant, 31, 80):
        text = state_json(state, None)
        table = json.loads(text)["draftosaurus"]
        zoos = [
            {pen: list(held.values()) if isinstance(held, dict) else held for pen, held in zoo.items()}
            for zoo in table["zoos"]
        ]
        zoo, neighbour = zoos[seat], zoos[seat - 1]
        placed = Counter(species for each in zoos for held in each.values() for species in held)
        wood = zoo["well_ordered_wood"]
        following = wood[-2] if 1 < len(wood) < 6 else None
        before = wood[-1] if 0 < len(wood) < 6 else None
        rows = find_zoo_rows(state, seat)
        per_species = 1 if zoo["lookout"] else 2
        for number, species in enumerate(SPECIES):
            alone = zoo["lovers_bridge_left"].count(species) - zoo["lovers_bridge_right"].count(species)
            row = rows[per_species * number]
            in_quarantine, role = row % 2, row // 4 % 3
            abundance, bank, t_rex = row // 12 % 6, row // 72 % 5 - 2, row // 360
            assert bank == max(-2, min(2, alone)), (row, species, seat, text)
            assert t_rex == (species == "T_REX") and in_quarantine == (species in zoo["quarantine"]), (
                row,
                species,
                text,
            )
            assert role == (1 if species == following else 2 if species == before else 0), (row, species, seat, text)
            if len(zoos) > 2:
                assert (abundance == 0) == (placed[species] == SPECIES_TOTAL[len(zoos)]), (row, species, seat, text)
            if not zoo["lookout"]:
                held = [name for names in neighbour.values() for name in names].count(species)
                assert (rows[per_species * number + 1] - 720) // 6 == min(held, 4), (species, seat, text)
            n_alone += alone != 0
    assert n_alone > 50


def test_t_rexes_cost_shares_of_the_victory(tables_alone: None) -> None:
    """With three and more players on the Winter side."""
    for variant in ("draft-2-winter", "draft-3-winter", "draft-4-summer", "draft-5-winter"):
        n_changed = 0
        for state, _ in random_positions(variant, 37, 60):
            counts = [
                sum((list(held.values()) if isinstance(held, dict) else held).count("T_REX") for held in zoo.values())
                for zoo in json.loads(state_json(state, None))["draftosaurus"]["zoos"]
            ]
            price = configure()["t_rex_price"]
            priced = evaluation(state)[0]
            configure(t_rex_price=0)
            free = evaluation(state)[0]
            configure(t_rex_price=price)
            most, least = counts.index(max(counts)), counts.index(min(counts))
            if variant in ("draft-2-winter", "draft-4-summer"):
                assert priced == free, state_json(state, None)
            elif counts[most] > counts[least] and situation(state)[1] != "PICK" and min(free[most], free[least]) > 1e-6:
                assert priced[most] / priced[least] < free[most] / free[least], state_json(state, None)
                n_changed += 1
        assert "winter" not in variant or variant == "draft-2-winter" or n_changed > 0, variant
