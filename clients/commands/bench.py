"""`dinoai bench`."""

from __future__ import annotations

import click
from rich.table import Table

from dinoai.clients.new_games import GAME_NAMES
from dinoai.clients.output import make_console
from dinoai.search.bench import BenchReport, run_bench
from dinoai.search.suggest import MAX_SIMULATIONS


@click.command()
@click.option("--game", type=click.Choice(list(GAME_NAMES)), help="One game only.")
@click.option("--bot", default="ismcts-plain", show_default=True, metavar="NAME", help="The bot that searches.")
@click.option(
    "--simulations",
    type=click.IntRange(1, MAX_SIMULATIONS),
    default=10_000,
    show_default=True,
    help="Simulations a position.",
)
def command(game: str | None, bot: str, simulations: int) -> None:
    """Measure random playouts and simulations a second on one thread, and print a signature of the search.

    The signature depends on the bot and the number of simulations alone, not on the machine: where it has changed, so
    has the play.
    """
    try:
        report = run_bench(game=game and GAME_NAMES[game], bot=bot, simulations=simulations)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bot") from None
    console = make_console()
    console.print(report_table(report))
    console.print(f"Signature: {report.signature:016x}")


def report_table(report: BenchReport) -> Table:
    """The figures of all positions."""
    table = Table("Position")
    for column in ("Playouts/s", "Simulations/s", "Nodes", "Signature"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in report.rows:
        table.add_row(
            row.position,
            f"{row.playouts_per_second:,.0f}",
            f"{row.simulations_per_second:,.0f}",
            f"{row.nodes:,}",
            f"{row.signature:016x}",
        )
    return table
