"""What a ladder is: its game, its bots, who plays whom and how long."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from dinoai.clients.ladder.bots import BotSpec, parse_bot
from dinoai.clients.ladder.game import Rules
from dinoai.clients.ladder.schedule import Table, make_tables


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides a ladder's games."""

    rules: Rules
    """The game and its options."""

    bots: tuple[BotSpec, ...]
    """The bots, at least two."""

    deals: int
    """Deals a table; of a sequential test, at most."""

    seed: int
    """Decides all deals, 32 bits."""

    system: str = "round-robin"
    """One of `schedule.SYSTEMS`."""

    seating: str = "single"
    """One of `schedule.SEATINGS`; of no meaning to two players."""

    patience: float = 60.0
    """Seconds that a move may take beyond the bot's own limit of time before the game is lost."""

    test: dict[str, float] | None = None
    """The hypotheses and errors of the sequential test that the ladder is, if it is one."""

    @property
    def n_seats(self) -> int:
        """How many play."""
        return int(self.rules.options.get("players") or 2)

    def tables(self) -> list[Table]:
        """The tables; of a sequential test only that at which the first bot sits alone."""
        tables = make_tables(len(self.bots), self.n_seats, self.system, self.seating)
        return tables if self.test is None else tables[:1]

    def n_games(self) -> int:
        """Games of the whole ladder."""
        return self.deals * len(self.tables()) * self.n_seats

    def to_json(self) -> str:
        """The settings as the store holds them, the bots left out."""
        document = asdict(self)
        del document["bots"]
        return json.dumps(document)

    @classmethod
    def from_json(cls, text: str, bots: list[str]) -> Settings:
        """The settings that a store holds."""
        document = json.loads(text)
        rules = Rules(**document.pop("rules"))
        return cls(
            rules=rules,
            bots=tuple(parse_bot(bot, rules.game) for bot in bots),
            **document,
        )
