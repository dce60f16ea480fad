"""A search that is watched ends with what it has, however the interrupt arrives."""

from __future__ import annotations

import time

import pytest
from rich.console import Console

from dinoai.clients import searching
from dinoai.clients.searching import SearchProgress, watch
from dinoai.search import StopFlag


@pytest.mark.parametrize("by_lock", [False, True])
def test_an_interrupt_ends_the_search(by_lock: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    flag = StopFlag()

    def search() -> str:
        while not flag.is_set():
            time.sleep(0.001)
        return flag.reason

    def interrupted(*_: object) -> str:
        try:
            raise KeyboardInterrupt
        finally:
            if by_lock:
                raise RuntimeError("cannot release un-acquired lock")

    monkeypatch.setattr(searching, "_wait", interrupted)
    assert watch(search, flag, SearchProgress(None, None), Console()) == "CANCELLED"
