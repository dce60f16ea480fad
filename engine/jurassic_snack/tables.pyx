"""The 19 playing areas: the fixed placements of the five tetrominoes, a pasture in each cell (R1, D13)."""
from libc.string cimport memset

PLACEMENTS = (
    ("xx", "xx"),
    ("xxxx",),
    ("x", "x", "x", "x"),
    ("xxx", ".x."),
    (".x.", "xxx"),
    ("x.", "xx", "x."),
    (".x", "xx", ".x"),
    (".xx", "xx."),
    ("x.", "xx", ".x"),
    ("xx.", ".xx"),
    (".x", "xx", "x."),
    ("x..", "xxx"),
    ("xxx", "x.."),
    ("..x", "xxx"),
    ("xxx", "..x"),
    ("x.", "x.", "xx"),
    ("xx", ".x", ".x"),
    (".x", ".x", "xx"),
    ("xx", "x.", "x."),
)

cdef Area tables[N_AREAS]


def _picture(placement):
    rows = []
    for cells in placement:
        rows += ["".join("..." if cell == "x" else "###" for cell in cells)] * 3
    return tuple(rows)


PICTURES = tuple(_picture(placement) for placement in PLACEMENTS)
_AREA_OF_PICTURE = {picture: area for area, picture in enumerate(PICTURES)}


def _coordinates(picture):
    return [(x, y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "."]


def _square_names(picture):
    return tuple("abcdefghijkl"[x] + str(y + 1) for x, y in _coordinates(picture))


def _pasture_squares(picture):
    squares = {place: square for square, place in enumerate(_coordinates(picture))}
    corners = [(x, y) for x, y in squares if x % 3 == 0 and y % 3 == 0]
    return tuple(tuple(squares[x + i, y + j] for j in range(3) for i in range(3)) for x, y in corners)


SQUARE_NAMES = tuple(_square_names(picture) for picture in PICTURES)
PASTURE_SQUARES = tuple(_pasture_squares(picture) for picture in PICTURES)


def find_area(rows):
    """The area whose exact bounding box the picture is, `#` standing for outside; `None` when it is no area."""
    return _AREA_OF_PICTURE.get(tuple("".join("#" if mark == "#" else "." for mark in row) for row in rows))


cdef void _fill(Area *table, picture, pasture_squares):
    cdef int square, bit, pasture
    memset(table, 0, sizeof(Area))
    table.stride = len(picture[0]) + 1
    table.steps[NORTH] = -table.stride
    table.steps[WEST] = -1
    table.steps[EAST] = 1
    table.steps[SOUTH] = table.stride
    for square, (x, y) in enumerate(_coordinates(picture)):
        bit = 1 + y * table.stride + x
        table.bits[square] = (<uint64_t> 1) << bit
        table.inside |= table.bits[square]
        table.squares[bit] = square
    table.entered[NORTH] = table.inside & (table.inside >> table.stride)
    table.entered[WEST] = table.inside & (table.inside >> 1)
    table.entered[EAST] = table.inside & (table.inside << 1)
    table.entered[SOUTH] = table.inside & (table.inside << table.stride)
    for pasture, squares in enumerate(pasture_squares):
        for square in squares:
            table.pastures[pasture] |= table.bits[square]


cdef int _area
for _area in range(N_AREAS):
    _fill(&tables[_area], PICTURES[_area], PASTURE_SQUARES[_area])
AREAS = tables
