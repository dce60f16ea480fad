"""`ismcts-plain` is frozen: the same state, seed and simulations give the same visits for ever.

A change here means that figures measured against the yardstick no longer compare.
"""

from __future__ import annotations

from dinoai.search.bench import run_bench

SIGNATURES = {
    "jurassic_snack": "82045b83e7efdb1b",
    "jurassic_snack after 40 actions": "2c8710c0394264dd",
    "jurassic_snack after 57 actions": "f597b74fcb769c66",
    "jurassic_snack random after 20 actions": "4afcbbd3d54f8024",
    "draftosaurus 2 summer": "7c336b6a286915b1",
    "draftosaurus 2 winter": "a399466ba700402a",
    "draftosaurus 2 summer after 60 actions": "cca4aa5af0065660",
    "draftosaurus 3 summer": "7d8435780fe16ec6",
    "draftosaurus 3 winter": "aabab2bf50ae2f9f",
    "draftosaurus 4 summer": "683e02fb1c3aed41",
    "draftosaurus 4 winter": "8a7f3544364cd9a1",
    "draftosaurus 5 summer": "fc641538a6971f9f",
    "draftosaurus 5 winter": "4070606b1fdb6cbf",
}


def test_the_yardstick_is_frozen() -> None:
    report = run_bench(bot="ismcts-plain", simulations=2000, playouts=1)
    assert {row.position: f"{row.signature:016x}" for row in report.rows} == SIGNATURES
