"""Playing what is left of a ladder and storing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from dinoai.clients.ladder.players import RemotePlayer, make_player
from dinoai.clients.ladder.schedule import deals
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.store import Store
from dinoai.clients.ladder.workers import Finished, Task, Workers
from dinoai.engine.games import view
from dinoai.search.suggest import engine_version

Observer = Callable[[list[Finished]], bool]
"""Told of deals that have been stored; the ladder stops where it says so."""


def versions(settings: Settings) -> list[str]:
    """The version of dinoai of each bot; of those on servers what they answer.

    Raises `InvalidInputError` for options that the game does not have, and what a failed call raises.
    """
    state = settings.rules.new_game(settings.seed)
    seat = state.actor
    result = []
    for spec in settings.bots:
        player = make_player(spec, settings.rules.game)
        result.append(player.probe(view(state, seat)) if isinstance(player, RemotePlayer) else engine_version())
    return result


def tasks(settings: Settings, done: frozenset[int]) -> Iterator[Task]:
    """The deals that are not done, in order."""
    tables = settings.tables()
    for deal in deals(settings.seed, tables, settings.deals, done):
        seated = tuple(tables[deal.table].seated(deal.seed))
        bots = tuple((bot, settings.bots[bot]) for bot in sorted({bot for seats in seated for bot in seats}))
        yield Task(deal, settings.rules, seated, bots, settings.patience)


def run_ladder(store: Store, workers: Workers, observe: Observer) -> None:
    """Play the deals that the store does not hold and write each as soon as it is finished.

    Raises `ServerUnreachableError`, `LadderError`; what was finished before is stored.
    """
    settings = store.settings()
    with workers, closing(workers.play(tasks(settings, store.done()))) as finished:
        for batch in finished:
            if (added := store.add_deals(batch)) and observe(added):
                return
