"""Instructions a playout and a simulation, counted by valgrind: the same on a busy machine as on an idle one.

    python benchmarks/instructions.py            # compare with the recorded counts
    python benchmarks/instructions.py --record   # write benchmarks/instructions.json

A count is the difference between a run of many and a run of few, so that starting up does not enter. It depends on the
compiler and its flags; compare builds made alike. A change of more than 2 % is marked.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from dinoai.engine.games import new_game, view
from dinoai.engine.rng import Rng
from dinoai.search.bench import SEED, make_searcher

RECORD = Path(__file__).with_suffix(".json")
TOLERANCE = 0.02
FEW, MANY = 1000, 6000

OPENINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "jurassic_snack": ("jurassic_snack", {}),
    **{
        f"draftosaurus {players} {side.lower()}": ("draftosaurus", {"players": players, "side": side})
        for players in (2, 3, 4, 5)
        for side in ("SUMMER", "WINTER")
    },
}


def work(opening: str, kind: str, n: int) -> None:
    """What is counted: so many playouts or simulations of `ismcts-plain`."""
    game, options = OPENINGS[opening]
    state = new_game(game, seed=SEED, **options)
    if kind == "playout":
        view(state, state.actor).sample(state.actor, Rng(SEED)).playouts(n, Rng(SEED))
    else:
        make_searcher(state, "ismcts-plain", MANY).run(n, float("inf"))


def instructions(opening: str, kind: str, n: int) -> int:
    """Instructions of a whole process that does the work."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
            sys.executable, __file__, "--work", opening, kind, str(n),
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    assert collected, done.stderr
    return int(collected[1])


def main() -> None:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--work", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work(given.work[0], given.work[1], int(given.work[2]))
        return
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    counts: dict[str, int] = {}
    for opening in OPENINGS:
        for kind in ("playout", "simulation"):
            name = f"{opening} {kind}"
            counts[name] = round((instructions(opening, kind, MANY) - instructions(opening, kind, FEW)) / (MANY - FEW))
            before = recorded.get(name)
            change = f"{counts[name] / before - 1:+7.2%} of {before:,}" if before else "not recorded"
            mark = "  <- changed" if before and abs(counts[name] / before - 1) > TOLERANCE else ""
            print(f"{name:36} {counts[name]:8,}  {change}{mark}", flush=True)
    if given.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")


if __name__ == "__main__":
    main()
