"""Draftosaurus: what a seat may know (contract, section 1.2), and playing on from what it sees."""

from __future__ import annotations

from collections import Counter

from .draftosaurus_board import (
    DIE_FACES,
    HAND_SIZE,
    SPECIES,
    Hand,
    State,
    make_hand,
    normalise,
    players,
    turns_a_round,
    turns_played_this_round,
)
from .draftosaurus_moves import legal_moves, placements, seats_to_decide
from .draftosaurus_turn import finish_phase


def view(state: State, seat: int) -> State:
    """What a seat may know of a full state: own choices only, and the hands and boxings it has seen."""
    state = normalise(state)
    if "viewer" in state:
        raise ValueError("a view is taken of a full state")
    state["viewer"] = seat
    boxed = state["boxed"]
    state["boxed"] = [species for index, species in enumerate(boxed) if _knows_boxed(state, seat, index)]
    state["boxed_unknown"] = len(boxed) - len(state["boxed"])
    revealed = {pick["seat"]: pick.get("species") for pick in state["picks"]}
    for other, hand in enumerate(state["hands"]):
        if not _knows_hand(state, seat, other):
            state["hands"][other] = _hidden_hand(hand, revealed.get(other))
    state["picks"] = [pick for pick in (_visible_pick(pick, seat) for pick in state["picks"]) if len(pick) > 1]
    return normalise(state)


def _knows_hand(state: State, seat: int, other: int) -> bool:
    """A seat has held every hand that is now at most as many seats to its left as turns were played."""
    return (other - seat) % players(state) <= turns_played_this_round(state)


def _hidden_hand(hand: Hand, revealed: str | None) -> Hand:
    known = [revealed] if revealed else []
    return make_hand(known, len(hand["dinosaurs"]) - len(known))


def _knows_boxed(state: State, seat: int, index: int) -> bool:
    """D6: hidden boxing keeps from a seat only what its opponent boxed in the first turn of a round."""
    turn_in_round, boxer = index // 2 % turns_a_round(state), index % 2
    return state["options"]["boxed_visible"] or boxer == seat or turn_in_round > 0


def _visible_pick(pick: State, seat: int) -> State:
    return pick if pick["seat"] == seat else {name: pick[name] for name in ("seat", "species") if name in pick}


def reveal_apply(view_state: State, seat: int, move: str, reveals: list[str]) -> State:
    """The viewer's next view after its choice, told what happened at the table.

    `SEAT:NOTATION` is the choice of each other seat that had one, `die:FACE` the next roll,
    `hand:SPECIES,...` the viewer's next hand where it does not follow from what it knows. With hidden
    boxing (D6) the opponent's boxing is left out.
    """
    state = normalise(view_state)
    if state.get("viewer") != seat:
        raise ValueError("only the viewer's own move can be applied to a view")
    if move not in legal_moves(state, seat):
        raise ValueError(f"seat {seat} cannot play {move}")
    told = _Told(state, reveals)
    others = [other for other in seats_to_decide(state) if other != seat]
    choices = {seat: move} | {other: told.choice(state, other) for other in others}
    finish_phase(state, choices, told)
    told.check_all_used()
    return normalise(state)


class _Told:
    """The reveals of one move, and the `Table` that they make."""

    def __init__(self, state: State, reveals: list[str]) -> None:
        self._viewer: int = state["viewer"]
        self._left: dict[str, str] = {}
        for reveal in reveals:
            key, _, value = reveal.partition(":")
            if key in self._left or not value:
                raise ValueError(f"{reveal} is told twice or says nothing")
            self._left[key] = value

    def choice(self, state: State, seat: int) -> str:
        """The choice of another seat, checked against what the viewer knows."""
        if state["phase"] == "BOX" and not state["options"]["boxed_visible"] and str(seat) not in self._left:
            return self._hidden_boxing(state, seat)
        move = self._tell(str(seat))
        if move not in _possible_moves(state, seat):
            raise ValueError(f"seat {seat} cannot have played {move}")
        return move

    def _hidden_boxing(self, state: State, seat: int) -> str:
        """D6: known if it was the last dinosaur, or if the hand is known before and after."""
        hand = state["hands"][seat]
        if hand["unknown"] > 0:
            return "box unknown"
        if len(hand["dinosaurs"]) > 1:
            gone = Counter(hand["dinosaurs"]) - Counter(self._next_hand(self._left.get("hand", "")))
        else:
            gone = Counter(hand["dinosaurs"])
        if gone.total() != 1:
            raise ValueError("the move needs to be told hand:... that lacks one dinosaur of the known hand")
        return f"box {next(iter(gone)).lower()}"

    def die(self) -> str:
        """The face that the next roll shows."""
        face = self._tell("die")
        if face not in DIE_FACES:
            raise ValueError(f"{face} is no face of the die")
        return face

    def deal(self, state: State) -> list[Hand]:
        """The own new hand, and the others of which only the size is known."""
        hands = [make_hand([], HAND_SIZE) for _ in state["zoos"]]
        self._fill_own(hands)
        return hands

    def hands_passed(self, state: State) -> None:
        """The own next hand, unless the viewer knew it before."""
        own = state["hands"][self._viewer]
        if own["unknown"] > 0 or "hand" in self._left:
            self._fill_own(state["hands"])

    def _fill_own(self, hands: list[Hand]) -> None:
        own, told = hands[self._viewer], self._next_hand(self._tell("hand"))
        surprises = Counter(told) - Counter(own["dinosaurs"])
        if len(told) != len(own["dinosaurs"]) + own["unknown"] or surprises.total() != own["unknown"]:
            raise ValueError(f"the next hand cannot be {', '.join(told)}")
        hands[self._viewer] = make_hand(told)

    def _next_hand(self, text: str) -> list[str]:
        species = [name for name in text.split(",") if name]
        if not set(species) <= set(SPECIES):
            raise ValueError(f"{text} is no list of species")
        return species

    def _tell(self, key: str) -> str:
        if key not in self._left:
            raise ValueError(f"the move needs to be told {key}:...")
        return self._left.pop(key)

    def check_all_used(self) -> None:
        """What the move did not need is a mistake of whoever told it."""
        if self._left:
            raise ValueError(f"the move does not need {', '.join(self._left)}")


def _possible_moves(state: State, seat: int) -> list[str]:
    """What another seat may have chosen, as far as the viewer knows its hand."""
    hand = state["hands"][seat]
    species = list(SPECIES) if hand["unknown"] > 0 else hand["dinosaurs"]
    if state["phase"] == "PICK" and state["options"]["placement"] == "WITH_PICK":
        return placements(state, seat, species)
    as_seen = {name: value for name, value in state.items() if name != "viewer"}
    as_seen["hands"] = [make_hand(species) for _ in state["hands"]]
    return legal_moves(as_seen, seat)
