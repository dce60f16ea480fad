"""States and moves under the symmetries of the games, on their JSON form: full states and views alike.

Jurassic Snack: the eight symmetries of the picture, and swapping the colours. Draftosaurus: seats passed on.
"""

from __future__ import annotations

import copy
import re
from typing import Any

Fields = dict[str, Any]
Point = tuple[int, int]
COLUMNS = "abcdefghijkl"
SQUARE = re.compile(r"\b([a-l])(\d+)\b")

PICTURE_SYMMETRIES = [(mirrored, turns) for mirrored in (False, True) for turns in range(4)]
"""Mirror left to right or not, then so many clockwise quarter turns."""


class PictureSymmetry:
    """One of the eight symmetries, for pictures of one size."""

    def __init__(self, rows: list[str], mirrored: bool, turns: int) -> None:
        self._size = len(rows[0]), len(rows)
        self._mirrored = mirrored
        self._turns = turns

    def point(self, point: Point) -> Point:
        (x, y), (width, height) = point, self._size
        if self._mirrored:
            x = width - 1 - x
        for _ in range(self._turns):
            x, y = height - 1 - y, x
            width, height = height, width
        return x, y

    def square(self, name: str) -> str:
        x, y = self.point((COLUMNS.index(name[0]), int(name[1:]) - 1))
        return f"{COLUMNS[x]}{y + 1}"

    def rows(self, rows: list[str]) -> list[str]:
        marks = {self.point((x, y)): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        width, height = (max(point[axis] for point in marks) + 1 for axis in (0, 1))
        return ["".join(marks[x, y] for x in range(width)) for y in range(height)]

    def state(self, body: Fields) -> Fields:
        body = copy.deepcopy(body)
        body["rows"] = self.rows(body["rows"])
        body["tokens"] = {self.square(name): token for name, token in body["tokens"].items()}
        body["looked"] = {colour: list(map(self.square, squares)) for colour, squares in body["looked"].items()}
        body["looks_made"] = list(map(self.square, body["looks_made"]))
        return body

    def move(self, move: str) -> str:
        if move.startswith("recon "):
            corner = move.removeprefix("recon ")
            x, y = self.point((COLUMNS.index(corner[0]), int(corner[1:]) - 1))
            return f"recon {COLUMNS[x // 3 * 3]}{y // 3 * 3 + 1}"
        mapped = SQUARE.sub(lambda match: self.square(match.group()), move)
        if not mapped.startswith("eruption "):
            return mapped
        squares = mapped.removeprefix("eruption ").split("+")
        return "eruption " + "+".join(sorted(squares, key=lambda name: (int(name[1:]), name[0])))


COLOURS = {"BLUE": "YELLOW", "YELLOW": "BLUE"}


def swap_colours(body: Fields) -> Fields:
    """The position with the colours exchanged."""
    body = copy.deepcopy(body)
    body["rows"] = [row.translate(str.maketrans("BY", "YB")) for row in body["rows"]]
    body["to_move"] = COLOURS[body["to_move"]]
    if "viewer" in body:
        body["viewer"] = COLOURS[body["viewer"]]
    for name in ("eaten", "looked"):
        body[name] = {"blue": body[name]["yellow"], "yellow": body[name]["blue"]}
    for record in body["erupted"]:
        record["looked_by"] = [COLOURS[colour] for colour in record["looked_by"]]
    return body


def pass_seats(body: Fields, by: int) -> Fields:
    """The position with every seat moved so many places to the left. Boxed dinosaurs stand in pairs, by turn."""
    body = copy.deepcopy(body)
    n = len(body["zoos"])

    def moved(items: list[Any]) -> list[Any]:
        return [items[(seat - by) % n] for seat in range(n)] if items else items

    def seat(old: int) -> int:
        return (old + by) % n

    body["roller"] = seat(body["roller"])
    if "viewer" in body:
        body["viewer"] = seat(body["viewer"])
    body["zoos"], body["hands"] = moved(body["zoos"]), moved(body["hands"])
    body["picks"] = [{**pick, "seat": seat(pick["seat"])} for pick in body["picks"]]
    if n == 2 and by % 2 and not body["boxed_unknown"]:
        pairs = zip(body["boxed"][::2], body["boxed"][1::2], strict=True)
        body["boxed"] = [species for first, second in pairs for species in (second, first)]
    if "match" in body:
        body["match"] = {**body["match"], **{name: moved(body["match"][name]) for name in ("scores", "t_rexes")}}
    return body
