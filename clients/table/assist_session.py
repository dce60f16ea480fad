"""The session of `dinoai assist`: people play with the real game and tell what can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dinoai.clients.score_report import score_report
from dinoai.clients.table import assist_draftosaurus, assist_jurassic_snack
from dinoai.clients.table.hints import Limits
from dinoai.clients.table.history import History
from dinoai.clients.table.questions import Conversation, Question
from dinoai.clients.table.session import Session
from dinoai.clients.table.terminal import Terminal
from dinoai.engine import games
from dinoai.engine.state import State

CONVERSATIONS: Mapping[str, Callable[[State | None, Mapping[str, Any]], Conversation]] = {
    "jurassic_snack": assist_jurassic_snack.converse,
    "draftosaurus": assist_draftosaurus.converse,
}
"""What is asked, by game: from a view on, or from the set-up with these options of the game."""


class AssistSession(Session):
    """Keeps a seat's view of a game at a table and gives hints."""

    def __init__(self, terminal: Terminal, history: History, path: str, limits: Limits, *, resume: str) -> None:
        """The view is kept in `path`, an ordinary state; `resume` is the command that goes on with it."""
        super().__init__(terminal, path, limits)
        self._history = history
        self._resume = resume
        self._saved: State | None = history.view
        self._drawn: State | None = None

    def _next_question(self) -> Question | None:
        history = self._history
        if history.view is not None and history.view != self._saved and self._write(self._path):
            self._saved = history.view
        question = history.question
        if question is None or history.view is None:
            return question
        if history.view != self._drawn and question.kind == "move":
            self._drawn = history.view
            self._draw_choice(history.view, question.moves)
        elif history.view != self._drawn and question.kind == "choice" and not history.view.simultaneous:
            self._drawn = history.view
            self._terminal.draw(history.view)
        return question

    def _answer(self, text: str, question: Question) -> None:
        self._history.answer(text)

    def _take_back(self) -> Sequence[str]:
        if self._history.take_back():
            return []
        return ["There is no answer to take back."]

    def _document(self) -> str | None:
        view = self._history.view
        return None if view is None else games.state_json(view) + "\n"

    def _hint_seed(self) -> int | None:
        return None

    def _finish(self) -> None:
        view = self._history.view
        assert view is not None
        self._terminal.draw(view)
        self._terminal.say(*score_report(view))
        self._terminal.say(f"The last view is kept in {self._path}.")

    def _how_to_resume(self) -> str:
        return self._resume
