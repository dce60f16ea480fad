"""Analyze: improving answers, one final, readers of any speed, and what a cancelled stream leaves behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from playing import new_variant
from serving import ServerThread, in_time, wait_until

from dinoai.engine import games
from dinoai.engine.document import message_dict
from dinoai.search import EngineInfo, SearchStats, Suggestion, Suggestions
from dinoai.server.analyze import Analysis, Mailbox
from dinoai.v1 import state_pb2, suggest_pb2
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

ENDLESS = {"max_millis": 600_000}


@pytest.fixture
def suggestions(channel: grpc.Channel) -> Any:
    return SuggestServiceStub(channel)


def opening(variant: str = "snack-square") -> state_pb2.State:
    return games.encode_state(games.view(new_variant(variant, 5), 0))


def request(**given: Any) -> suggest_pb2.AnalyzeRequest:
    return suggest_pb2.AnalyzeRequest(**{"state": opening(), "seed": 3, **given})


@pytest.mark.parametrize("threads", [1, 2])
def test_answers_improve_and_a_shutdown_ends_them_with_a_final_one(threads: int) -> None:
    endless = request(limits={**ENDLESS, "threads": threads}, interval_millis=50)
    with ServerThread(searches=threads) as server, grpc.insecure_channel(server.address) as channel:
        stream: Iterator[Any] = SuggestServiceStub(channel).Analyze(endless)
        answers = [next(stream) for _ in range(4)]
        ending = asyncio.run_coroutine_threadsafe(server.server.drain(), server._loop)
        answers.extend(stream)
        ending.result(60)
    moves = games.legal_moves(games.decode_state(opening()))
    assert [answer.final for answer in answers] == [False] * (len(answers) - 1) + [True]
    numbers = [answer.sequence for answer in answers]
    assert numbers[0] >= 1 and numbers == sorted(set(numbers))
    simulations = [answer.answer.stats.simulations for answer in answers]
    assert simulations == sorted(simulations) and simulations[-1] > simulations[0] > 0
    for answer in answers:
        assert sorted(suggestion.notation for suggestion in answer.answer.suggestions) == moves
        assert sum(answer.answer.win_probabilities) == pytest.approx(1)
        assert answer.answer.stats.HasField("stop_reason") == answer.final
        assert "UNSPECIFIED" not in str(message_dict(answer))
    assert answers[-1].answer.stats.stop_reason == suggest_pb2.SearchStats.SHUTDOWN


def test_the_final_answer_is_that_of_suggest(suggestions: Any) -> None:
    limits = {"max_simulations": 20_000}
    *_, final = suggestions.Analyze(request(limits=limits))
    same = suggestions.Suggest(suggest_pb2.SuggestRequest(state=opening(), seed=3, limits=limits))
    for answer in (final.answer, same):
        answer.stats.ClearField("elapsed_millis")
    assert final.answer == same


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_bot_that_does_not_search_answers_once(suggestions: Any, bot: str) -> None:
    (answer,) = suggestions.Analyze(request(bot=bot))
    assert answer.final and answer.sequence == 1


@pytest.mark.parametrize(("limits", "reason"), [({"max_millis": 60}, "TIME"), ({"max_simulations": 50}, "SIMULATIONS")])
def test_a_limit_ends_a_stream(suggestions: Any, limits: dict[str, int], reason: str) -> None:
    *before, final = suggestions.Analyze(request(limits=limits))
    assert final.final and not any(answer.final for answer in before)
    assert suggest_pb2.SearchStats.StopReason.Name(final.answer.stats.stop_reason) == reason


def test_the_deadline_ends_a_stream_in_time(suggestions: Any) -> None:
    *_, final = in_time(lambda: list(suggestions.Analyze(request(limits=ENDLESS), timeout=3.0)))
    assert final.final
    assert final.answer.stats.stop_reason == suggest_pb2.SearchStats.DEADLINE


@pytest.mark.parametrize("given", [{"bot": "nix"}, {"state": state_pb2.State()}, {"limits": {"threads": 0}}])
def test_errors_are_those_of_suggest(suggestions: Any, given: dict[str, Any]) -> None:
    fields = {"state": opening(), **given}
    with pytest.raises(grpc.RpcError) as of_suggest:
        suggestions.Suggest(suggest_pb2.SuggestRequest(**fields))
    with pytest.raises(grpc.RpcError) as of_analyze:
        list(suggestions.Analyze(request(**fields)))
    assert of_analyze.value.code() is of_suggest.value.code()
    assert of_analyze.value.details() == of_suggest.value.details()


def test_a_cancelled_stream_stops_its_search() -> None:
    with ServerThread(searches=1) as server, grpc.insecure_channel(server.address) as channel:
        stream: Iterator[Any] = SuggestServiceStub(channel).Analyze(request(limits=ENDLESS))
        next(stream)
        assert server.server.admission.busy == 1
        stream.cancel()  # type: ignore[attr-defined]
        wait_until(lambda: server.server.admission.busy == 0)


def answer(*notations: str) -> Suggestions:
    ranked = [Suggestion(notation, 0.5, 0.0, 1.0, 0.0, 0.0, 1, 1.0, ()) for notation in notations]
    return Suggestions(0, ranked, [0.5, 0.5], [0.0, 0.0], SearchStats(1, 0.0, 1, 1, ""), EngineInfo("", "", "none"))


def test_an_answer_is_due_at_first_and_with_another_best_move() -> None:
    analysis = Analysis(interval_millis=1_000_000)
    given = [answer("a", "b"), answer("a", "b"), answer("b", "a"), answer("b", "c"), answer("a")]
    assert [analysis.due(each) for each in given] == [True, False, True, False, True]


def test_an_answer_is_due_once_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    analysis = Analysis(interval_millis=10)  # raised to 50
    due = []
    for step in range(11):
        now = step * 0.01
        due.append(analysis.due(answer("a")))
    assert [step for step, is_due in enumerate(due) if is_due] == [0, 5, 10]


def test_a_slow_reader_gets_the_newest_answer() -> None:
    async def read() -> list[int | None]:
        mailbox: Mailbox[int] = Mailbox(asyncio.get_running_loop())
        mailbox.put(1)
        first = await mailbox.take()
        for number in (2, 3, 4):
            mailbox.put(number)
        second = await mailbox.take()
        mailbox.put(5)
        mailbox.close()
        return [first, second, await mailbox.take()]

    assert asyncio.run(read()) == [1, 4, None]
