"""Groups of sub-commands that are imported at first use."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """A group that imports a sub-command only when it is called, so that help does not wait for engine and gRPC."""

    def __init__(self, *args: Any, table: Mapping[str, str], package: str, **kwargs: Any) -> None:
        """`table` has the sub-commands with their one-line help; each is the `command` of its module in `package`."""
        super().__init__(*args, **kwargs)
        self._table = dict(table)
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The sub-commands in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a sub-command."""
        if cmd_name not in self._table:
            return None
        command: click.Command = importlib.import_module(f"{self._package}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the sub-command that the arguments begin with; where there is none, the nearest is told."""
        name = args[0]
        if name not in self._table and not name.startswith("-") and not ctx.resilient_parsing:
            from dinoai.engine.document import did_you_mean, shorten

            raise click.UsageError(f"there is no command {shorten(name)}{did_you_mean(name, self._table)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of sub-commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))
