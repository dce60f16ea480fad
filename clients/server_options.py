"""The options of commands that can ask a server: where it is and how it is reached."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from dinoai.clients.arguments import Address, Duration
from dinoai.clients.client import Client
from dinoai.clients.connection import Tls
from dinoai.engine.errors import InvalidInputError
from dinoai.server.files import read_text

TOKEN_VARIABLE = "DINOAI_TOKEN"

WAIT = 3.0
"""Seconds in which a server that is just being started begins to listen."""

_PEM = click.Path(exists=True, dir_okay=False, path_type=Path)


def server_options(function: Callable[..., None]) -> Callable[..., None]:
    """`--server` and what goes with it; the command is given `client`, `None` where no server is to be asked."""

    @click.option("--server", type=Address(), help="Ask this server instead of searching in the process.")
    @click.option(
        "--wait", type=Duration(), default=WAIT, help=f"Wait so long for it to be there.  [default: {WAIT:g}s]"
    )
    @click.option("--tls", is_flag=True, help="Reach it by TLS; so do the next three.")
    @click.option("--tls-ca", type=_PEM, help="Who signs its certificate.  [default: whom this machine trusts]")
    @click.option("--tls-cert", type=_PEM, help="The client's certificate, where the server asks for one.")
    @click.option("--tls-key", type=_PEM, help="Its private key.")
    @click.option("--token-file", type=_PEM, help=f"A file with a bearer token.  [default: ${TOKEN_VARIABLE}]")
    @wraps(function)
    def command(
        *arguments: Any,
        server: str | None,
        wait: float,
        tls: bool,
        tls_ca: Path | None,
        tls_cert: Path | None,
        tls_key: Path | None,
        token_file: Path | None,
        **others: Any,
    ) -> None:
        files = (tls_ca, tls_cert, tls_key)
        by_tls = tls or any(files)
        if server is None:
            if by_tls or token_file:
                raise click.UsageError("options of the connection need --server")
            return function(*arguments, client=None, **others)
        # Never an argument, which others on the machine could read.
        token = os.environ.get(TOKEN_VARIABLE, "") if token_file is None else _token_in(token_file)
        client = Client(server, tls=Tls(*files) if by_tls else None, token=token, wait=wait)
        return function(*arguments, client=client, **others)

    return command


def _token_in(path: Path) -> str:
    words = read_text(path, "token-file", "ascii").split()
    if len(words) != 1:
        raise InvalidInputError.at("token-file", f"{path} must hold one token and nothing else")
    return words[0]
