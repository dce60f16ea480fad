"""The table in which the search finds each game's knowledge."""

from __future__ import annotations

from importlib.resources import files

import pytest

from dinoai.engine import games
from dinoai.search import suggest
from dinoai.search.knowledge import draftosaurus_guidance, jurassic_snack_guidance


def visits(game: str) -> list[tuple[str, int]]:
    answer = suggest(games.new_game(game, seed=1), 0, simulations=200, seed=1)
    return [(suggestion.notation, suggestion.visits) for suggestion in answer.suggestions]


def test_knowledge_that_is_registered_again_replaces_itself() -> None:
    folder = files("dinoai.search.knowledge")
    before = [visits(game) for game in games.GAMES]
    for _ in range(20):
        draftosaurus_guidance.register(
            (folder / "draftosaurus_potential.bin").read_bytes(), (folder / "draftosaurus_networks.bin").read_bytes()
        )
        jurassic_snack_guidance.register((folder / "jurassic_snack_network.bin").read_bytes())
    assert [visits(game) for game in games.GAMES] == before


def test_files_of_another_size_are_refused() -> None:
    folder = files("dinoai.search.knowledge")
    tables = (folder / "draftosaurus_potential.bin").read_bytes()
    networks = (folder / "draftosaurus_networks.bin").read_bytes()
    for arguments in ((tables[:-4], networks), (tables, networks[:-1]), (tables, networks[:-8]), (tables, b"")):
        with pytest.raises(ValueError, match="bytes"):
            draftosaurus_guidance.register(*arguments)
    draftosaurus_guidance.register(tables, networks)
