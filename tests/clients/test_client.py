"""The typed clients: calls, deadlines and errors."""

from __future__ import annotations

import asyncio
import inspect
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from serving import ServerThread

from dinoai.clients import AsyncClient, Client, ServerRefusedError, ServerUnreachableError
from dinoai.clients import methods as methods_of_clients
from dinoai.clients.methods import Method
from dinoai.clients.waiting import UNREACHABLE_PAUSE, Patience, search_timeout
from dinoai.engine.errors import IllegalMoveError, InvalidStateError, NothingToDecideError
from dinoai.search import OutOfTimeError, UnknownBotError
from dinoai.server.app import SERVICES
from dinoai.v1 import rules_pb2, state_pb2, suggest_pb2
from dinoai.v1.suggest_pb2 import SearchLimits, SuggestRequest

NEW_GAME = rules_pb2.NewGameRequest(game="JURASSIC_SNACK", seed=3)


def test_the_calls(server: ServerThread) -> None:
    with Client(server.address) as client:
        state = client.new_game(NEW_GAME).state
        view = client.get_view(rules_pb2.GetViewRequest(state=state, seat=0)).state
        moves = client.list_moves(rules_pb2.ListMovesRequest(state=view)).moves
        best = client.suggest(SuggestRequest(state=view, limits=SearchLimits(max_simulations=50))).suggestions[0]
        assert best.notation in [move.notation for move in moves]
        after = client.apply_move(rules_pb2.ApplyMoveRequest(state=state, notation=best.notation))
        assert not after.over
        assert sum(seat.points for seat in client.score(rules_pb2.ScoreRequest(state=after.state)).seats) > 0


def test_the_calls_of_the_asynchronous_client(server: ServerThread) -> None:
    async def calls() -> None:
        async with AsyncClient(server.address) as client:
            state = (await client.new_game(NEW_GAME)).state
            view = (await client.get_view(rules_pb2.GetViewRequest(state=state, seat=0))).state
            moves = (await client.list_moves(rules_pb2.ListMovesRequest(state=view))).moves
            request = SuggestRequest(state=view, limits=SearchLimits(max_simulations=50))
            answers = await asyncio.gather(client.suggest(request), client.suggest(request))
            assert all(len(answer.suggestions) == len(moves) for answer in answers)
            notation = answers[0].suggestions[0].notation
            after = await client.apply_move(rules_pb2.ApplyMoveRequest(state=state, notation=notation))
            assert not (await client.score(rules_pb2.ScoreRequest(state=after.state))).over
            with pytest.raises(UnknownBotError):
                await client.suggest(SuggestRequest(state=view, bot="nix"))

    asyncio.run(calls())


def test_errors_are_those_of_the_process(server: ServerThread) -> None:
    with Client(server.address) as client:
        state = client.new_game(NEW_GAME).state
        with pytest.raises(IllegalMoveError) as illegal:
            client.apply_move(rules_pb2.ApplyMoveRequest(state=state, notation="nonsense"))
        assert [problem.path for problem in illegal.value.problems] == ["move"]
        with pytest.raises(NothingToDecideError):
            client.apply_move(rules_pb2.ApplyMoveRequest(state=state, seat=1, notation="pass"))
        with pytest.raises(UnknownBotError, match="ismcts"):
            client.suggest(SuggestRequest(state=state, bot="nix"))
        broken = state_pb2.State()
        broken.CopyFrom(state)
        broken.jurassic_snack.rows[0] = "GG"
        del broken.jurassic_snack.tokens["a1"]
        with pytest.raises(InvalidStateError) as invalid:
            client.score(rules_pb2.ScoreRequest(state=broken))
        assert invalid.value.problems[0].path.startswith("jurassic_snack.")


def test_a_server_that_does_not_answer() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with Client(address) as client, pytest.raises(OutOfTimeError, match=address):
            client.new_game(NEW_GAME, timeout=0.2)


def test_no_server() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # not listening
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with Client(address) as client, pytest.raises(ServerUnreachableError, match=address):
            client.new_game(NEW_GAME)


def test_a_server_that_is_being_started() -> None:
    with socket.socket() as held, ThreadPoolExecutor(1) as pool:
        held.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{held.getsockname()[1]}"
        with Client(address, wait=120.0) as client:
            asked = pool.submit(client.new_game, NEW_GAME, timeout=120.0)
            time.sleep(1.0)  # long enough to find nobody there
            assert not asked.done()
            held.close()
            with ServerThread(listen=address):
                assert asked.result(120.0).state.jurassic_snack.rows


@pytest.mark.parametrize(("wait", "timeout", "again"), [(60.0, 60.0, True), (0.0, 60.0, False), (60.0, 0.0, False)])
def test_how_long_a_server_is_waited_for(wait: float, timeout: float, again: bool) -> None:
    patience = Patience(0.0, wait, timeout)
    nobody = ServerUnreachableError("nobody is there")
    if again:
        assert patience.pause_after(nobody) == UNREACHABLE_PAUSE
    else:
        with pytest.raises(ServerUnreachableError):
            patience.pause_after(nobody)


def test_both_clients_have_the_same_calls() -> None:
    def calls(client: type) -> dict[str, list[inspect.Parameter]]:
        return {
            name: list(inspect.signature(value).parameters.values())
            for name, value in vars(client).items()
            if callable(value) and not name.startswith("_")
        }

    assert calls(Client) == calls(AsyncClient)
    assert inspect.signature(Client).parameters == inspect.signature(AsyncClient).parameters
    methods = {f"{service.name}/{method.name}" for service in SERVICES for method in service.methods}
    assert methods == {value.name for value in vars(methods_of_clients).values() if isinstance(value, Method)}


def test_a_server_of_something_else(server: ServerThread) -> None:
    with Client(server.address) as client:
        with pytest.raises(ServerRefusedError) as caught:
            client._call(Method("NoService/Nothing", suggest_pb2.SuggestResponse), NEW_GAME, 5.0)
        assert caught.value.code == "UNIMPLEMENTED"


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        (SearchLimits(), 11.0),
        (SearchLimits(max_millis=2000), 12.0),
        (SearchLimits(max_millis=2000, max_simulations=5), 12.0),
        (SearchLimits(max_simulations=5), 3600.0),
    ],
)
def test_every_search_has_a_deadline(limits: SearchLimits, seconds: float) -> None:
    assert search_timeout(SuggestRequest(limits=limits)) == seconds
