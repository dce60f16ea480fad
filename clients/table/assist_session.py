"""The session of `dinoai assist`: people play with the real game and tell what can be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dinoai.clients.score_report import score_report
from dinoai.clients.table.hints import Limits
from dinoai.clients.table.history import History
from dinoai.clients.table.history_file import history_path
from dinoai.clients.table.questions import Question
from dinoai.clients.table.session import Session
from dinoai.clients.table.terminal import Terminal
from dinoai.engine import games
from dinoai.engine.state import State


class AssistSession(Session):
    """Keeps a seat's view of a game at a table and gives hints."""

    def __init__(
        self,
        terminal: Terminal,
        history: History,
        path: str,
        limits: Limits,
        *,
        resume: str,
        describe_history: Callable[[History], str],
    ) -> None:
        """The view is kept in `path`, an ordinary state, and the answers, as `describe_history` writes them, beside it.

        `resume` is the command that goes on with the file.
        """
        super().__init__(terminal, path, limits)
        self._history = history
        self._resume = resume
        self._describe_history = describe_history
        self._n_saved = len(history.answers)
        self._drawn: State | None = None

    def _greeting(self) -> str:
        return "Tell what you see at the table; undo corrects it, help tells what else you can say."

    def _next_question(self) -> Question:
        history = self._history
        view, question = history.view, history.question
        if view is not None and len(history.answers) != self._n_saved:
            self._n_saved = len(history.answers)
            self._write(self._path)
        if question is None:
            question = Question("end", "Enter leaves, undo takes the last answer back", lambda text: text, view)
        if view is None or view == self._drawn or (view.simultaneous and question.kind == "choice"):
            return question
        if question.kind == "move":
            self._draw_choice(view, question.moves)
        elif question.kind in ("choice", "end"):
            self._terminal.draw(view)
            self._terminal.say(*(score_report(view) if question.kind == "end" else ()))
        else:
            return question
        self._drawn = view
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

    def _write(self, path: str) -> bool:
        if not super()._write(path):
            return False
        answers = self._describe_history(self._history)
        return path != self._path or self._write_text(history_path(path), answers, durable=False)

    def _hint_seed(self) -> int | None:
        return None

    def _farewell(self) -> str:
        view = self._history.view
        if view is not None and view.over:
            return f"The last view is kept in {self._path}."
        return f"Saved in {self._path}; go on with: {self._resume}"
