"""`dinoai serve`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import Field
from pathlib import Path
from typing import Any

import click

from dinoai.clients.arguments import Address
from dinoai.server.config import ADDRESSES, PREFIX, SETTINGS, config_toml, load_config
from dinoai.server.lifecycle import serve

_TYPES = {"str": click.STRING, "int": click.INT, "float": click.FLOAT}

WEB = "127.0.0.1:8080"
"""Where `--web` without an address listens."""


def _flags(function: Callable[..., None]) -> Callable[..., None]:
    """An option for each setting; one that is not given is `None`."""
    for name, item in reversed(SETTINGS.items()):
        flag = f"--{name.replace('_', '-')}"
        text = f"{item.metadata['help'][0].upper()}{item.metadata['help'][1:]}.{_default(item)}"
        if item.type == "bool":
            option = click.option(f"{flag}/--no-{flag[2:]}", name, default=None, help=text)
        else:
            kind: Any = click.Choice(item.metadata["choices"]) if item.metadata["choices"] else _TYPES[str(item.type)]
            kind = Address() if name in ADDRESSES else kind
            bare: dict[str, Any] = {"is_flag": False, "flag_value": WEB} if name == "web" else {}
            option = click.option(flag, name, type=kind, default=None, help=text, **bare)
        function = option(function)
    return function


def _default(item: Field[Any]) -> str:
    """What a setting is without its flag, as a part of its help; nothing where it is not set then."""
    if item.name == "web":
        return f"  [without an address: {WEB}]"
    if item.name == "search_threads":
        return "  [default: one a processor]"
    default = item.name if item.default is True else item.default
    return f"  [default: {default}]" if default else ""


@click.command(epilog=f"Each flag is also a setting of the file and an environment variable, as in {PREFIX}LISTEN.")
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), help="TOML file with settings.")
@click.option(
    "--show-config", is_flag=True, help="Print the settings as a TOML file and where they come from, and end."
)
@_flags
def command(config: Path | None, show_config: bool, **flags: Any) -> None:
    """Run the gRPC service until it is interrupted or terminated.

    The address is told on standard error. At the end, searches in progress answer with what they have; a second signal
    ends the server at once. Settings come from the file, the environment and flags; the later one wins.
    """
    path = config or (Path(os.environ[f"{PREFIX}CONFIG"]) if os.environ.get(f"{PREFIX}CONFIG") else None)
    settings, origins = load_config(path, os.environ, flags)
    if show_config:
        click.echo(config_toml(settings, origins))
    else:
        serve(settings)
