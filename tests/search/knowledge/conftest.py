"""Settings that tests change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dinoai.search.knowledge.draftosaurus_guidance import configure


@pytest.fixture
def tables_alone() -> Iterator[None]:
    """The potential of Draftosaurus without its networks."""
    configure(refined=False)
    yield
    configure(refined=True)
