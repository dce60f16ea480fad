"""Helpers of the ladder's tests: small ladders, in this process or in one that may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from serving import dinoai_command

from dinoai.clients.command_line import main
from dinoai.clients.ladder.config import make_settings
from dinoai.clients.ladder.running import run_ladder, tasks, versions
from dinoai.clients.ladder.settings import Settings
from dinoai.clients.ladder.store import Store, stored_bots
from dinoai.clients.ladder.workers import play_deal
from dinoai.search.suggest import engine_version


def ladder(*arguments: str) -> Result:
    """Run a sub-command in this process."""
    return CliRunner().invoke(main, ("ladder", *arguments), catch_exceptions=False)


def settings_of(game: str, bots: Sequence[str], **others: Any) -> Settings:
    """A ladder; keys that the game's options have are options."""
    known = {"deals", "seed", "system", "seating", "patience"}
    document = {name: value for name, value in others.items() if name in known}
    options = {name: value for name, value in others.items() if name not in known}
    return make_settings({"game": game, "bots": list(bots), "options": options, **document})


def create(path: Path, settings: Settings) -> Store:
    """Begin a ladder without playing it."""
    return Store.create(path, settings, stored_bots(settings, versions(settings)), engine_version())


class HereWorkers:
    """Plays deals in this process, one after another."""

    def play(self, tasks: Any) -> Any:
        for task in tasks:
            yield [play_deal(task)]

    def __enter__(self) -> HereWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def play_here(path: Path, settings: Settings) -> None:
    """Play a whole ladder in this process."""
    with create(path, settings) as store:
        run_ladder(store, HereWorkers(), lambda _: False)
        assert not list(tasks(settings, store.done()))


def games_of(path: Path) -> list[tuple[object, ...]]:
    """What must be the same in two runs of a ladder."""
    with Store.open(path) as store:
        return [
            (game.deal, played.rotation, played.bots, played.shares, played.points, played.moves)
            for game in store.games()
            for played in (game.played,)
        ]


def run_and_kill(seconds: float, *arguments: str) -> int | None:
    """Run a sub-command and kill it after some seconds; returns its exit status if it ended before.

    Its workers must be gone soon after.
    """
    process = subprocess.Popen(
        dinoai_command("ladder", *arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, message = process.communicate(timeout=seconds)
        assert process.returncode == 0, message.decode()
        return process.returncode
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        for _ in range(300):
            try:
                os.killpg(process.pid, 0)
            except ProcessLookupError:
                return None
            time.sleep(0.1)
        raise AssertionError("the workers of a killed ladder go on") from None
