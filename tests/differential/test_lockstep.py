"""The packed rules and the plain ones of `tests/reference`, written independently, play random games in lockstep.

After every choice both must agree on the state, the legal moves of every seat, every seat's view, the end and the
score.
"""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from playing import VARIANTS, new_variant
from reference import draftosaurus, jurassic_snack

from dinoai.engine.games import apply_move, encode_state, legal_moves, score, view
from dinoai.engine.state import State

REFERENCE: dict[str, ModuleType] = {"jurassic_snack": jurassic_snack, "draftosaurus": draftosaurus}


class TheSameChance:
    """Tells the plain rules what the packed ones drew, read off the state they reached."""

    def __init__(self, after: dict[str, Any]) -> None:
        self._after = after

    def die(self) -> str:
        """The face that was rolled."""
        face: str = self._after["die"]
        return face

    def deal(self, counts: dict[str, int], n_hands: int) -> list[list[str]]:
        """The hands that were dealt."""
        hands = [list(hand["dinosaurs"]) for hand in self._after["hands"]]
        assert len(hands) == n_hands
        return hands


@cache
def enum_names(enum: EnumDescriptor) -> dict[int, str]:
    return {value.number: value.name for value in enum.values}


@cache
def form(field: FieldDescriptor) -> tuple[str, bool, bool, dict[int, str] | None]:
    """Name, whether a map, whether a list, and the names of an enum, of a field or of its map's values."""
    entry = field.message_type
    is_map = entry is not None and entry.GetOptions().map_entry
    enum = entry.fields_by_name["value"].enum_type if is_map else field.enum_type
    return field.name, is_map, field.is_repeated and not is_map, enum_names(enum) if enum else None


def as_dict(message: Message) -> dict[str, Any]:
    """The fields that are set, as in JSON; the library's own conversion would take half of a million plies' time."""
    result: dict[str, Any] = {}
    for field, value in message.ListFields():
        name, is_map, is_list, names = form(field)
        if is_map:
            value = {str(key): names[value[key]] if names else value[key] for key in value}
        elif names:
            value = [names[number] for number in value] if is_list else names[value]
        elif is_list:
            value = [as_dict(item) if isinstance(item, Message) else item for item in value]
        elif isinstance(value, Message):
            value = as_dict(value)
        result[name] = value
    return result


def plain(state: State) -> dict[str, Any]:
    """The state in the form of the plain rules."""
    body: dict[str, Any] = as_dict(encode_state(state))[state.game]
    return REFERENCE[state.game].normalise(body)


def assert_agree(
    state: State, found: dict[str, Any], expected: dict[str, Any], told: str
) -> list[tuple[int, list[str]]]:
    """Compare everything; returns the seats that have a decision with their moves. `found` is the state."""
    rules = REFERENCE[state.game]
    assert found == expected, told
    deciding = rules.seats_to_decide(expected)
    choices = []
    for seat in range(state.n_seats):
        moves = legal_moves(state, seat)
        decides = seat in deciding
        assert moves == (rules.legal_moves(expected, seat) if decides else []), told
        assert plain(view(state, seat)) == rules.view(expected, seat), f"{told}, seat {seat}"
        if moves:
            choices.append((seat, moves))
    assert state.over == rules.is_over(expected), told
    result = score(state)
    seats = [{"points": s.points, "breakdown": s.breakdown, "tie_break": s.tie_break} for s in result.seats]
    told_result = {"seats": seats, "over": result.over, "winners": result.winners, "reason": result.reason}
    assert told_result == rules.result(expected), told
    return choices


def play_in_lockstep(variant: str, seed: int, n_plies: int) -> None:
    """Play so many plies of random games, the options drawn per game."""
    rng = random.Random(seed)
    plies = 0
    while plies < n_plies:
        game_seed = rng.getrandbits(32)
        options = {"match": True} if variant.startswith("draft") and rng.random() < 0.2 else {}
        if options and "winter" in variant:
            options = {}
        state = new_variant(variant, game_seed, **options)
        rules = REFERENCE[state.game]
        expected = found = plain(state)
        moves_made: list[str] = []
        while True:
            told = f"{variant}, game seed {game_seed}, after {moves_made}"
            assert state.check() == 0, told
            choices = assert_agree(state, found, expected, told)
            if not choices:
                assert state.over, told
                break
            seat, moves = rng.choice(choices)
            move = rng.choice(moves)
            after = apply_move(state, move, seat, seed=rng.getrandbits(32))
            found = plain(after)
            expected = rules.apply(expected, seat, move, TheSameChance(found))
            moves_made.append(f"{seat}:{move}")
            state = after
            plies += 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_rules_agree(variant: str) -> None:
    play_in_lockstep(variant, 1, 20_000)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(2, 12))
def test_both_rules_agree_over_a_million_plies(variant: str, seed: int) -> None:
    """A tenth of the million, so that it can be played in parts."""
    play_in_lockstep(variant, seed, 100_000)
