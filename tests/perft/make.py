"""Makes the data files: `python -m perft.make` in the folder `tests`, then `python -m perft.make --confirm`.

Positions are drawn from games of random moves by what the data should hold (`SPREAD`); counts go on until one reaches
a million, or until the game or the deal ends. `--confirm` has the plain rules count each position to the least depth
with enough leaves, and the smallest million-leaf counts of each variant in whole.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from playing import VARIANTS, new_variant, random_play

from dinoai.engine.games import parse_state, state_json
from dinoai.engine.state import State

from .counting import Position, packed_count, plain_count, read, write

DEEP, TOO_DEEP = 1_000_000, 40_000_000
CONFIRMED = 50_000
TRIES = 20
N_CONFIRMED_IN_WHOLE = 4

Fields = dict[str, Any]
Wanted = Callable[[Fields], bool]


def marks(fields: Fields, mark: str) -> int:
    return "".join(fields["rows"]).count(mark)


def falls_back(fields: Fields) -> bool:
    """E8: an effect that cannot be applied."""
    pending = fields.get("pending")
    mover = fields["to_move"][0]
    return (pending == "BIRTH" and marks(fields, mover) == 5) or (pending == "AIR_RAID" and marks(fields, "T") == 0)


def pends(token: str) -> Wanted:
    return lambda fields: fields.get("pending") == token and not falls_back(fields) and marks(fields, "G") > 3


def at_rest(least: int, most: int) -> Wanted:
    return lambda fields: "pending" not in fields and least <= marks(fields, "G") <= most


JURASSIC_SNACK: list[tuple[str, Fields, Wanted]] = [
    ("opening", {"stalemate_turns": 2}, lambda fields: marks(fields, "G") == 28),
    ("opening", {"stalemate_turns": 4}, at_rest(24, 26)),
    ("middle", {"stalemate_turns": 2}, lambda fields: at_rest(14, 20)(fields) and fields["quiet_turns"] == 1),
    ("middle", {"eruption_last_token": "LOOK"}, lambda fields: at_rest(14, 18)(fields) and marks(fields, "T") == 2),
    ("middle", {"stalemate_turns": 4}, lambda fields: at_rest(9, 16)(fields) and fields["quiet_turns"] >= 2),
    ("birth", {"stalemate_turns": 2}, pends("BIRTH")),
    ("recon", {"eruption_last_token": "LOOK"}, pends("RECON")),
    ("air_travel", {"stalemate_turns": 4}, pends("AIR_TRAVEL")),
    ("air_raid", {"stalemate_turns": 2}, pends("AIR_RAID")),
    ("eruption", {"stalemate_turns": 2}, pends("VOLCANIC_ERUPTION")),
    ("fallback", {"stalemate_turns": 4}, falls_back),
    ("second look", {"stalemate_turns": 2}, lambda fields: falls_back(fields) and bool(fields.get("looks_made"))),
    ("few tokens", {"stalemate_turns": 4, "eruption_last_token": "LOOK"}, at_rest(2, 6)),
    ("few Diplos", {"stalemate_turns": 4}, lambda fields: at_rest(1, 28)(fields) and marks(fields, "Y") == 1),
]


def turns(first: int, last: int, phase: str = "PICK", picks: int | None = None) -> Wanted:
    return lambda fields: (
        first <= fields["turn"] <= last
        and fields["phase"] == phase
        and (picks is None or sum("move" in pick for pick in fields.get("picks", [])) == picks)
    )


def draftosaurus(players: int, side: str) -> list[tuple[str, Fields, Wanted]]:
    """The spread of one variant. With two players only the first turn of a round has a million sequences before it."""
    winter, two = side == "WINTER", players == 2
    early, middle, late = (1, 4, 10) if two else (2, 4, 9)
    spread: list[tuple[str, Fields, Wanted]] = [
        ("opening", {"placement": "WITH_PICK"}, turns(1, 1, picks=0)),
        ("opening, one has chosen", {"placement": "WITH_PICK"}, turns(early, early, picks=1)),
        ("opening", {"placement": "AFTER_REVEAL"}, turns(1, 1, picks=0)),
        ("opening, one has placed", {"placement": "AFTER_REVEAL"}, turns(early, early, "PLACE", 1)),
        ("middle", {"placement": "AFTER_REVEAL"}, turns(middle, middle, "PLACE", 0)),
        ("middle, one has placed", {"placement": "AFTER_REVEAL"}, turns(middle, middle, "PLACE", 1)),
        ("middle, one has picked", {"placement": "AFTER_REVEAL"}, turns(middle, middle, "PICK", 1)),
        ("middle", {"prairie_capacity": 12}, turns(middle, middle, picks=0)),
        ("new round", {"prairie_capacity": 6}, turns(7, 7, picks=0)),
        ("new round, one has chosen", {"placement": "WITH_PICK"}, turns(7, 7, picks=1)),
        ("late", {"placement": "WITH_PICK"}, turns(late, late, picks=0)),
        ("late", {"prairie_capacity": 12}, turns(late, late, picks=0)),
        ("late", {"placement": "AFTER_REVEAL"}, turns(late, late, "PLACE", 0)),
        ("late, one is left to choose", {"placement": "WITH_PICK"}, turns(late, late, picks=players - 1)),
        ("end", {"placement": "WITH_PICK"}, turns(12, 12, picks=0)),
    ]
    if two:
        spread += [
            ("boxing", {"boxed_visible": False}, turns(4, 4, "BOX", 0)),
            ("boxing, one has chosen", {"boxed_visible": False}, turns(7, 7, "BOX", 1)),
            ("boxing", {"boxed_visible": True}, turns(10, 10, "BOX", 0)),
            ("second turn of a round", {"boxed_visible": False}, turns(8, 8, picks=0)),
        ]
    if winter:
        spread += [
            ("end, full Quarantine Zones", {}, lambda f: turns(12, 12)(f) and sum(map(quarantined, f["zoos"])) > 1),
            ("quarantine", {}, turns(12, 12, "QUARANTINE", 0)),
        ]
    else:
        spread += [("match", {"match": True}, turns(7, 7, picks=0))]
    return spread


def quarantined(zoo: Fields) -> bool:
    return bool(zoo.get("quarantine"))


SPREAD = {
    variant: draftosaurus(fixed["players"], fixed["side"]) if game == "draftosaurus" else JURASSIC_SNACK
    for variant, (game, fixed) in VARIANTS.items()
}


def counts(state: State) -> dict[str, int]:
    """Counts by depth until one is deep enough, or nothing goes on."""
    found: dict[str, int] = {}
    for depth in range(1, 40):
        count = packed_count(state, depth)
        if count == 0:
            break
        found[str(depth)] = count
        if count >= DEEP:
            break
    return found


def candidates(variant: str, options: Fields, wanted: Wanted, rng: random.Random) -> Iterator[State]:
    """States of random games that are as wanted, one a game."""
    game, _ = VARIANTS[variant]
    while True:
        fresh = new_variant(variant, rng.getrandbits(32), **options)
        fitting = []
        for state, seat, _ in random_play(fresh, rng):
            fields = json.loads(state_json(state, None))[game]
            if seat == state.actor and wanted(fields):
                fitting.append(state)
            if fields.get("match", {}).get("game") == 2:
                break
        if fitting:
            yield rng.choice(fitting)


def make(variant: str) -> None:
    """Write the data file of a variant, not confirmed yet."""
    rng = random.Random(variant)
    positions = []
    for number, (tag, options, wanted) in enumerate(SPREAD[variant]):
        best: tuple[State, dict[str, int]] | None = None
        for state in itertools.islice(candidates(variant, options, wanted, rng), TRIES):
            found = counts(state)
            largest = max(found.values())
            if largest <= TOO_DEEP and (best is None or largest > max(best[1].values())):
                best = state, found
            if DEEP <= largest <= TOO_DEEP:
                break
        assert best is not None, tag
        state, found = best
        positions.append(Position(f"{variant}-{number:02}", [tag], json.loads(state_json(state, None)), found, 0))
        print(positions[-1].id, tag, found, flush=True)
    write(variant, positions)


def confirm(variant: str) -> None:
    """Have the plain rules count, and write down how deep they agreed."""
    positions = read(variant)
    deep = sorted((max(p.perft.values()), p.id) for p in positions if max(p.perft.values()) >= DEEP)
    in_whole = {id for _, id in deep[:N_CONFIRMED_IN_WHOLE]}
    for position in positions:
        assert parse_state(json.dumps(position.state)).check() == 0
        for depth, count in position.perft.items():
            if int(depth) <= position.confirmed:
                continue
            plain = plain_count(position.state, int(depth))
            assert plain == count, f"{position.id}, depth {depth}: packed {count}, plain {plain}"
            position.confirmed = int(depth)
            if count >= CONFIRMED and position.id not in in_whole:
                break
        leaves = position.perft[str(position.confirmed)]
        print(position.id, "confirmed to depth", position.confirmed, leaves, flush=True)
        write(variant, positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--confirm", action="store_true", help="let the plain rules count what is in the files")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("variants", nargs="*", default=list(VARIANTS))
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.processes) as pool:
        list(pool.map(confirm if arguments.confirm else make, arguments.variants))


if __name__ == "__main__":
    main()
