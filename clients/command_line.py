"""The command `dinoai`: its sub-commands, exit statuses and error messages."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import click

from dinoai.clients.lazy_group import LazyGroup

# gRPC's own log would stand beside our messages; whoever needs it sets the variable.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

COMMANDS = {
    "suggest": "Rank the moves of a position with win probabilities.",
    "new": "Print a full state of a fresh game.",
    "view": "Print a seat's view of a full state.",
    "moves": "List the legal moves of a seat, one a line.",
    "apply": "Print the state after a move.",
    "show": "Draw a state for a person.",
    "score": "Count the points, part by part.",
    "play": "Play a game against bots.",
    "assist": "Help players with the real game on the table.",
    "serve": "Run the gRPC service.",
    "ladder": "Play bots against each other and measure their strength.",
    "train": "Learn the knowledge of a game from self-play.",
    "token": "Make a bearer token for a client of the service.",
    "bench": "Measure the speed and print a signature of the search.",
}
"""Sub-commands and their one-line help; each is the `command` of the module in `commands/` of its name."""


class MainGroup(LazyGroup):
    """The sub-commands; what goes wrong in them becomes a message and an exit status."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a sub-command; what goes wrong with the input or the server becomes a message and an exit status."""
        from dinoai.engine.errors import DinoaiError

        try:
            result: object = super().invoke(ctx)
            if sys.stdout is not None:  # it may have been closed by whoever started us
                sys.stdout.flush()
        except DinoaiError as error:
            from dinoai.clients.errors import describe, exit_status

            click.echo(describe(error), err=True)
            ctx.exit(exit_status(error))
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            _write_no_more()  # the reader has had enough
            ctx.exit(0)
        return result

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; where it cannot write, as on a full disk, a line says so."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _write_no_more()
            click.echo(f"Error: {error.strerror or error}", err=True)
            sys.exit(1)


def _write_no_more() -> None:
    """Have nothing written to standard output any more, not even what is left at the interpreter's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=MainGroup,
    table=COMMANDS,
    package="dinoai.clients.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="dinoai", message="dinoai %(version)s")
def main() -> None:
    """An opponent for Jurassic Snack and Draftosaurus.

    STATE is a file with a state as JSON, or - for standard input. Results go to standard output, all else to standard
    error. Exit status: 0 done, 2 wrong usage or an invalid state or move, 3 the server cannot be reached, 4 it refused
    or ran out of time, 1 anything unexpected.
    """


if __name__ == "__main__":
    main()
