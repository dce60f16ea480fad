"""A conversation with the answers given, any number of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dinoai.clients.table.questions import Conversation, Question
from dinoai.engine.errors import InvalidInputError
from dinoai.engine.state import State


class History:
    """Goes through a conversation. Taking back repeats it from the start with one answer fewer.

    The conversation must depend on the answers alone.
    """

    def __init__(self, begin: Callable[[], Conversation], answers: Iterable[str] = ()) -> None:
        """`begin` starts the conversation, each time afresh; `answers` are given at once.

        Raises `InvalidInputError` where these cannot be.
        """
        self._begin = begin
        self._answers: list[str] = []
        self._conversation: Conversation
        self.question: Question | None
        """What is asked now; `None` when the conversation is over."""
        self.view: State | None
        """What is known now; `None` before the set-up is known."""
        self._repeat(answers)

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that can be taken back, as they were given."""
        return tuple(self._answers)

    def answer(self, text: str) -> None:
        """Answer the question. Raises `InvalidInputError`, and the question stands."""
        if self.question is None:
            raise InvalidInputError.at("", "nothing is asked any more")
        answer = self.question.read(text)
        self._answers.append(text)
        self._send(answer)

    def take_back(self) -> bool:
        """Ask the question before again; false where there is none."""
        if not self._answers:
            return False
        self._repeat(self._answers[:-1])
        return True

    def _repeat(self, answers: Iterable[str]) -> None:
        self._answers = []
        self._conversation = self._begin()
        self._send(None)
        for text in answers:
            self.answer(text)

    def _send(self, answer: object) -> None:
        try:
            self.question = self._conversation.send(answer)
            self.view = self.question.view
        except StopIteration as end:
            self.question, self.view = None, end.value
