"""Forty broken state files, as varied as users are."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from playing import ROOT

Change = Callable[[dict[str, Any]], None]


def example(name: str) -> dict[str, Any]:
    """A shipped example as a document."""
    document: dict[str, Any] = json.loads((ROOT / "examples" / f"{name}.json").read_text())
    return document


def _changed(name: str, change: Change) -> bytes:
    document = copy.deepcopy(example(name))
    (body,) = document.values()
    change(body)
    return json.dumps(document).encode()


def _drop(field: str) -> Change:
    return lambda body: body.pop(field)


def _put(field: str, value: Any) -> Change:
    return lambda body: body.__setitem__(field, value)


def _square(symbol: str, instead_of: str, times: int = 1) -> Change:
    """Other symbols in the picture."""

    def change(body: dict[str, Any]) -> None:
        picture = "\n".join(body["rows"]).replace(instead_of, symbol, times)
        body["rows"] = picture.split("\n")

    return change


def _rename(field: str, name: str) -> Change:
    return lambda body: body.__setitem__(name, body.pop(field))


def _first_grass(body: dict[str, Any]) -> str:
    y, x = next((y, row.index("G")) for y, row in enumerate(body["rows"]) if "G" in row)
    return f"{chr(ord('a') + x)}{y + 1}"


def _in_zoo(seat: int, pen: str, value: Any) -> Change:
    return lambda body: body["zoos"][seat].__setitem__(pen, value)


_SNACK = "jurassic_snack_middle"
_OPENING = "jurassic_snack_opening"
_RECON = "jurassic_snack_recon"
_TWO = "draftosaurus_two_players"
_FOUR = "draftosaurus_four_players_winter"

BROKEN_STATES: dict[str, bytes] = {
    "no rows": _changed(_SNACK, _drop("rows")),
    "rows of unequal length": _changed(_SNACK, lambda body: body["rows"].__setitem__(1, body["rows"][1] + "G")),
    "a picture too small": _changed(_SNACK, lambda body: body["rows"].pop()),
    "an unknown letter": _changed(_SNACK, _square("x", "G")),
    "three T.Rex": _changed(_SNACK, _square("T", "G", 3)),
    "a Diplo too many": _changed(_OPENING, _square("B", "G", 2)),
    "no Diplo at all": _changed(_OPENING, lambda body: (_square(".", "B", 9)(body), _square(".", "Y", 9)(body))),
    "29 tokens": _changed(_OPENING, _put("eaten", {"blue": ["YUMMY"]})),
    "a token too few": _changed(_OPENING, _square(".", "G")),
    "a token known where there is none": _changed(_OPENING, _put("tokens", {"z9": "YUMMY"})),
    "a token known that was not looked at": _changed(_OPENING, lambda b: b.update(tokens={_first_grass(b): "YUMMY"})),
    "looked at an empty square": _changed(_SNACK, lambda b: b["looked"]["blue"].append("zz")),
    "thirteen Yummy": _changed(_OPENING, _put("eaten", {"blue": ["YUMMY"] * 13})),
    "a pending Yummy": _changed(_RECON, _put("pending", "YUMMY")),
    "three actions left": _changed(_SNACK, _put("actions_left", 3)),
    "nobody to move": _changed(_SNACK, _drop("to_move")),
    "an odd stalemate": _changed(_SNACK, _put("options", {"stalemate_turns": 3})),
    "an unknown colour": _changed(_SNACK, _put("to_move", "GREEN")),
    "a misspelt field": _changed(_SNACK, _rename("to_move", "tomove")),
    "numbers as text": _changed(_SNACK, _put("actions_left", "2")),
    "a species too many": _changed(_TWO, lambda body: body["boxed"].extend(["T_REX"] * 9)),
    "a hand too big": _changed(_TWO, lambda body: body["hands"][1].update(dinosaurs=["T_REX"] * 2, unknown=6)),
    "a hand too few": _changed(_FOUR, lambda body: body["hands"].pop()),
    "a pen of the other side": _changed(_TWO, _in_zoo(0, "pyramid", {"0": "T_REX"})),
    "mixed species in the Forest": _changed(_TWO, _in_zoo(0, "forest_of_sameness", ["T_REX", "STEGOSAURUS"])),
    "a full Woody Trio": _changed(_TWO, _in_zoo(0, "woody_trio", ["STEGOSAURUS"] * 4)),
    "a Pyramid cell in the air": _changed(_FOUR, _in_zoo(0, "pyramid", {"5": "T_REX"})),
    "a Pyramid cell that is none": _changed(_FOUR, _in_zoo(0, "pyramid", {"9": "T_REX"})),
    "no die": _changed(_FOUR, _drop("die")),
    "no roller": _changed(_FOUR, _drop("roller")),
    "a roller out of range": _changed(_FOUR, _put("roller", 4)),
    "turn thirteen": _changed(_FOUR, _put("turn", 13)),
    "a viewer who does not play": _changed(_FOUR, _put("viewer", 7)),
    "an unknown species": _changed(_FOUR, _in_zoo(1, "river", ["T-REX"])),
    "one player": _changed(_FOUR, lambda body: body.update(zoos=body["zoos"][:1], hands=body["hands"][:1])),
    "not a number": json.dumps(example(_FOUR)).replace('"turn": 8', '"turn": NaN').encode(),
    "an empty file": b"",
    "a binary file": bytes(range(256)),
    "deep nesting": b'{"jurassic_snack": ' + b"[" * 20000 + b"]" * 20000 + b"}",
    "two games at once": json.dumps({**example(_SNACK), **example(_TWO)}).encode(),
    "no game": b"{}",
    "cut off": json.dumps(example(_SNACK)).encode()[:200],
    "a list": b"[1, 2, 3]",
    "too large": b" " * 70000 + json.dumps(example(_SNACK)).encode(),
}
"""What is wrong with them, and the files."""
