"""`dinoai token`."""

from __future__ import annotations

import click

from dinoai.server.tokens import make_token


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Make a bearer token for the client NAME of a service.

    The line for the server's file of tokens goes to standard output; it holds a hash only. The token itself is shown
    once, on standard error.
    """
    token, line = make_token(name)
    click.echo(line)
    click.echo(token, err=True)
