"""What a person can say in every session at a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from dinoai.clients.table.choosing import moves_with
from dinoai.clients.table.files import write_file
from dinoai.clients.table.hints import Limits, give_hint, read_limits
from dinoai.clients.table.move_list import list_moves, move_list
from dinoai.clients.table.news import situation_line
from dinoai.clients.table.questions import Question
from dinoai.clients.table.terminal import EndOfInputError, Terminal
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.engine.state import State

HELP = (
    "  Answer with a notation, its beginning as far as it is clear, or its number in the list.",
    "  moves [BEGINNING]  list what can be chosen",
    "  hint [5s]          rank your moves with win probabilities",
    "  undo               take back the last answer",
    "  show               draw what you know",
    "  save FILE          write a copy",
    "  quit               leave; the game can be resumed",
)


class Session(ABC):
    """Asks question after question until the game is over or the person leaves."""

    def __init__(self, terminal: Terminal, path: str, limits: Limits) -> None:
        """`path` is the file that keeps the session, `limits` those of a hint."""
        self._terminal = terminal
        self._path = path
        self._limits = limits
        self._left = False
        self._refused = False  # to leave a game that could not be saved
        self._question: Question
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "show": self._show,
            "save": self._save_copy,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Go on until the game is over or the person leaves; everything is saved either way."""
        try:
            self._terminal.say(self._greeting())
            while not self._left:
                question = self._next_question()
                if question is None:
                    return
                self._handle(self._terminal.ask(question.text), question)
        except (EndOfInputError, KeyboardInterrupt):
            self._terminal.say("")
            self._quit("")

    @abstractmethod
    def _greeting(self) -> str:
        """What is said at the beginning."""

    @abstractmethod
    def _next_question(self) -> Question | None:
        """What the person is asked next, after all that happens without asking; `None` when all is over."""

    @abstractmethod
    def _answer(self, text: str, question: Question) -> None:
        """Take in an answer. Raises `InvalidInputError`."""

    @abstractmethod
    def _take_back(self) -> Sequence[str]:
        """Take the last answer back, or not; returns what to say about it."""

    @abstractmethod
    def _document(self) -> str | None:
        """What the file holds; `None` where there is nothing to keep yet."""

    @abstractmethod
    def _hint_seed(self) -> int | None:
        """The seed of a hint; `None` draws one."""

    @abstractmethod
    def _farewell(self) -> str:
        """What is said at the end about what was saved."""

    def _draw_choice(self, view: State, moves: Sequence[str]) -> None:
        """Draw what the person knows, and the moves to choose from."""
        self._terminal.draw(view)
        self._terminal.say(*situation_line(view), *list_moves(moves))

    def _handle(self, line: str, question: Question) -> None:
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.lower())
        self._question = question
        try:
            if command is not None:
                command(rest.strip())
            elif question.kind == "end":
                self._quit("")
            elif word or len(question.moves) == 1:
                self._answer(line if word else question.moves[0], question)
            else:
                self._moves("")
        except DinoaiError as error:
            self._terminal.complain(error)

    def _help(self, rest: str) -> None:
        self._terminal.say(*HELP)

    def _moves(self, rest: str) -> None:
        moves = self._question.moves
        if not moves:
            words = ", ".join(word.lower() for word in self._question.words)
            self._terminal.say(f"  There are {words}." if words else "  There is no list to choose from.")
        elif not rest:
            self._terminal.say(move_list(moves))
        else:
            shown = moves_with(rest, moves)
            self._terminal.say(move_list(moves, shown) if shown else "  No move begins so.")

    def _hint(self, rest: str) -> None:
        view = self._question.view
        if self._question.kind != "move" or view is None or self._question.seat is None:
            self._terminal.say("  There is a hint where you choose.")
            return
        give_hint(self._terminal, view, self._question.seat, read_limits(rest, self._limits), self._hint_seed())

    def _undo(self, rest: str) -> None:
        self._terminal.say(*(f"  {line}" for line in self._take_back()))

    def _show(self, rest: str) -> None:
        if self._question.view is None:
            self._terminal.say("  There is nothing to draw yet.")
        else:
            self._terminal.draw(self._question.view)

    def _save_copy(self, rest: str) -> None:
        if not rest:
            raise InvalidInputError.at("", "save needs a file, as in save game.json")
        if self._write(rest):
            self._terminal.say(f"  Saved in {rest}.")

    def _quit(self, rest: str) -> None:
        if self._document() is None:
            self._terminal.say("Nothing was begun that could be saved.")
        elif self._write(self._path):
            self._terminal.say(self._farewell())
        elif not self._refused:
            self._refused = True
            self._terminal.say("  Save it elsewhere with save FILE; another quit leaves it.")
            return
        self._left = True

    def _write(self, path: str) -> bool:
        """Write the file; what prevents it is said, and the session goes on."""
        document = self._document()
        if document is None:
            self._terminal.say("  There is nothing to save yet.")
            return False
        return self._write_text(path, document)

    def _write_text(self, path: str, text: str, *, durable: bool = True) -> bool:
        try:
            write_file(path, text, durable=durable)
        except OSError as error:
            self._terminal.say(f"  {path} cannot be written: {error.strerror or error}.")
            return False
        return True
