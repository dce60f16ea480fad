"""The playing area, piles and pools of Jurassic Snack drawn for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from dinoai.clients.names import counted, name_of, seat_name
from dinoai.clients.result import result_line
from dinoai.clients.wrapping import Items
from dinoai.engine.score import Score
from dinoai.v1 import jurassic_snack_pb2
from dinoai.v1.jurassic_snack_pb2 import Colour, Grass, JurassicSnackState

PASTURE = 3
CELL_WIDTH = 3
DIPLOS_EACH = 5
T_REXES = 2

TOKEN_LETTERS = {
    "YUMMY": "y",
    "BIRTH": "b",
    "RECON": "r",
    "AIR_TRAVEL": "t",
    "AIR_RAID": "a",
    "VOLCANIC_ERUPTION": "v",
    "SURPRISE": "s",
}
"""What stands behind the G of a token whose identity the state holds."""

_STYLES = {"B": "bold blue", "Y": "bold yellow", "T": "bold red", "G": "green"}
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}


def draw_jurassic_snack(state: JurassicSnackState, score: Score, *, plain: bool = False) -> Iterator[RenderableType]:
    """Lines of a picture; `plain` draws the pastures' edges in ASCII."""
    yield _title(state)
    yield Text()
    yield from _area(state, plain)
    yield Text()
    yield _legend(state)
    for seat, (colour, pile) in enumerate((("B", state.eaten.blue), ("Y", state.eaten.yellow))):
        pool = DIPLOS_EACH - sum(row.count(colour) for row in state.rows)
        points = counted(score.seats[seat].points, "point")
        yield Text(
            f"{seat_name('jurassic_snack', seat):<7}{points}, pool: {counted(pool, 'Diplo')}, eaten: {_tokens(pile)}"
        )
    t_rexes = T_REXES - sum(row.count("T") for row in state.rows)
    yield Text(
        f"Beside the area: {t_rexes} T.Rex. Face down: {sum(row.count('G') for row in state.rows)} Grass tokens."
    )
    for name, squares in (("Blue", state.looked.blue), ("Yellow", state.looked.yellow)):
        if squares:
            yield Text(f"{name} has looked at {', '.join(squares)}.")
    if state.erupted:
        yield Text(
            f"Erupted: {', '.join(name_of(Grass.Name(e.token)) if e.token else 'unknown' for e in state.erupted)}."
        )
    if score.over:
        yield Text(f"The game is over. {result_line('jurassic_snack', score)}", style="bold")
    else:
        yield from _turn(state)
    yield from _options(state)


def _title(state: JurassicSnackState) -> Text:
    kind = f"seen by {_colour(state.viewer)}" if state.HasField("viewer") else "full state"
    return Text(f"Jurassic Snack, {kind}", style="bold")


def _turn(state: JurassicSnackState) -> Iterator[Text]:
    mover = _colour(state.to_move)
    if state.HasField("pending"):
        looks = f" (looked at {', '.join(state.looks_made)})" if state.looks_made else ""
        yield Text(
            f"{mover} has eaten {name_of(Grass.Name(state.pending))} and chooses its effect{looks}.", style="bold"
        )
    actions = counted(state.actions_left, "action")
    quiet = f", {counted(state.quiet_turns, 'quiet turn')} before this one" if state.quiet_turns else ""
    yield Text(f"{mover} to move, {actions} left{quiet}.", style="bold")


def _options(state: JurassicSnackState) -> Iterator[Text]:
    options = state.options
    special = []
    if options.HasField("stalemate_turns") and options.stalemate_turns != 2:
        special.append(f"stalemate after {options.stalemate_turns} quiet turns")
    if options.eruption_last_token == jurassic_snack_pb2.LOOK:
        special.append("an Eruption with one token left looks at it")
    if special:
        yield Text(f"Options: {', '.join(special)}.")


def _colour(colour: int) -> str:
    return Colour.Name(colour).capitalize()


def _tokens(pile: Sequence[int]) -> str:
    counts = Counter(pile)
    names = [f"{count} {name_of(Grass.Name(token))}" for token, count in sorted(counts.items())]
    return ", ".join(names) if names else "nothing"


def _legend(state: JurassicSnackState) -> Items:
    symbols = [("B", "Blue's Diplo"), ("Y", "Yellow's Diplo"), ("T", "T.Rex"), ("G", "Grass token, face down")]
    known = sorted(set(state.tokens.values()))
    symbols += [(f"G{TOKEN_LETTERS[Grass.Name(token)]}", name_of(Grass.Name(token))) for token in known]
    items = [Text.assemble((symbol, _STYLES[symbol[0]]), f" {meaning}") for symbol, meaning in symbols]
    return Items(items, separator="   ")


def _area(state: JurassicSnackState, plain: bool) -> Iterator[Text]:
    rows, columns = len(state.rows), len(state.rows[0])
    corners = [(x, y) for y in range(0, rows, PASTURE) for x in range(0, columns, PASTURE) if state.rows[y][x] != "#"]
    edges = _edges(corners)
    header = "".join(("" if x % PASTURE else " ") + chr(ord("a") + x).center(CELL_WIDTH) for x in range(columns))
    yield Text(f"    {header}".rstrip())
    for line in range(rows + rows // PASTURE + 1):
        text = Text()
        y, within = divmod(line, PASTURE + 1)
        y = y * PASTURE + within - 1
        text.append(f"{y + 1:>3} " if within else "    ", style="dim")
        for x in range(columns + 1):
            if x % PASTURE == 0:
                text.append(_edge(edges, x // PASTURE * (PASTURE * CELL_WIDTH + 1), line, plain), style="dim")
            if x < columns:
                if within:
                    _append_cell(text, state, x, y)
                else:
                    start = x + x // PASTURE + 1 + x * (CELL_WIDTH - 1)
                    for offset in range(CELL_WIDTH):
                        text.append(_edge(edges, start + offset, line, plain), style="dim")
        text.rstrip()
        yield text


def _append_cell(text: Text, state: JurassicSnackState, x: int, y: int) -> None:
    symbol = state.rows[y][x]
    if symbol == "#":
        text.append(" " * CELL_WIDTH)
        return
    token = state.tokens.get(f"{chr(ord('a') + x)}{y + 1}")
    mark = TOKEN_LETTERS[Grass.Name(token)] if token else " "
    text.append(f" {symbol}{mark}", style=_STYLES.get(symbol, "dim"))


def _edges(corners: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """For each character of the pastures' outlines, the directions in which the line goes on."""
    result: dict[tuple[int, int], int] = {}
    width, height = PASTURE * CELL_WIDTH + 1, PASTURE + 1
    for x, y in corners:
        left, top = x // PASTURE * width, y // PASTURE * height
        for column in range(left, left + width):
            for row in (top, top + height):
                result[column, row] = result.get((column, row), 0) | _RIGHT
                result[column + 1, row] = result.get((column + 1, row), 0) | _LEFT
        for row in range(top, top + height):
            for column in (left, left + width):
                result[column, row] = result.get((column, row), 0) | _DOWN
                result[column, row + 1] = result.get((column, row + 1), 0) | _UP
    return result


def _edge(edges: dict[tuple[int, int], int], column: int, row: int, plain: bool) -> str:
    line = _LINES.get(edges.get((column, row), 0), " ")
    return {"│": "|", "─": "-", " ": " "}.get(line, "+") if plain else line
