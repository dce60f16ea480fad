"""The file of a ladder: an SQLite database with its settings, its bots and every game.

Deals are written whole, in transactions, and none can stand there twice, so a ladder that was killed goes on where it
stopped. One process writes at a time; others may read meanwhile.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.bots import labels
from dinoai.clients.ladder.game import PlayedGame
from dinoai.clients.ladder.schedule import Deal
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.workers import Finished

_MIGRATIONS = (
    """
    CREATE TABLE ladder (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        settings TEXT NOT NULL,
        engine_version TEXT NOT NULL,
        started TEXT NOT NULL
    ) STRICT;
    CREATE TABLE bots (
        bot INTEGER PRIMARY KEY,
        label TEXT NOT NULL UNIQUE,
        specification TEXT NOT NULL,
        configuration TEXT NOT NULL,
        engine_version TEXT NOT NULL
    ) STRICT;
    CREATE TABLE deals (
        deal INTEGER PRIMARY KEY,
        table_number INTEGER NOT NULL,
        seed INTEGER NOT NULL UNIQUE,
        finished TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        game INTEGER PRIMARY KEY,
        deal INTEGER NOT NULL REFERENCES deals,
        rotation INTEGER NOT NULL,
        moves TEXT NOT NULL,
        fault TEXT CHECK (fault IN ('crash', 'illegal', 'timeout')),
        faulty_seat INTEGER,
        message TEXT NOT NULL,
        UNIQUE (deal, rotation)
    ) STRICT;
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games,
        seat INTEGER NOT NULL,
        bot INTEGER NOT NULL REFERENCES bots,
        share REAL NOT NULL,
        points INTEGER NOT NULL,
        seconds REAL NOT NULL,
        longest REAL NOT NULL,
        decisions INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""One step a version of the schema; `user_version` counts those done."""

_APPLICATION_ID = 0x44494E4F  # so that no other database is taken for a ladder


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store holds it."""

    game: int
    """Its number in the store, from 1."""

    deal: Deal
    """Its deal."""

    played: PlayedGame
    """What happened."""


@dataclass(frozen=True, slots=True)
class StoredBot:
    """A bot as the store holds it."""

    label: str
    """Its name in tables."""

    specification: str
    """What `parse_bot` reads."""

    configuration: dict[str, Any]
    """All its options, defaults included."""

    engine_version: str
    """The version of dinoai that it played with."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The time that a bot took in all its games."""

    moves: int
    """Moves played."""

    seconds: float
    """Altogether."""

    longest: float
    """The longest move, in seconds."""


class Store:
    """An open ladder, for `with`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: Path, settings: Settings, bots: Sequence[StoredBot], version: str) -> Store:
        """Begin a ladder. Raises `LadderError` where the file exists or cannot be written."""
        if path.exists():
            raise LadderError(f"{path} exists; `dinoai ladder resume` continues it, another name begins another ladder")
        lock = _take_lock(path)
        try:
            connection = _connect(path, new=True)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO ladder VALUES (0, ?, ?, ?)", (settings.to_json(), version, _now()))
                connection.executemany(
                    "INSERT INTO bots VALUES (?, ?, ?, ?, ?)",
                    [
                        (index, bot.label, bot.specification, json.dumps(bot.configuration), bot.engine_version)
                        for index, bot in enumerate(bots)
                    ],
                )
        except sqlite3.Error as error:
            _release(lock)
            raise LadderError(f"{path} cannot be written: {error}") from None
        return cls(path, connection, lock)

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> Store:
        """Open a ladder. Raises `LadderError` where there is none, or to write while another process writes."""
        if not path.is_file():
            raise LadderError(f"there is no ladder {path}")
        lock = _take_lock(path) if write else None
        try:
            connection = _connect(path)
            if connection.execute("SELECT count(*) FROM ladder").fetchone() != (1,):
                raise LadderError(f"{path} was never begun; delete it and run the ladder again")
        except sqlite3.Error as error:
            _release(lock)
            raise LadderError(f"{path} is no ladder: {error}") from None
        except LadderError:
            _release(lock)
            raise
        return cls(path, connection, lock)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        _release(self._lock)
        self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def engine_version(self) -> str:
        """The version of dinoai that the ladder was begun with."""
        version: str = self._connection.execute("SELECT engine_version FROM ladder").fetchone()[0]
        return version

    def settings(self) -> Settings:
        """What the ladder is. Raises `LadderError` where the file does not say it in the form of this version."""
        text = self._connection.execute("SELECT settings FROM ladder").fetchone()[0]
        try:
            return Settings.from_json(text, [bot.specification for bot in self.bots()])
        except (KeyError, TypeError, ValueError) as error:
            raise LadderError(f"the settings in {self.path} cannot be read: {error!r}") from None

    def change_settings(self, settings: Settings) -> None:
        """Replace the settings, such as by more deals."""
        with self._connection:
            self._connection.execute("UPDATE ladder SET settings = ?", (settings.to_json(),))

    def bots(self) -> list[StoredBot]:
        """The bots by index."""
        rows = self._connection.execute(
            "SELECT label, specification, configuration, engine_version FROM bots ORDER BY bot"
        )
        return [
            StoredBot(label, text, json.loads(configuration), version) for label, text, configuration, version in rows
        ]

    def thinking(self) -> list[Thinking]:
        """The time that each bot took, by index."""
        rows = self._connection.execute(
            "SELECT ifnull(sum(s.decisions), 0), ifnull(sum(s.seconds), 0.0), ifnull(max(s.longest), 0.0)"
            " FROM bots b LEFT JOIN seats s USING (bot) GROUP BY b.bot ORDER BY b.bot"
        )
        return [Thinking(*row) for row in rows]

    def done(self) -> frozenset[int]:
        """The numbers of the deals that are finished."""
        return frozenset(number for (number,) in self._connection.execute("SELECT deal FROM deals"))

    def add_deals(self, batch: Sequence[Finished]) -> list[Finished]:
        """Write finished deals in one transaction; those that stand there already are left out.

        Returns those that were written.
        """
        added = []
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for finished in batch:
                deal = finished.deal
                cursor = self._connection.execute(
                    "INSERT INTO deals VALUES (?, ?, ?, ?) ON CONFLICT (deal) DO NOTHING",
                    (deal.number, deal.table, deal.seed, _now()),
                )
                if cursor.rowcount == 1:
                    for played in finished.games:
                        self._add_game(deal, played)
                    added.append(finished)
        return added

    def _add_game(self, deal: Deal, played: PlayedGame) -> None:
        game = self._connection.execute(
            "INSERT INTO games (deal, rotation, moves, fault, faulty_seat, message) VALUES (?, ?, ?, ?, ?, ?)",
            (
                deal.number,
                played.rotation,
                json.dumps(played.moves),
                played.fault,
                played.faulty_seat,
                played.message,
            ),
        ).lastrowid
        columns = zip(
            played.bots, played.shares, played.points, played.seconds, played.longest, played.decisions, strict=True
        )
        self._connection.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, seat, *row) for seat, row in enumerate(columns)],
        )

    def games(self, game: int | None = None, *, with_moves: bool = True) -> Iterator[StoredGame]:
        """All games by deal and rotation, or the one of that number; without their moves they are read faster."""
        rows = self._connection.execute(
            "SELECT g.game, g.deal, d.table_number, d.seed, g.rotation, iif(?2, g.moves, '[]'),"
            " g.fault, g.faulty_seat, g.message,"
            " s.bot, s.share, s.points, s.seconds, s.longest, s.decisions"
            " FROM games g JOIN deals d USING (deal) JOIN seats s USING (game)"
            " WHERE ?1 IS NULL OR g.game = ?1 ORDER BY g.deal, g.rotation, s.seat",
            (game, with_moves),
        )
        number, head, seats = None, None, []
        for row in rows:
            if row[0] != number and number is not None:
                yield _stored(head, seats)
                seats = []
            number, head = row[0], row[:9]
            seats.append(row[9:])
        if number is not None:
            yield _stored(head, seats)


def _stored(head: Any, seats: list[Any]) -> StoredGame:
    number, deal, table, seed, rotation, moves, fault, faulty_seat, message = head
    bots, shares, points, seconds, longest, decisions = zip(*seats, strict=True)
    played = PlayedGame(
        rotation=rotation,
        bots=bots,
        shares=shares,
        points=points,
        moves=tuple(json.loads(moves)),
        seconds=seconds,
        longest=longest,
        decisions=decisions,
        fault=fault,
        faulty_seat=faulty_seat,
        message=message,
    )
    return StoredGame(number, Deal(deal, table, seed), played)


def _connect(path: Path, *, new: bool = False) -> sqlite3.Connection:
    """Open a database and bring its schema up to date; a new one gets it. Raises `sqlite3.DatabaseError`."""
    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not new and connection.execute("PRAGMA application_id").fetchone() != (_APPLICATION_ID,):
            raise sqlite3.DatabaseError("it holds something else")
        if version > len(_MIGRATIONS):
            raise sqlite3.DatabaseError("a later version of dinoai wrote it")
        if version < len(_MIGRATIONS):
            # Readers and one writer side by side; a kill loses no transaction that was committed.
            connection.execute("PRAGMA journal_mode = WAL")
            for number, step in enumerate(_MIGRATIONS[version:], start=version + 1):
                marks = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {number};"
                connection.executescript(f"BEGIN IMMEDIATE; {step} {marks} COMMIT;")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _take_lock(path: Path) -> IO[bytes]:
    """Hold the file `PATH-lock` so that one process writes; the system lets go of it when the process ends."""
    try:
        lock = open(f"{path}-lock", "wb")  # noqa: SIM115  closed with the store
    except OSError as error:
        raise LadderError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held = os.fstat(lock.fileno()).st_ino == os.stat(lock.name).st_ino  # else the one before us has deleted it
    except OSError:
        held = False
    if not held:
        lock.close()
        raise LadderError(f"another process is running the ladder {path}")
    return lock


def _release(lock: IO[bytes] | None) -> None:
    if lock is not None:
        os.unlink(lock.name)
        lock.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def stored_bots(settings: Settings, versions: Sequence[str]) -> list[StoredBot]:
    """The bots of a ladder as they are stored; `versions` are those of dinoai, by bot."""
    return [
        StoredBot(label, str(spec), spec.configuration(settings.rules.game), version)
        for spec, label, version in zip(settings.bots, labels(settings.bots), versions, strict=True)
    ]
