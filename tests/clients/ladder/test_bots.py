"""Specifications of bots."""

from __future__ import annotations

import pytest

from dinoai.clients.ladder.bots import BotSpec, labels, parse_bot
from dinoai.engine.errors import InvalidInputError
from dinoai.search.errors import UnknownBotError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        ("greedy:threads=1", "greedy"),
        ("ismcts-plain:simulations=1_000", "ismcts-plain:simulations=1000"),
        (" ismcts-plain: threads=2 , simulations=10 ", "ismcts-plain:simulations=10,threads=2"),
        ("ismcts-plain:time=2s", "ismcts-plain:time=2000ms"),
        ("ismcts-plain:time=10ms,exploration=0.5", "ismcts-plain:time=10ms,exploration=0.5"),
        ("grpc://127.0.0.1:50051/whatever", "grpc://127.0.0.1:50051/whatever"),
        ("grpc://here:1/ismcts:prior=off,time=5ms", "grpc://here:1/ismcts:time=5ms,prior=off"),
        ("grpc://[::1]:50051/ismcts:time=5,simulations=7", "grpc://[::1]:50051/ismcts:simulations=7,time=5000ms"),
    ],
)
def test_the_canonical_form(text: str, canonical: str) -> None:
    spec = parse_bot(text, "draftosaurus")
    assert str(spec) == canonical
    assert parse_bot(str(spec), "draftosaurus") == spec


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("", [""]),
        ("ismcts-plain", ["simulations"]),
        ("ismcts-plain:simulations=0,threads=65,time=1h", ["simulations", "threads", "time"]),
        ("ismcts-plain:simulations=5,simulations=6", ["simulations"]),
        ("ismcts-plain:simulations", ['"simulations"']),
        ("greedy:simulations=5", ["simulations"]),
        ("ismcts-plain:simulations=5,temperature=1", ["temperature"]),
        ("grpc://here/ismcts", [""]),
        ("grpc://here:1/", [""]),
    ],
)
def test_what_is_refused(text: str, paths: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_bot(text, "draftosaurus")
    assert [problem.path for problem in caught.value.problems] == paths


def test_an_unknown_bot() -> None:
    with pytest.raises(UnknownBotError):
        parse_bot("stockfish:simulations=5", "draftosaurus")


def test_a_bot_against_itself_has_two_names() -> None:
    assert labels([BotSpec("random"), BotSpec("greedy"), BotSpec("random")]) == ["random", "greedy", "random #2"]
