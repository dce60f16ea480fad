"""A server for the tests of the clients."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import ServerThread


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    with ServerThread() as running:
        yield running
