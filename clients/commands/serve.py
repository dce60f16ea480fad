"""`dinoai serve`."""

from __future__ import annotations

import logging

import click

from dinoai.clients.arguments import Address
from dinoai.server.app import DEFAULT_ADDRESS, serve


@click.command()
@click.option(
    "--listen",
    type=Address(),
    default=DEFAULT_ADDRESS,
    show_default=True,
    help="Where to listen; port 0 takes a free one.",
)
@click.option("--searches", type=click.IntRange(1, 1024), help="Searches at a time.  [default: two a processor]")
def command(listen: str, searches: int | None) -> None:
    """Run the gRPC service until it is interrupted or terminated.

    The address is told on standard error. At the end, searches in progress answer with what they have; a second signal
    ends the server at once.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    serve(listen, searches)
