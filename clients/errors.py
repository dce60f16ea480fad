"""Errors of the clients, and the exit status of every error."""

from __future__ import annotations

from dinoai.engine.errors import DinoaiError, InvalidInputError, NothingToDecideError
from dinoai.search.errors import OutOfMemoryError, OutOfTimeError, UnknownBotError
from dinoai.server.errors import ServerFullError, ShuttingDownError, UnauthenticatedError


class ServerUnreachableError(DinoaiError):
    """No connection to the server, or it went away."""


class ServerRefusedError(DinoaiError):
    """The server did not do what was asked, for a reason of its own."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(f"{message} ({code})" if message else code)


class LadderError(DinoaiError):
    """A ladder cannot be begun, opened or continued."""


class TrainingError(DinoaiError):
    """A training cannot be begun or continued."""


EXIT_STATUS: dict[type[DinoaiError], int] = {
    InvalidInputError: 2,
    NothingToDecideError: 2,
    UnknownBotError: 2,
    LadderError: 2,
    TrainingError: 2,
    ServerUnreachableError: 3,
    ServerRefusedError: 4,
    ServerFullError: 4,
    ShuttingDownError: 3,
    UnauthenticatedError: 4,
    OutOfMemoryError: 4,
    OutOfTimeError: 4,
}
"""Exit statuses of the command line; every other error has 1."""


def exit_status(error: DinoaiError) -> int:
    """The exit status that an error gives."""
    return next((status for kind, status in EXIT_STATUS.items() if isinstance(error, kind)), 1)


def describe(error: DinoaiError) -> str:
    """An error as text for a person: each problem on its line, with the notes on where the input came from."""
    origin = "".join(f" in {note}" for note in getattr(error, "__notes__", ()))
    if isinstance(error, InvalidInputError) and len(error.problems) > 1:
        lines = [f"Error: {len(error.problems)} problems{origin}", *(f"  {problem}" for problem in error.problems)]
        return "\n".join(lines)
    return f"Error{origin}: {error}"
