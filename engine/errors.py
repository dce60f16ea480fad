"""The exceptions of dinoai: one tree, each with the problems it found and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input."""

    path: str
    """Where, as a field path such as `draftosaurus.zoos[1].river[0]`."""

    message: str
    """What is wrong there and what is allowed."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class DinoaiError(Exception):
    """Base of all errors that dinoai raises for its callers."""


MAX_PROBLEMS = 100
"""An error lists no more problems than this."""


class InvalidInputError(DinoaiError):
    """The input is at fault: `problems` lists everything found, in order.

    Beyond `MAX_PROBLEMS` the last one says that there are more.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        if len(self.problems) > MAX_PROBLEMS:
            self.problems[MAX_PROBLEMS:] = [Problem("", f"and more; only the first {MAX_PROBLEMS} problems are listed")]
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def at(cls, path: str, message: str) -> InvalidInputError:
        """An error with a single problem."""
        return cls([Problem(path, message)])


class InvalidStateError(InvalidInputError):
    """A state is malformed, incomplete or contradicts itself."""


class IllegalMoveError(InvalidInputError):
    """A move cannot be read or is not legal for the seat."""


class InvalidRevealError(InvalidInputError):
    """What is said to have turned up is missing, too much or impossible."""


class NothingToDecideError(DinoaiError):
    """The game is over, or the seat has nothing to decide now."""
