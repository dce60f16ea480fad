"""The example programs in other languages play whole games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import ROOT
from serving import ServerThread

NPM_SECONDS = 60
"""Where the packages of the TypeScript example take longer, it is left out."""

SIMULATIONS = "5"


@pytest.fixture(scope="module")
def web() -> Iterator[ServerThread]:
    with ServerThread(web="127.0.0.1:0") as server:
        yield server


def with_curl(address: str, game: str) -> subprocess.CompletedProcess[str]:
    if not (shutil.which("curl") and shutil.which("jq")):
        pytest.skip("needs curl and jq")
    environment = {**os.environ, "SERVER": address, "SIMULATIONS": SIMULATIONS}
    command = ["bash", str(ROOT / "examples" / "play_a_game.sh"), game]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_curl_plays_to_the_end(web: ServerThread) -> None:
    done = with_curl(web.server.web_address, "JURASSIC_SNACK")
    assert done.returncode == 0, done.stderr
    assert "won by seat" in done.stdout.splitlines()[-1]


def test_curl_is_told_what_is_wrong(web: ServerThread) -> None:
    done = with_curl(web.server.web_address, "CHESS")
    assert done.returncode == 1
    assert done.stderr.endswith('Error: game: must be one of JURASSIC_SNACK, DRAFTOSAURUS, not "CHESS"\n')
    assert with_curl("http://127.0.0.1:1", "DRAFTOSAURUS").returncode == 1


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript example, built in a folder of its own."""
    if not shutil.which("npm"):
        pytest.skip("needs npm")
    root = tmp_path_factory.mktemp("typescript")
    folder = root / "examples" / "typescript"
    built = shutil.ignore_patterns("node_modules", "dist", "gen")
    shutil.copytree(ROOT / "examples" / "typescript", folder, ignore=built)
    shutil.copytree(ROOT / "proto", root / "proto")
    install = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        subprocess.run(install, cwd=folder, capture_output=True, timeout=NPM_SECONDS, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        pytest.skip("the packages cannot be had quickly")
    build = subprocess.run(["npm", "run", "build"], cwd=folder, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stdout + build.stderr
    return folder


def with_typescript(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["node", "dist/play_a_game.js", *arguments, "--simulations", SIMULATIONS]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("game", "transport"),
    [
        ("JURASSIC_SNACK", "connect-web"),
        ("DRAFTOSAURUS", "grpc-web"),
        ("DRAFTOSAURUS", "connect-node"),
        ("JURASSIC_SNACK", "grpc"),
    ],
)
def test_typescript_plays_to_the_end(web: ServerThread, typescript: Path, game: str, transport: str) -> None:
    address = f"http://{web.address}" if transport == "grpc" else web.server.web_address
    done = with_typescript(typescript, game, "--transport", transport, "--server", address)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("at last ") for line in lines)
    assert "won by seat" in lines[-1]


def test_typescript_is_told_what_is_wrong(web: ServerThread, typescript: Path) -> None:
    done = with_typescript(typescript, "CHESS", "--server", web.server.web_address)
    assert done.returncode == 1
    assert done.stderr == "Error: game: must be one of JURASSIC_SNACK, DRAFTOSAURUS\n"


DOCUMENT = (ROOT / "docs" / "clients.md").read_text()


def blocks(section: str, language: str) -> list[str]:
    (text,) = re.findall(rf"^## {section}$(.*?)(?=^## |\Z)", DOCUMENT, re.DOTALL | re.MULTILINE)
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_program_of_the_document(web: ServerThread) -> None:
    program = blocks("Python", "python")[0].replace("127.0.0.1:50051", web.address)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith(" final")


def test_the_commands_of_the_document(web: ServerThread) -> None:
    if not (shutil.which("curl") and shutil.which("jq")):
        pytest.skip("needs curl and jq")
    (commands,) = blocks("JSON over HTTP", "sh")
    commands = commands.replace("http://127.0.0.1:8080", web.server.web_address).replace("curl ", "curl -sS ")
    done = subprocess.run(["bash", "-euc", commands], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    answers = re.findall(r'"rows"|"suggestions"', done.stdout)
    assert answers == ['"rows"', '"suggestions"']
