"""Decisions of games that a bot plays against itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dinoai.engine.games import new_game, view
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.chooser import Chooser
from dinoai.search.ismcts import list_sequences


@dataclass(frozen=True)
class Decision:
    """A decision among several moves."""

    own: State
    """What the deciding seat knew."""

    seat: int
    """The deciding seat."""

    seed: int
    """With which the bot decided."""

    share: float
    """Of the victory, that the seat got in the end."""


def random_decision(chooser: Chooser, game: str, options: Mapping[str, str | int], number: int) -> Decision:
    """Play the game of that number to its end; each decision of it is as likely."""
    state = new_game(game, seed=number, **options)
    rng = Rng(number, 1)
    n_decisions = 0
    while not state.over:
        if state.actor < 0:
            state.chance(rng)
            continue
        seat = state.actor
        own = view(state, seat)
        seed = number * 1_000_003 + n_decisions
        if len(list_sequences(own.sample(seat, rng))) > 1:
            n_decisions += 1
            if rng.below(n_decisions) == 0:
                chosen = own, seat, seed
        for action in chooser.choose(own, seat, seed):
            state.act(action)
    own, seat, seed = chosen
    return Decision(own, seat, seed, state.payoff()[0][seat])
