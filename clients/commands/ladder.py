"""`dinoai ladder` and its sub-commands."""

from __future__ import annotations

import click

from dinoai.clients.lazy_group import LazyGroup

SUBCOMMANDS = {
    "run": "Begin a ladder and play it.",
    "resume": "Go on with a ladder that was stopped.",
    "sprt": "Test whether a bot is stronger than another, until it is decided.",
    "show": "Print ratings and results.",
    "report": "Write one HTML page with tables and plots.",
    "replay": "Draw a game move by move.",
    "export": "Print every game as a line of JSON.",
}
"""The sub-commands with their one-line help."""


@click.group(cls=LazyGroup, table=SUBCOMMANDS, package="dinoai.clients.ladder.commands")
def command() -> None:
    """Play bots against each other and measure how strong they are.

    Every deal, which is a set-up with all that chance will bring, is played through all seats, so that luck cancels.
    STORE is the file of a ladder; everything is kept there, and a ladder that was stopped goes on from it.

    A bot is NAME[:KEY=VALUE,...], such as ismcts:simulations=1000 or ismcts:time=10ms,threads=2, or the same behind
    grpc://HOST:PORT/ on a server. Keys are simulations, time, threads, and the options of the bot.
    """
