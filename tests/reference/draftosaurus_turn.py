"""Draftosaurus: what happens at the table once every seat has chosen (sections 2, 6, 7).

The same steps serve a full state and a view. They differ only in what a die, a draw and the hand
taken over from the right neighbour show, which a `Table` tells.
"""

from __future__ import annotations

from typing import Protocol

from .draftosaurus_board import (
    LAST_TURN,
    Hand,
    State,
    make_hand,
    place,
    players,
    turns_a_round,
)
from .draftosaurus_scoring import result


class Table(Protocol):
    """Where the things come from that nobody chooses."""

    def die(self) -> str:
        """The face that the next roll shows."""

    def deal(self, state: State) -> list[Hand]:
        """New hands of six for everybody."""

    def hands_passed(self, state: State) -> None:
        """Called when every hand has moved to the left; may add what is seen of the new ones."""


def finish_phase(state: State, choices: dict[int, str], table: Table) -> None:
    """Carries out the choices of all seats that had one and goes on to the next decision.

    `choices` holds notations by seat. In a view, a boxing that nobody saw is `box unknown`.
    """
    phase = state["phase"]
    if phase == "PICK" and state["options"]["placement"] == "AFTER_REVEAL":  # D4
        _reveal(state, choices)
    elif phase in ("PICK", "PLACE"):
        _place_all(state, choices)
        if players(state) == 2:
            state["phase"] = "BOX"  # section 6, D5
        else:
            _end_turn(state, table)
    elif phase == "BOX":
        _box_all(state, choices)
        _end_turn(state, table)
    else:
        _relocate_all(state, choices)
        _end_game(state, table)


def take_from_hand(hand: Hand, species: str) -> None:
    """Takes a dinosaur out of a hand, one of the unknown ones if it is not among the known."""
    if species in hand["dinosaurs"]:
        hand["dinosaurs"].remove(species)
    elif hand["unknown"] > 0:
        hand["unknown"] -= 1
    else:
        raise ValueError(f"no {species} in the hand")


def _reveal(state: State, choices: dict[int, str]) -> None:
    """All dinosaurs are shown; each stays in its hand, known to everybody, until it is placed."""
    state["picks"] = []
    for seat, move in sorted(choices.items()):
        species = move.removeprefix("pick ").upper()
        hand = state["hands"][seat]
        take_from_hand(hand, species)
        state["hands"][seat] = make_hand([*hand["dinosaurs"], species], hand["unknown"])
        state["picks"].append({"seat": seat, "species": species})
    state["phase"] = "PLACE"


def _place_all(state: State, choices: dict[int, str]) -> None:
    revealed = {pick["seat"]: pick.get("species") for pick in state["picks"]}
    state["picks"] = []
    for seat, move in choices.items():
        dinosaur, _, where = move.partition("@")
        species = revealed[seat] if dinosaur == "place" else dinosaur.upper()
        take_from_hand(state["hands"][seat], species)
        place(state["zoos"][seat], where, species)


def _box_all(state: State, choices: dict[int, str]) -> None:
    """Both put one dinosaur back (section 6); `boxed` grows in order of turn, then seat."""
    state["picks"] = []
    for seat, move in sorted(choices.items()):
        species = move.removeprefix("box ").upper()
        hand = state["hands"][seat]
        if species == "UNKNOWN":
            # Any dinosaur of the hand may have gone, so none in it is known any longer.
            state["hands"][seat] = make_hand([], len(hand["dinosaurs"]) + hand["unknown"] - 1)
            state["boxed_unknown"] += 1
        else:
            take_from_hand(hand, species)
            state["boxed"].append(species)


def _relocate_all(state: State, choices: dict[int, str]) -> None:
    """Empties the Quarantine Zones (section 4); nobody's move matters to anyone else."""
    state["picks"] = []
    for seat, move in choices.items():
        zoo = state["zoos"][seat]
        place(zoo, move.removeprefix("relocate@"), zoo["quarantine"].pop())


def _end_turn(state: State, table: Table) -> None:
    """Hands and die go to the left neighbour (section 2, step 5); two players swap hands."""
    state["hands"] = state["hands"][-1:] + state["hands"][:-1]
    if state["turn"] == LAST_TURN:
        _end_placing(state, table)
        return
    if state["turn"] % turns_a_round(state) == 0:
        state["hands"] = table.deal(state)
    else:
        table.hands_passed(state)
    # D7: the die keeps moving left between rounds.
    _start_turn(state, state["turn"] + 1, (state["roller"] + 1) % players(state), table)


def _start_turn(state: State, turn: int, roller: int, table: Table) -> None:
    state |= {"phase": "PICK", "turn": turn, "roller": roller, "die": table.die()}


def _end_placing(state: State, table: Table) -> None:
    """After turn 12: quarantined dinosaurs move first; with none the game ends at once."""
    del state["die"]
    if any(zoo.get("quarantine") for zoo in state["zoos"]):
        state["phase"] = "QUARANTINE"
    else:
        _end_game(state, table)


def _end_game(state: State, table: Table) -> None:
    if state.get("match", {}).get("game") == 1:
        _start_second_game(state, table)
    else:
        state["phase"] = "FINISHED"


def _start_second_game(state: State, table: Table) -> None:
    """Section 7: the Winter game with a fresh set-up, same start seat (D8), scores carried over."""
    seats = result(state)["seats"]
    state["match"] = {
        "game": 2,
        "scores": [seat["points"] for seat in seats],
        "t_rexes": [seat["tie_break"] for seat in seats],
    }
    state |= {"side": "WINTER", "zoos": [{} for _ in seats], "boxed": [], "boxed_unknown": 0}
    state["hands"] = table.deal(state)
    start = (state["roller"] - (LAST_TURN - 1)) % players(state)
    _start_turn(state, 1, start, table)
