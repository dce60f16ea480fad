"""Fuzz one target with atheris (`pip install atheris`): `python tests/fuzz/run.py json --seconds 600`.

An input that ends in an unexpected exception, an assertion of the debug build, more than a second or more than 256 MiB
is written to the folder of findings and ends the run. Run it on a debug build (docs/testing.md).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

with atheris.instrument_imports(include=["dinoai"]):
    import mutation
    import targets

MUTATIONS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "json": mutation.mutate_json,
    "proto": mutation.mutate_proto,
    "moves": mutation.mutate_moves,
}


def main() -> None:
    """Read the arguments and hand over to libFuzzer, which does not come back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=list(targets.TARGETS))
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--corpus", type=Path, help="a folder that keeps what is new; else a temporary one")
    parser.add_argument("--findings", type=Path, default=Path.cwd(), help="where inputs that break a promise go")
    arguments = parser.parse_args()
    corpus = arguments.corpus or Path(tempfile.mkdtemp(prefix="dinoai-fuzz-"))
    corpus.mkdir(parents=True, exist_ok=True)

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.75:
            return MUTATIONS[arguments.target](data, rng)[:max_size]
        return atheris.Mutate(data, max_size)

    options = [
        f"-max_total_time={arguments.seconds}",
        f"-max_len={targets.MAX_BYTES}",
        "-timeout=1",
        "-rss_limit_mb=256",
        f"-artifact_prefix={arguments.findings}/",
        "-print_final_stats=1",
        "-reload=0",
    ]
    atheris.Setup(
        [sys.argv[0], *options, str(corpus), str(HERE / "corpus" / arguments.target)],
        targets.TARGETS[arguments.target],
        custom_mutator=mutate,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
