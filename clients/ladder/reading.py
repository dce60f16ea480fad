"""A stored ladder as the plain data that statistics read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.bots import BotSpec, labels
from dinoai.clients.ladder.game import PlayedGame
from dinoai.clients.ladder.records import Bot, Fault, GameResult
from dinoai.clients.ladder.schedule import Deal
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.store import Store

if TYPE_CHECKING:
    from dinoai.clients.ladder.sprt import SequentialTest


def bots_of(settings: Settings) -> list[Bot]:
    """The bots of a ladder by index."""
    return [_bot(spec, label) for spec, label in zip(settings.bots, labels(settings.bots), strict=True)]


def results_of(store: Store) -> list[GameResult]:
    """All games of a ladder by deal and rotation."""
    return [result_of(game.deal, game.played) for game in store.games(with_moves=False)]


def result_of(deal: Deal, played: PlayedGame) -> GameResult:
    """A game that was played in a deal."""
    fault = None if played.fault is None else Fault(played.fault)
    return GameResult(
        deal.number, played.rotation, played.bots, played.shares, played.points, fault, played.faulty_seat
    )


def find_anchor(bots: Iterable[Bot], name: str | None = None) -> int:
    """The bot at 0 Elo: that of the name, else `random` if it plays, else the last. Raises `LadderError`."""
    names = [bot.name for bot in bots]
    if name is None:
        return names.index("random") if "random" in names else len(names) - 1
    if name not in names:
        raise LadderError(f"no bot of the ladder is called {name}; there are {', '.join(names)}")
    return names.index(name)


def test_of(settings: Settings) -> SequentialTest | None:
    """The sequential test that a ladder is, if it is one."""
    if settings.test is None:
        return None
    from dinoai.clients.ladder.sprt import SequentialTest

    return SequentialTest(**settings.test, own=1, others=settings.n_seats - 1)


def _bot(spec: BotSpec, label: str) -> Bot:
    options = {
        **({"threads": str(spec.threads)} if spec.threads > 1 else {}),
        **({"server": spec.server} if spec.server else {}),
        **dict(spec.options),
    }
    return Bot(label, spec.name, spec.simulations, spec.seconds, options)
