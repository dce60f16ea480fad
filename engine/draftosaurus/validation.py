"""What can be wrong with the fields of a state: first their form, then what contradicts itself.

The fields are plain objects as `packing` describes them, where a value that is missing or could not be read is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from dinoai.engine.draftosaurus.names import (
    N_CELLS,
    PENS,
    SPECIES,
    hand_size,
    n_boxed,
    n_placed,
    species_total,
)
from dinoai.engine.draftosaurus.notation import check_kind, expected_kind, read_notation
from dinoai.engine.draftosaurus.packing import legal_place_names
from dinoai.engine.draftosaurus.pens import zoo_problems
from dinoai.engine.draftosaurus.seen import knowledge_problems
from dinoai.engine.errors import Problem

Fields = dict[str, Any]
ROOT = "draftosaurus"
MAX_SUMMER_POINTS = 51
"""More points than this no Summer zoo can make (rules, sanity figures)."""


def form_problems(fields: Fields) -> Iterator[Problem]:
    """Values that are missing, out of range or in the wrong place, each field by itself."""
    n_seats = len(fields["zoos"])
    if not 2 <= n_seats <= 5:
        yield Problem(f"{ROOT}.zoos", f"must hold one zoo per seat, 2 to 5, not {n_seats}")
    if len(fields["hands"]) != n_seats:
        yield Problem(f"{ROOT}.hands", f"must hold one hand per zoo, {n_seats}, not {len(fields['hands'])}")
    if fields["side"] is None:
        yield Problem(f"{ROOT}.side", "is required: SUMMER or WINTER")
    if fields["turn"] is None:
        yield Problem(f"{ROOT}.turn", "is required: 1 to 12")
    elif not 1 <= fields["turn"] <= 12:
        yield Problem(f"{ROOT}.turn", f"must be from 1 to 12, not {fields['turn']}")
    if fields["roller"] is None:
        yield Problem(f"{ROOT}.roller", "is required: the seat that rolled this turn")
    for name in ("roller", "viewer"):
        if fields[name] is not None and 2 <= n_seats <= 5 and fields[name] >= n_seats:
            yield Problem(f"{ROOT}.{name}", f"must be a seat from 0 to {n_seats - 1}, not {fields[name]}")
    if fields["phase"] in ("QUARANTINE", "FINISHED"):
        if fields["die"] is not None:
            yield Problem(f"{ROOT}.die", f"must be absent in phase {fields['phase']}")
    elif fields["die"] is None and fields["phase"] is not None:
        yield Problem(f"{ROOT}.die", f"is required in phase {fields['phase']}")
    for seat, zoo in enumerate(fields["zoos"]):
        yield from _pen_form(fields["side"], zoo, f"{ROOT}.zoos[{seat}]")
    yield from _pick_form(fields["picks"], n_seats)
    capacity = fields["options"]["prairie_capacity"]
    if capacity not in (6, 12):
        yield Problem(f"{ROOT}.options.prairie_capacity", f"must be 6 or 12 (no limit), not {capacity}")
    if fields["match"] is not None and fields["match"]["game"] not in (1, 2):
        yield Problem(f"{ROOT}.match.game", f"must be 1 or 2, not {fields['match']['game']}")


def _pen_form(side: str | None, zoo: Fields, path: str) -> Iterator[Problem]:
    for pen, content in zoo.items():
        if side is not None and content and pen != "river" and pen not in PENS[side]:
            yield Problem(f"{path}.{pen}", f"is no pen of the {side} side; its pens are {', '.join(PENS[side])}")
    for cell in zoo["pyramid"]:
        if cell >= N_CELLS:
            yield Problem(f"{path}.pyramid.{cell}", "is no cell; the Pyramid has cells 0 to 5")


def _pick_form(picks: list[Fields], n_seats: int) -> Iterator[Problem]:
    for index, pick in enumerate(picks):
        if pick["seat"] >= n_seats:
            yield Problem(f"{ROOT}.picks[{index}].seat", f"must be from 0 to {n_seats - 1}, not {pick['seat']}")
        if pick["move"] is not None:
            try:
                read_notation(pick["move"])
            except ValueError as error:
                yield Problem(f"{ROOT}.picks[{index}].move", str(error))


def contradictions(fields: Fields) -> Iterator[Problem]:
    """Whatever does not fit together in fields of good form."""
    wrong_phase = list(_phase_problems(fields))
    yield from wrong_phase
    phase = _counted_phase(fields)
    capacity = fields["options"]["prairie_capacity"]
    sound = []
    for seat, zoo in enumerate(fields["zoos"]):
        problems = list(zoo_problems(zoo, f"{ROOT}.zoos[{seat}]", capacity))
        sound.append(not problems and sum(map(len, zoo.values())) <= 12)
        yield from problems
    yield from _size_problems(fields, phase)
    yield from _total_problems(fields)
    yield from _boxed_problems(fields, phase)
    yield from knowledge_problems(fields, phase)
    # Which choices there are follows from the phase; with a wrong one only knowledge is left to judge.
    yield from _foreign_picks(fields) if wrong_phase else _pick_problems(fields, sound)
    yield from _match_problems(fields)


def _occupied_quarantines(fields: Fields) -> list[int]:
    return [seat for seat, zoo in enumerate(fields["zoos"]) if zoo["quarantine"]]


def _phase_problems(fields: Fields) -> Iterator[Problem]:
    phase, turn, path = fields["phase"], fields["turn"], f"{ROOT}.phase"
    n_seats = len(fields["zoos"])
    if phase == "PLACE" and fields["options"]["placement"] != "AFTER_REVEAL":
        yield Problem(path, "PLACE exists only with options.placement AFTER_REVEAL")
    if phase == "BOX" and n_seats != 2:
        yield Problem(path, f"BOX exists only with two players, not with {n_seats}")
    if phase == "QUARANTINE":
        if fields["side"] != "WINTER":
            yield Problem(path, "QUARANTINE exists only on the WINTER side")
        elif not _occupied_quarantines(fields):
            yield Problem(path, "QUARANTINE needs a zoo with a dinosaur in quarantine; with none the game is FINISHED")
    if phase in ("QUARANTINE", "FINISHED") and turn != 12:
        yield Problem(path, f"{phase} comes only after turn 12, not in turn {turn}")
    if phase == "FINISHED":
        for seat in _occupied_quarantines(fields):
            yield Problem(f"{ROOT}.zoos[{seat}].quarantine", "must be empty in phase FINISHED: it has been moved on")
        if fields["match"] is not None and fields["match"]["game"] == 1:
            yield Problem(path, "game 1 of a match is never FINISHED: its last move deals game 2")


def _counted_phase(fields: Fields) -> str:
    """The phase by which dinosaurs are counted; one that cannot be is taken for PICK."""
    phase: str = fields["phase"]
    if phase == "BOX" and len(fields["zoos"]) != 2:
        return "PICK"
    if phase in ("QUARANTINE", "FINISHED") and (
        fields["turn"] != 12 or any(hand["dinosaurs"] or hand["unknown"] for hand in fields["hands"])
    ):
        return "PICK"
    return phase


def _size_problems(fields: Fields, phase: str) -> Iterator[Problem]:
    turn, n_seats = fields["turn"], len(fields["zoos"])
    when = f"in turn {turn}, phase {phase}"
    placed, size = n_placed(phase, turn), hand_size(n_seats, phase, turn)
    for seat, zoo in enumerate(fields["zoos"]):
        n = sum(map(len, zoo.values()))
        if n != placed:
            yield Problem(f"{ROOT}.zoos[{seat}]", f"holds {n} dinosaurs; {when}, each zoo holds {placed}")
    for seat, hand in enumerate(fields["hands"]):
        n = len(hand["dinosaurs"]) + hand["unknown"]
        if n != size:
            yield Problem(
                f"{ROOT}.hands[{seat}]", f"holds {n} dinosaurs; {when}, each hand of {n_seats} players holds {size}"
            )


def _total_problems(fields: Fields) -> Iterator[Problem]:
    total = species_total(len(fields["zoos"]))
    found: Counter[str] = Counter(fields["boxed"])
    for zoo in fields["zoos"]:
        for content in filter(None, zoo.values()):
            found.update(content.values() if isinstance(content, dict) else content)
    for hand in fields["hands"]:
        found.update(hand["dinosaurs"])
    for species in SPECIES:
        if found[species] > total:
            yield Problem(
                ROOT,
                f"there are {found[species]} {species} in zoos, hands and box; "
                f"a game of {len(fields['zoos'])} players has {total} of each species",
            )


def _boxed_problems(fields: Fields, phase: str) -> Iterator[Problem]:
    n_seats, known, unknown = len(fields["zoos"]), len(fields["boxed"]), fields["boxed_unknown"]
    expected = n_boxed(n_seats, phase, fields["turn"])
    if unknown:
        path = f"{ROOT}.boxed_unknown"
        if n_seats != 2:
            yield Problem(path, f"must be 0: with {n_seats} players nothing is put back")
        elif fields["options"]["boxed_visible"]:
            yield Problem(path, "must be 0: boxed dinosaurs are public unless options.boxed_visible is false")
        elif fields["viewer"] is None:
            yield Problem(path, "must be 0 in a full state, which knows every boxed dinosaur")
    if n_seats != 2 and known:
        yield Problem(f"{ROOT}.boxed", f"must be empty: with {n_seats} players nothing is put back")
    if n_seats == 2 and known + unknown != expected:
        yield Problem(
            f"{ROOT}.boxed",
            f"{known} known and {unknown} unknown make {known + unknown}; "
            f"in turn {fields['turn']}, phase {phase}, {expected} are in the box",
        )


def _pick_problems(fields: Fields, sound: list[bool]) -> Iterator[Problem]:
    phase, viewer, n_seats = fields["phase"], fields["viewer"], len(fields["zoos"])
    if phase == "FINISHED":
        for index in range(len(fields["picks"])):
            yield Problem(f"{ROOT}.picks[{index}]", "nothing is chosen in phase FINISHED")
        return
    deciding = set(_occupied_quarantines(fields)) if phase == "QUARANTINE" else set(range(n_seats))
    chosen = set()
    listed: set[int] = set()
    for index, pick in enumerate(fields["picks"]):
        path, seat = f"{ROOT}.picks[{index}]", pick["seat"]
        if seat in listed:
            yield Problem(f"{path}.seat", f"seat {seat} is listed twice")
        listed.add(seat)
        if pick["move"] is not None:
            chosen.add(seat)
        yield from _pick_knowledge(pick, phase, viewer, path)
        if seat not in deciding:
            yield Problem(path, f"seat {seat} has no dinosaur in quarantine, so it chooses nothing")
        elif viewer is None or viewer == seat or phase == "PLACE":
            yield from _pick_legality(fields, pick, path, sound[seat])
    if phase == "PLACE":
        for seat in sorted(deciding - listed):
            yield Problem(f"{ROOT}.picks", f"the revealed species of seat {seat} is missing; PLACE needs every seat's")
    if deciding and deciding <= chosen:
        yield Problem(
            f"{ROOT}.picks", f"every seat has chosen; then phase {phase} is over and the choices are carried out"
        )


def _foreign_picks(fields: Fields) -> Iterator[Problem]:
    """Choices that a view cannot know."""
    viewer = fields["viewer"]
    for index, pick in enumerate(fields["picks"]):
        if viewer is not None and pick["seat"] != viewer and pick["move"] is not None:
            yield Problem(
                f"{ROOT}.picks[{index}]", f"the view of seat {viewer} cannot know the choice of seat {pick['seat']}"
            )


def _pick_knowledge(pick: Fields, phase: str, viewer: int | None, path: str) -> Iterator[Problem]:
    """What a pick may tell, by phase and viewer."""
    foreign = viewer is not None and pick["seat"] != viewer
    if phase == "PLACE":
        if pick["species"] is None:
            yield Problem(f"{path}.species", "is required in phase PLACE: the revealed dinosaur")
        if foreign and pick["move"] is not None:
            yield Problem(f"{path}.move", f"the view of seat {viewer} cannot know where seat {pick['seat']} places")
        return
    if foreign:
        yield Problem(path, f"the view of seat {viewer} cannot know the choice of seat {pick['seat']}")
    if pick["species"] is not None:
        yield Problem(f"{path}.species", f"must be absent in phase {phase}; the move says it")
    if pick["move"] is None:
        yield Problem(f"{path}.move", f"is required in phase {phase}")


def _pick_legality(fields: Fields, pick: Fields, path: str, zoo_is_sound: bool) -> Iterator[Problem]:
    """Whether the choice is one that the seat had."""
    phase, seat = fields["phase"], pick["seat"]
    hand = fields["hands"][seat]["dinosaurs"]
    species = pick["species"] if phase == "PLACE" else None
    if phase == "PLACE" and species is not None and species not in hand:
        yield Problem(f"{path}.species", f"{species} is not among the dinosaurs of hands[{seat}]")
    if pick["move"] is None:
        return
    move = read_notation(pick["move"])
    kind = expected_kind(phase, fields["options"]["placement"] == "AFTER_REVEAL")
    try:
        check_kind(pick["move"], phase, kind)
    except ValueError as error:
        yield Problem(f"{path}.move", str(error))
        return
    if move.species is not None:
        species = move.species.upper()
        if species not in hand:
            yield Problem(f"{path}.move", f"{species} is not among the dinosaurs of hands[{seat}]")
    if phase == "QUARANTINE":
        species = fields["zoos"][seat]["quarantine"][0]
    if move.place is None or species is None or not zoo_is_sound:
        return
    die = None if seat == fields["roller"] or phase == "QUARANTINE" else fields["die"]
    legal = legal_place_names(fields["side"], fields["zoos"][seat], species, die, fields["options"]["prairie_capacity"])
    if move.place not in legal:
        under = f" under the die face {die}" if die else ""
        yield Problem(
            f"{path}.move", f"seat {seat} may not place {species} in {move.place}{under}; legal are {', '.join(legal)}"
        )


def _match_problems(fields: Fields) -> Iterator[Problem]:
    match, n_seats = fields["match"], len(fields["zoos"])
    if match is None:
        return
    game = match["game"]
    side = "SUMMER" if game == 1 else "WINTER"
    if fields["side"] != side:
        yield Problem(f"{ROOT}.match.game", f"game {game} of a match is played on the {side} side")
    for name in ("scores", "t_rexes"):
        expected = 0 if game == 1 else n_seats
        if len(match[name]) != expected:
            reason = "game 1 carries nothing over" if game == 1 else "one per seat is carried over from game 1"
            yield Problem(f"{ROOT}.match.{name}", f"must hold {expected} numbers, not {len(match[name])}: {reason}")
    if game == 1:
        return
    for seat, points in enumerate(match["scores"]):
        if points > MAX_SUMMER_POINTS:
            yield Problem(
                f"{ROOT}.match.scores[{seat}]", f"no Summer zoo can score above {MAX_SUMMER_POINTS}, not {points}"
            )
    total, exists = sum(match["t_rexes"]), species_total(n_seats)
    if len(match["t_rexes"]) == n_seats and (total > exists or (n_seats > 2 and total != exists)):
        rule = f"all {exists} are placed" if n_seats > 2 else f"there are {exists}"
        yield Problem(f"{ROOT}.match.t_rexes", f"add up to {total} T-Rexes; in a game of {n_seats} players {rule}")


def collect(checks: Callable[[Fields], Iterator[Problem]], fields: Fields) -> list[Problem]:
    """The problems that a check finds, in order, without repetition."""
    return list(dict.fromkeys(checks(fields)))
