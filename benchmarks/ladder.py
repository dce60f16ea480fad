"""Where the processor time of a ladder goes: search and rules, playing the games, handing deals out and storing them.

    python benchmarks/ladder.py --simulations 100 --deals 400

The share of playing comes from a profile, which makes Python look slower than it is; what workers need to start is
counted as theirs. Only time of this program's processes counts, so other load does not matter.
"""

from __future__ import annotations

import argparse
import cProfile
import multiprocessing
import pstats
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dinoai.clients.ladder.config import make_settings
from dinoai.clients.ladder.running import run_ladder, tasks
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.store import Store, stored_bots
from dinoai.clients.ladder.workers import LocalWorkers, play_deal

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("jurassic_snack", {}),
    ("draftosaurus", {"players": 2}),
    ("draftosaurus", {"players": 4, "side": "WINTER"}),
)


def share_of_playing(settings: Settings) -> float:
    """The part of a worker's time that is spent in the ladder itself and the built-in functions it calls."""
    prepared = list(tasks(settings, frozenset()))
    play_deal(prepared[0])
    profile = cProfile.Profile(time.process_time)
    profile.enable()
    for task in prepared:
        play_deal(task)
    profile.disable()
    total = own = 0.0
    for (file, _, _), (_, _, seconds, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        total += seconds
        if "/ladder/" in file:
            own += seconds
        elif file == "~":
            own += sum(called[2] for (caller, _, _), called in callers.items() if "/ladder/" in caller)
    return own / total


def share_of_parent(settings: Settings) -> float:
    """The part of all processor time that is spent outside the workers."""
    before = _seconds(resource.RUSAGE_SELF), _seconds(resource.RUSAGE_CHILDREN)
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.create(Path(folder) / "ladder.db", settings, stored_bots(settings, ["", ""]), "") as store,
    ):
        workers = LocalWorkers()
        run_ladder(store, workers, lambda _: False)
        for process in multiprocessing.active_children():
            process.join()  # or the time of the workers is not known yet
    parent, children = (
        after - start
        for after, start in zip(
            (_seconds(resource.RUSAGE_SELF), _seconds(resource.RUSAGE_CHILDREN)), before, strict=True
        )
    )
    return parent / (parent + children)


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="ismcts-plain")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--deals", type=int, default=400)
    given = parser.parse_args(arguments)
    for game, options in VARIANTS:
        bots = [f"{given.bot}:simulations={given.simulations}"] * 2
        document = {"game": game, "bots": bots, "options": options, "seed": 1}
        playing = share_of_playing(make_settings({**document, "deals": max(1, given.deals // 10)}))
        parent = share_of_parent(make_settings({**document, "deals": given.deals}))
        name = " ".join([game, *map(str, options.values())]).lower()
        searching = (1 - parent) * (1 - playing)
        print(
            f"{name}: search and rules {100 * searching:.1f} %, playing {100 * (1 - parent) * playing:.1f} %, "
            f"handing out and storing {100 * parent:.1f} %"
        )


if __name__ == "__main__":
    main()
