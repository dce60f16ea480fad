"""What the search knows of each game beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from dinoai.engine.state import State
from dinoai.search.knowledge import draftosaurus, draftosaurus_guidance, jurassic_snack, jurassic_snack_guidance

_GREEDY = {"jurassic_snack": jurassic_snack.greedy_values, "draftosaurus": draftosaurus.greedy_values}


def greedy_values(view: State, seat: int, moves: Sequence[tuple[int, ...]]) -> list[float]:
    """What each move of the seat whose view the state is, given as actions, is worth one move deep.

    Only comparisons of these values mean something.
    """
    return _GREEDY[view.game](view, seat, moves)


def network_version(game: str) -> str | None:
    """Which network's probabilities the evaluation of the game gives; `None` where it gives points."""
    return jurassic_snack_guidance.version if game == "jurassic_snack" else None


draftosaurus_guidance.register(
    (files(__name__) / "draftosaurus_potential.bin").read_bytes(),
    (files(__name__) / "draftosaurus_networks.bin").read_bytes(),
)
jurassic_snack_guidance.register((files(__name__) / "jurassic_snack_network.bin").read_bytes())
