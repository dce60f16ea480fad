"""Where a session reads and writes: a terminal, or a pipe on which the answers are shown too."""

from __future__ import annotations

import contextlib
import sys

from rich.console import RenderableType
from rich.text import Text

from dinoai.clients.drawing import draw_state
from dinoai.clients.output import make_console
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.engine.state import State

_UNNAMED = ("", "move", "seat", "reveals")


class EndOfInputError(Exception):
    """Nobody answers any more."""


class Terminal:
    """Asks and says; questions and pictures go to standard output."""

    def __init__(self) -> None:
        self._console = make_console()
        self._by_hand = sys.stdin is not None and sys.stdin.isatty()
        if self._by_hand:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # lets input() edit its line

    def ask(self, question: str) -> str:
        """The line that a person answers, without its end. Raises `EndOfInputError`."""
        prompt = f"{question}: "
        try:
            if self._by_hand:
                return input(prompt)
            print(prompt, end="", flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except UnicodeDecodeError:
            print(flush=True)
            self.say("  That is no text in this terminal's encoding.")
            return ""
        except EOFError:
            line = ""
        if not line:
            raise EndOfInputError
        answer = line.rstrip("\r\n")
        if not self._by_hand:
            self.say(answer)
        return answer

    def say(self, *parts: RenderableType) -> None:
        """Write lines and pictures."""
        for part in parts:
            self._console.print(Text(self._printable(part)) if isinstance(part, str) else part)

    def draw(self, view: State) -> None:
        """Draw a position between empty lines."""
        self.say("", draw_state(view, self._console.encoding), "")

    def complain(self, error: DinoaiError) -> None:
        """Say what is wrong with an answer."""
        if isinstance(error, InvalidInputError):
            problems = error.problems
            self.say(*(f"  {p.message if p.path.partition('[')[0] in _UNNAMED else p}" for p in problems))
        else:
            self.say(f"  {error}")

    def _printable(self, text: str) -> str:
        """The text without what a terminal may not get from a pipe's answers, or cannot show."""
        shown = "".join(character if character.isprintable() else "?" for character in text)
        return shown.encode(self._console.encoding, "replace").decode(self._console.encoding)
