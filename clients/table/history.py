"""A conversation with the answers given, any number of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dinoai.clients.table.questions import Conversation, Question
from dinoai.engine.state import State


class History:
    """Goes through a conversation. Taking back repeats it from the start with one answer fewer.

    The conversation must depend on the answers alone.
    """

    def __init__(self, begin: Callable[[], Conversation]) -> None:
        """`begin` starts the conversation, each time afresh."""
        self._begin = begin
        self._answers: list[Any] = []
        self._conversation: Conversation
        self.question: Question | None
        """What is asked now; `None` when the conversation is over."""
        self.view: State | None
        """What is known now; `None` before the set-up is known."""
        self._repeat()

    @property
    def n_answers(self) -> int:
        """How many answers can be taken back."""
        return len(self._answers)

    def answer(self, text: str) -> None:
        """Answer the question. Raises `InvalidInputError`, and the question stands."""
        assert self.question is not None
        answer = self.question.read(text)
        self._answers.append(answer)
        self._send(answer)

    def take_back(self) -> bool:
        """Ask the question before again; false where there is none."""
        if not self._answers:
            return False
        del self._answers[-1]
        self._repeat()
        return True

    def _repeat(self) -> None:
        self._conversation = self._begin()
        self._send(None)
        for answer in self._answers:
            self._send(answer)

    def _send(self, answer: Any) -> None:
        try:
            self.question = self._conversation.send(answer)
            self.view = self.question.view
        except StopIteration as end:
            self.question, self.view = None, end.value
