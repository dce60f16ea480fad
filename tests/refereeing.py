"""A referee who holds the full state, plays every seat at random, and answers what one seat is asked at the table."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from dinoai.clients.table.questions import Question
from dinoai.engine import games
from dinoai.engine.draftosaurus import packing as draftosaurus
from dinoai.engine.jurassic_snack import packing as jurassic_snack
from dinoai.engine.state import State


class Referee:
    """Of one game, as seen from one seat."""

    def __init__(self, state: State, seat: int, dice: random.Random) -> None:
        self.state = state
        self.seat = seat
        self._dice = dice
        self._moves: dict[int, str] = {}
        self._before = state

    def expected_view(self) -> State:
        """What the seat knows: while its choice is still secret, the state in which it alone has chosen."""
        if self._moves and self.seat in self._moves and self.state.simultaneous:
            alone = games.apply_move(self._before, self._moves[self.seat], self.seat, seed=1)
            return games.view(alone, self.seat)
        return games.view(self._before if self._moves else self.state, self.seat)

    def look_at(self, view: State) -> None:
        """See whether the seat has been told of the last choices: then its view is of another phase than they were."""
        if self._moves and _phase(view) != _phase(self._before):
            self._moves = {}

    def answer(self, question: Question) -> str:
        """The answer to a question."""
        if question.view is not None:
            self.look_at(question.view)
        answer: str = getattr(self, f"_{question.kind}")(question)
        return answer

    # The set-up.

    def _colour(self, question: Question) -> str:
        return ("blue", "Yellow")[self.seat]

    def _row(self, question: Question) -> str:
        number = int(question.text.split()[1])
        return str(jurassic_snack.unpack(self.state)["rows"][number - 1])

    def _players(self, question: Question) -> str:
        return str(self.state.n_seats)

    def _side(self, question: Question) -> str:
        fields = draftosaurus.unpack(self.state)
        return "match" if fields["match"] is not None else str(fields["side"])

    def _seat(self, question: Question) -> str:
        return str(self.seat)

    def _start(self, question: Question) -> str:
        return str(draftosaurus.unpack(self.state)["roller"])

    # The game.

    def _move(self, question: Question) -> str:
        if self.state.simultaneous:
            self._all_choose()
            return self._moves[self.seat]
        return self._slide(question)

    def _choice(self, question: Question) -> str:
        if not self.state.simultaneous:
            return self._slide(question)
        if not self._moves:
            self._all_choose()
        assert question.seat is not None
        return self._moves[question.seat]

    def _slide(self, question: Question) -> str:
        self._before = self.state
        assert question.moves == games.legal_moves(self.state, self.state.actor)
        move = self._dice.choice(question.moves)
        self.state = games.apply_move(self.state, move, self.state.actor)
        return move

    def _all_choose(self) -> None:
        self._before = self.state
        for seat in range(self.state.n_seats):
            legal = games.legal_moves(self.state, seat)
            if legal:
                self._moves[seat] = self._dice.choice(legal)
        for seat, move in self._moves.items():
            self.state = games.apply_move(self.state, move, seat, seed=self._dice.getrandbits(32))

    def _token(self, question: Question) -> str:
        return str(jurassic_snack.unpack(self._before)["tokens"][question.square])

    def _die(self, question: Question) -> str:
        if question.view is not None and not self._moves:
            self._all_choose()
        return str(draftosaurus.unpack(self.state)["die"])

    def _hand(self, question: Question) -> str:
        counts: Counter[str] = Counter(draftosaurus.unpack(self.state)["hands"][self.seat]["dinosaurs"])
        return ", ".join(f"{n} {name.lower()}" if n > 1 else name for name, n in counts.items())


def _phase(state: State) -> tuple[Any, ...]:
    if not state.simultaneous:
        return ()
    fields = draftosaurus.unpack(state)
    return fields["phase"], fields["turn"], fields["match"]


def options_of(state: State) -> dict[str, Any]:
    """The options of the game as its set-up names them."""
    fields = (jurassic_snack if state.game == "jurassic_snack" else draftosaurus).unpack(state)
    return dict(fields["options"])
