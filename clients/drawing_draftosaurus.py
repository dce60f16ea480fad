"""Zoos, hands and die of Draftosaurus drawn for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from dinoai.clients.names import counted, name_of
from dinoai.clients.result import result_line
from dinoai.engine.draftosaurus.names import PENS
from dinoai.engine.score import Score
from dinoai.v1 import draftosaurus_pb2
from dinoai.v1.draftosaurus_pb2 import Die, DraftosaurusState, Phase, Side, Species, Zoo

SUMMER_PENS = (*PENS["SUMMER"], "river")
WINTER_PENS = (
    "well_ordered_wood",
    "lovers_bridge_left",
    "lovers_bridge_right",
    "pyramid",
    "lookout",
    "quarantine",
    "river",
)

PHASES = {
    draftosaurus_pb2.PICK: "everybody chooses a dinosaur",
    draftosaurus_pb2.PLACE: "everybody places the revealed dinosaur",
    draftosaurus_pb2.BOX: "everybody chooses a dinosaur to put back",
    draftosaurus_pb2.QUARANTINE: "the quarantined dinosaurs move",
    draftosaurus_pb2.FINISHED: "the game is over",
}
_STYLES = {
    "T_REX": "red",
    "TRICERATOPS": "cyan",
    "STEGOSAURUS": "magenta",
    "SPINOSAURUS": "yellow",
    "PARASAUROLOPHUS": "green",
    "BRACHIOSAURUS": "blue",
}
_PEN_WIDTH = 21
_SEAT_WIDTH = 21


def draw_draftosaurus(state: DraftosaurusState, score: Score) -> Iterator[RenderableType]:
    """A title, the table's facts, and the zoos side by side as far as the width allows."""
    yield _title(state)
    yield from _facts(state, score)
    yield _Zoos(state, score)


def _title(state: DraftosaurusState) -> Text:
    kind = f"seen by seat {state.viewer}" if state.HasField("viewer") else "full state"
    game = f", game {state.match.game} of the match" if state.HasField("match") else ""
    return Text(f"Draftosaurus, {Side.Name(state.side).capitalize()}{game}, {kind}", style="bold")


def _facts(state: DraftosaurusState, score: Score) -> Iterator[Text]:
    phase = state.phase or draftosaurus_pb2.PICK
    yield Text(f"Turn {state.turn} of 12: {PHASES.get(phase, Phase.Name(phase))}.")
    if score.over:
        yield Text(result_line("draftosaurus", score, in_match=state.HasField("match")), style="bold")
    if state.die:
        yield Text(f"Die: {name_of(Die.Name(state.die))}, rolled by seat {state.roller}.")
    if state.boxed or state.boxed_unknown:
        yield Text("Put back: ").append_text(_listed(sorted(state.boxed), state.boxed_unknown))
    for pick in state.picks:
        species = f"{name_of(Species.Name(pick.species))} revealed" if pick.species else ""
        chosen = pick.move and f"has chosen {pick.move}"
        yield Text(f"Seat {pick.seat}: {', '.join(filter(None, (species, chosen)))}.")
    match = state.match
    if match.scores:
        carried = (f"seat {i} {counted(points, 'point')}" for i, points in enumerate(match.scores))
        yield Text(f"From game 1: {', '.join(carried)}.")
    special = _special_options(state)
    if special:
        yield Text(f"Options: {', '.join(special)}.")


def _special_options(state: DraftosaurusState) -> list[str]:
    options, special = state.options, []
    if options.prairie_capacity == 12:
        special.append("no limit to the Prairie of Love")
    if options.HasField("boxed_visible") and not options.boxed_visible:
        special.append("hidden boxing")
    if options.placement == draftosaurus_pb2.AFTER_REVEAL:
        special.append("places are chosen after the reveal")
    return special


class _Zoos:
    """A row a pen and a column a seat, in as many tables as the width needs. Pyramid cells have their numbers."""

    def __init__(self, state: DraftosaurusState, score: Score) -> None:
        self._state = state
        self._score = score

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        n_seats = len(self._state.zoos)
        n_tables = -(-n_seats // max(1, (options.max_width - _PEN_WIDTH) // _SEAT_WIDTH))
        size = -(-n_seats // n_tables)
        for first in range(0, n_seats, size):
            yield self._table(range(first, min(first + size, n_seats)))

    def _table(self, seats: range) -> Table:
        state = self._state
        table = Table("Pen")
        for seat in seats:
            viewer = " (you)" if state.HasField("viewer") and state.viewer == seat else ""
            points = counted(self._score.seats[seat].points, "point")
            table.add_column(f"Seat {seat}{viewer}\n{points}", min_width=_SEAT_WIDTH - 3)
        for pen in SUMMER_PENS if state.side == draftosaurus_pb2.SUMMER else WINTER_PENS:
            table.add_row(name_of(pen), *(_pen(state.zoos[seat], pen) for seat in seats))
        table.add_section()
        hands = (state.hands[seat] for seat in seats)
        table.add_row("Hand", *(_listed(sorted(hand.dinosaurs), hand.unknown, "\n") for hand in hands))
        return table


def _pen(zoo: Zoo, pen: str) -> Text:
    return _pyramid(zoo) if pen == "pyramid" else _listed(getattr(zoo, pen), 0, "\n")


def _pyramid(zoo: Zoo) -> Text:
    cells = [Text(f"{cell}: ").append_text(_species(zoo.pyramid[cell])) for cell in sorted(zoo.pyramid, reverse=True)]
    return Text("\n").join(cells) if cells else _nothing()


def _listed(dinosaurs: Sequence[int], unknown: int = 0, separator: str = ", ") -> Text:
    """Dinosaurs in their order, equal neighbours counted, and how many more there are."""
    parts = [
        Text(f"{count} " if count > 1 else "").append_text(_species(species)) for species, count in _runs(dinosaurs)
    ]
    if unknown:
        parts.append(Text(f"{unknown} unknown"))
    return Text(separator).join(parts) if parts else _nothing()


def _nothing() -> Text:
    return Text("-", style="dim")


def _runs(dinosaurs: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for species in dinosaurs:
        if runs and runs[-1][0] == species:
            runs[-1] = (species, runs[-1][1] + 1)
        else:
            runs.append((species, 1))
    return runs


def _species(species: int) -> Text:
    name = Species.Name(species)
    return Text(name_of(name), style=_STYLES[name])
