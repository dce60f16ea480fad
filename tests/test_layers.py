"""The layers point one way: engine < search < server < clients; only codecs and the outer layers know protobuf."""

from __future__ import annotations

import re

import pytest
from playing import ROOT

ALLOWED = {
    "engine": {"engine"},
    "search": {"engine", "search"},
    "server": {"engine", "search", "server", "v1"},
    "clients": {"engine", "search", "server", "clients", "v1"},
}
# The border of the engine, where states become messages.
BORDER = {"codec.py", "games.py", "document.py"}
IMPORT = re.compile(r"^\s*(?:from|import|cimport)\s+dinoai\.(\w+)", re.MULTILINE)
PROTOBUF = re.compile(r"^\s*(?:from|import)\s+(?:google\.protobuf|grpc|dinoai\.v1)\b", re.MULTILINE)


@pytest.mark.parametrize("folder", ALLOWED)
def test_layers_point_one_way(folder: str) -> None:
    sources = [path for suffix in ("*.py", "*.pyx", "*.pxd") for path in (ROOT / folder).rglob(suffix)]
    assert sources
    for path in sources:
        text = path.read_text()
        allowed = ALLOWED[folder] | ({"v1"} if path.name in BORDER else set())
        assert set(IMPORT.findall(text)) <= allowed, path
        if folder in ("engine", "search") and path.name not in BORDER:
            assert not PROTOBUF.search(text), path


def test_search_knows_a_game_only_through_the_interface() -> None:
    for path in (ROOT / "search").glob("*.p*"):
        assert not re.search(r"dinoai\.engine\.(jurassic_snack|draftosaurus)", path.read_text()), path


@pytest.mark.parametrize("game", ["jurassic_snack", "draftosaurus"])
def test_both_games_have_the_same_files(game: str) -> None:
    """Who knows one game finds the other; what a game needs beyond these has files of its own."""
    extensions = {"information", "invariants", "packing", "playout", "rules", "tables"}
    modules = {"codec", "moves", "names", "new_game", "notation", "scoring", "validation"}
    assert extensions <= {path.stem for path in (ROOT / "engine" / game).glob("*.pyx")}
    assert modules <= {path.stem for path in (ROOT / "engine" / game).glob("*.py")}
