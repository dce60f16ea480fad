from collections.abc import Sequence

PLACEMENTS: tuple[tuple[str, ...], ...]
"""The 19 areas in cells of one pasture: `x` a pasture, `.` outside."""

PICTURES: tuple[tuple[str, ...], ...]
"""By area: the picture of squares, `.` inside and `#` outside."""

SQUARE_NAMES: tuple[tuple[str, ...], ...]
"""By area: the names of its 36 squares in row-major order, such as `a1`."""

PASTURE_SQUARES: tuple[tuple[tuple[int, ...], ...], ...]
"""By area: the nine squares of each pasture, the top left one first, in row-major order of those."""

def find_area(rows: Sequence[str]) -> int | None:
    """The area whose exact bounding box the picture is, `#` standing for outside; `None` when it is no area."""
