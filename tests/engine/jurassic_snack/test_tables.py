"""The 19 areas and the slides on them, square by square."""

from __future__ import annotations

from dinoai.engine.jurassic_snack.packing import pack
from dinoai.engine.jurassic_snack.rules import slide_destination
from dinoai.engine.jurassic_snack.tables import PASTURE_SQUARES, PICTURES, PLACEMENTS, SQUARE_NAMES, find_area

STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))


def cells(placement: tuple[str, ...]) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(placement) for x, mark in enumerate(row) if mark == "x"}


def fixed_tetrominoes() -> set[frozenset[tuple[int, int]]]:
    """All sets of four cells that hang together by whole sides, moved to the origin."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(3):
        grown = set()
        for shape in shapes:
            for x, y in shape:
                grown |= {shape | {(x + dx, y + dy)} for dx, dy in STEPS if (x + dx, y + dy) not in shape}
        shapes = {
            frozenset((x - min(i for i, _ in shape), y - min(j for _, j in shape)) for x, y in shape) for shape in grown
        }
    return shapes


def test_the_areas_are_the_fixed_tetrominoes() -> None:
    assert len(PLACEMENTS) == 19
    assert {frozenset(cells(placement)) for placement in PLACEMENTS} == fixed_tetrominoes()


def test_squares_and_pastures() -> None:
    for area, picture in enumerate(PICTURES):
        assert find_area(picture) == area
        assert len(SQUARE_NAMES[area]) == 36
        order = [(int(name[1:]), name[0]) for name in SQUARE_NAMES[area]]
        assert order == sorted(order)
        assert sorted(square for squares in PASTURE_SQUARES[area] for square in squares) == list(range(36))
        assert [squares[0] for squares in PASTURE_SQUARES[area]] == sorted(s[0] for s in PASTURE_SQUARES[area])
    assert find_area(["......", "......"]) is None


def test_slides_on_an_empty_area() -> None:
    """A lone Diplo on every square of every area slides to the outline, in the order north, west, east, south."""
    for picture, names in zip(PICTURES, SQUARE_NAMES, strict=True):
        inside = {(x, y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "."}
        for square, (x, y) in enumerate(sorted(inside, key=lambda place: (place[1], place[0]))):
            rows = [list(row) for row in picture]
            rows[y][x] = "B"
            far = max(inside, key=lambda place: abs(place[0] - x) * abs(place[1] - y))
            rows[far[1]][far[0]] = "Y"
            grass = next(p for p in inside if p not in ((x, y), far) and p[0] != x and p[1] != y)
            rows[grass[1]][grass[0]] = "G"
            state = pack(position(["".join(row) for row in rows]))
            expected = []
            for direction, (dx, dy) in enumerate(STEPS):
                i, j = x, y
                while (i + dx, j + dy) in inside and (i + dx, j + dy) != far:
                    i, j = i + dx, j + dy
                if (i, j) != (x, y):
                    expected.append((4 * square + direction, "abcdefghijkl"[i] + str(j + 1)))
            assert [(action, names[slide_destination(state, action)]) for action in state.actions()] == expected


def position(rows: list[str]) -> dict[str, object]:
    return {
        "viewer": "BLUE",
        "rows": rows,
        "to_move": "BLUE",
        "actions_left": 2,
        "quiet_turns": 0,
        "turn_eventful": False,
        "looks_made": [],
        "eaten": {"blue": [], "yellow": []},
        "tokens": {},
        "looked": {"blue": [], "yellow": []},
        "erupted": [],
        "options": {"stalemate_turns": 2, "eruption_last_token": "REMOVE"},
    }
