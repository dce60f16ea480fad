"""The viewer's next view from what happened at the table.

A reveal is `SEAT:NOTATION` (another seat's choice), `die:FACE` (the next roll) or `hand:SPECIES,...` (the own next
hand).
"""

from __future__ import annotations

from collections.abc import Sequence

from dinoai.engine.document import nearest_or_all, shorten
from dinoai.engine.draftosaurus.choices import (
    awaits_die,
    choices,
    choose,
    choose_unseen_boxing,
    deal_unseen,
    hand,
    is_decided,
    learn_hand,
    set_die,
    situation,
    unseen,
)
from dinoai.engine.draftosaurus.names import DICE, SPECIES, turns_of_round
from dinoai.engine.draftosaurus.notation import FORMS, PLACE_ACTION, expected_kind, parse_move
from dinoai.engine.draftosaurus.packing import unpack
from dinoai.engine.errors import IllegalMoveError, InvalidRevealError, Problem
from dinoai.engine.state import State


def apply_revealed(state: State, seat: int, actions: Sequence[int], reveals: Sequence[str]) -> State:
    """The next view of the viewer `seat` after its legal choice; none where it has chosen or has nothing to choose.

    Raises `InvalidRevealError`: at `reveals[i]` for what cannot be, else at `reveals` for all that is missing.
    """
    table = _read(state, seat, actions, reveals)
    table.check()
    return table.next_view()


def missing_reveals(state: State, seat: int, reveals: Sequence[str]) -> list[str]:
    """What the viewer `seat` must still be told: other seats' numbers, `die`, `hand`.

    Raises `InvalidRevealError` for what is told and cannot be.
    """
    return list(_read(state, seat, (), reveals).missing())


def _read(state: State, seat: int, actions: Sequence[int], reveals: Sequence[str]) -> _Table:
    table = _Table(state, seat, actions)
    for index, reveal in enumerate(reveals):
        table.read(index, reveal)
    return table


class _Table:
    """What has been told about the end of one phase, seen from one seat."""

    def __init__(self, state: State, seat: int, actions: Sequence[int]) -> None:
        self._state = state
        self._seat = seat
        self._actions = tuple(actions)
        self._fields = unpack(state)
        self._moves: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._die: tuple[int, str] | None = None
        self._hand: tuple[int, list[str]] | None = None
        self._problems: list[Problem] = []

    # Reading.

    def read(self, index: int, reveal: str) -> None:
        """Take in one reveal; a problem is noted at its place."""
        try:
            self._read(index, reveal)
        except ValueError as error:
            self._problems.append(Problem(f"reveals[{index}]", str(error)))

    def _read(self, index: int, reveal: str) -> None:
        head, colon, rest = reveal.partition(":")
        if not colon:
            raise ValueError(f"{shorten(reveal)} must read SEAT:MOVE, die:FACE or hand:SPECIES,SPECIES,...")
        if head == "die":
            self._read_die(index, rest)
        elif head == "hand":
            self._read_hand(index, rest)
        elif head.isdecimal() and head.isascii() and len(head) < 4:
            self._read_move(index, int(head), rest)
        else:
            raise ValueError(f"{shorten(head)} must be a seat number, die or hand")

    def _read_die(self, index: int, face: str) -> None:
        if face not in DICE:
            raise ValueError(f"{shorten(face)} is no face of the die{nearest_or_all(face, DICE)}")
        if not self._rolls():
            raise ValueError("the die is not rolled after this move")
        if self._die is not None:
            raise ValueError("the die is told twice")
        self._die = index, face

    def _read_hand(self, index: int, text: str) -> None:
        names = text.split(",")
        for name in names:
            if name not in SPECIES:
                raise ValueError(f"{shorten(name)} is no species{nearest_or_all(name, SPECIES)}")
        if not self._rolls():
            raise ValueError("nobody gets a new hand after this move")
        if self._hand is not None:
            raise ValueError("the hand is told twice")
        self._hand = index, names

    def _read_move(self, index: int, other: int, text: str) -> None:
        if other >= self._state.n_seats:
            raise ValueError(f"the seat must be from 0 to {self._state.n_seats - 1}, not {other}")
        if other == self._seat:
            raise ValueError(f"seat {other} is the viewer, whose choice is the move itself")
        if other in self._moves:
            raise ValueError(f"the choice of seat {other} is told twice")
        if is_decided(self._state, other):
            raise ValueError(f"seat {other} has nothing to choose in this phase")
        if self._boxes_unseen():
            raise ValueError("what is boxed in the first turn of a round is not seen with options.boxed_visible false")
        try:
            self._moves[other] = index, parse_move(self._state, text, other)
        except IllegalMoveError as error:
            raise ValueError(error.problems[0].message) from None

    # What this phase leads to.

    def _rolls(self) -> bool:
        """Whether the die is rolled after this phase."""
        fields = self._fields
        game_2_follows = fields["match"] is not None and fields["match"]["game"] == 1
        if fields["turn"] == 12 and not game_2_follows:
            return False
        if self._state.n_seats == 2:
            return bool(fields["phase"] == "BOX")
        return fields["phase"] == "PLACE" or self._kind() == "both"

    def _boxes_hidden(self) -> bool:
        return self._fields["phase"] == "BOX" and not self._fields["options"]["boxed_visible"]

    def _boxes_unseen(self) -> bool:
        """Whether the opponent boxes now what the viewer will not see."""
        return self._boxes_hidden() and turns_of_round(2, self._fields["turn"]) == 0

    def _others(self) -> list[int]:
        """The other seats that choose in this phase."""
        return [seat for seat in range(self._state.n_seats) if seat != self._seat and not is_decided(self._state, seat)]

    # Checking.

    def check(self) -> None:
        """Raise what is wrong, or what is missing."""
        missing = self.missing()
        if missing:
            raise InvalidRevealError.at("reveals", f"missing: {'; '.join(missing.values())}")

    def missing(self) -> dict[str, str]:
        """What must still be told, by seat, `die` and `hand`, with how it reads. Raises what is wrong."""
        if not self._problems:
            self._check_unseen()
        if self._problems:
            raise InvalidRevealError(self._problems)
        if self._boxes_hidden():
            self._infer_boxing()
        missing = {
            str(other): f"{other}:MOVE for the choice of seat {other} ({FORMS[self._kind()]})"
            for other in self._others()
            if other not in self._moves and not self._boxes_hidden()
        }
        if self._rolls() and self._die is None:
            missing["die"] = f"die:FACE for the next roll (one of {', '.join(DICE)})"
        if self._rolls() and self._hand is None and self._needs_hand():
            missing["hand"] = "hand:SPECIES,SPECIES,... for the own next hand"
        return missing

    def _kind(self) -> str:
        _, phase, after_reveal = situation(self._state)
        return expected_kind(phase, after_reveal)

    def _check_unseen(self) -> None:
        """Several seats may have taken unnamed dinosaurs of one species: there must be enough of them."""
        if self._fields["phase"] == "PLACE":
            return
        left = unseen(self._state)
        for other, (index, actions) in self._moves.items():
            if actions[0] < PLACE_ACTION and not hand(self._state, other)[0][actions[0]]:
                left[actions[0]] -= 1
                if left[actions[0]] < 0:
                    self._problems.append(
                        Problem(f"reveals[{index}]", f"so many {SPECIES[actions[0]]} are not unseen any more")
                    )

    def _next_hand(self) -> tuple[list[int], int] | None:
        """The named dinosaurs of the hand that comes to the viewer and how many more, or None for a fresh deal."""
        giver = (self._seat - 1) % self._state.n_seats
        named, unnamed = hand(self._state, giver)
        phase = self._fields["phase"]
        if sum(named) + unnamed == 1:
            return None
        if giver in self._moves or phase == "PLACE":
            if phase == "PLACE":
                revealed = next(pick["species"] for pick in self._fields["picks"] if pick["seat"] == giver)
                taken = SPECIES.index(revealed)
            else:
                taken = self._moves[giver][1][0]
            if named[taken]:
                named[taken] -= 1
            else:
                unnamed -= 1
        return named, unnamed

    def _needs_hand(self) -> bool:
        coming = self._next_hand()
        if coming is None:
            return True
        if self._boxes_hidden() and not self._moves:
            # The opponent's boxing could not be inferred either.
            return True
        return coming[1] > 0

    def _infer_boxing(self) -> None:
        """With hidden boxing: what the opponent boxed, where its hand was known and the rest of it comes back."""
        other = 1 - self._seat
        named, unnamed = hand(self._state, other)
        if other in self._moves or unnamed:
            return
        options = choices(self._state, other)
        if self._hand is not None and sum(named) > 1:
            index, names = self._hand
            options = [
                (species,) for (species,) in options if _less(named, species) == [names.count(name) for name in SPECIES]
            ]
            if not options:
                raise InvalidRevealError.at(
                    f"reveals[{index}]", f"the own next hand must be seat {other}'s hand ({_words(named)}) less one"
                )
        if len(options) == 1:
            self._moves[other] = -1, options[0]

    # Going on.

    def next_view(self) -> State:
        """The next view; everything needed has been told. Raises `InvalidRevealError` for a hand that cannot be."""
        view = self._state.copy()
        for other, (_, actions) in self._moves.items():
            choose(view, other, actions)
        if self._boxes_hidden() and not self._moves:
            choose_unseen_boxing(view, 1 - self._seat)
        choose(view, self._seat, self._actions)
        if awaits_die(view):
            deal_unseen(view)
            if self._hand is not None:
                index, names = self._hand
                if not learn_hand(view, self._seat, names):
                    raise InvalidRevealError.at(f"reveals[{index}]", self._why_not_hand(view, names))
            if self._die is not None:
                set_die(view, self._die[1])
        return view

    def _why_not_hand(self, view: State, names: Sequence[str]) -> str:
        named, unnamed = hand(view, self._seat)
        size = sum(named) + unnamed
        if len(names) != size:
            return f"the own next hand has {size} dinosaurs, not {len(names)}"
        if not unnamed:
            return f"the own next hand is known to be {_words(named)}"
        left = ", ".join(f"{number} {name}" for name, number in zip(SPECIES, unseen(view), strict=True) if number)
        known = f"it holds {_words(named)}, and " if any(named) else ""
        return f"that cannot be the own next hand: {known}still unseen are {left}"


def _less(counts: Sequence[int], species: int) -> list[int]:
    """Counts by species with one dinosaur fewer."""
    return [number - (index == species) for index, number in enumerate(counts)]


def _words(counts: Sequence[int]) -> str:
    return ", ".join(name for name, number in zip(SPECIES, counts, strict=True) for _ in range(number))
