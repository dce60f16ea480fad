"""How the clients reach servers: several of them, TLS, tokens, and servers that are full."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
import trustme
from playing import ROOT
from serving import ServerThread, run_dinoai, wait_until

from dinoai.clients import AsyncClient, Client, ServerUnreachableError, Tls
from dinoai.clients.connection import SERVICE_CONFIG, Connection
from dinoai.engine import games
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.server.app import SERVICES
from dinoai.server.errors import ServerFullError, UnauthenticatedError
from dinoai.server.tokens import make_token
from dinoai.v1.suggest_pb2 import AnalyzeRequest, SearchLimits, SuggestRequest

STATE = games.encode_state(games.view(games.new_game("jurassic_snack", seed=3), 0))
ENDLESS = SearchLimits(max_millis=600_000)


def wait_until_idle(server: ServerThread) -> None:
    wait_until(lambda: not server.server.admission.busy)


def test_answers_improve_until_the_search_is_closed(server: ServerThread) -> None:
    with Client(server.address) as client:
        answers = list(client.analyze(AnalyzeRequest(state=STATE, limits=SearchLimits(max_millis=200))))
        assert [answer.final for answer in answers][-2:] in ([False, True], [True])
        with client.analyze(AnalyzeRequest(state=STATE, limits=ENDLESS)) as analysis:
            for answer in analysis:
                assert not answer.final
                analysis.close()
        wait_until_idle(server)


def test_answers_improve_for_the_asynchronous_client(server: ServerThread) -> None:
    async def calls() -> None:
        async with AsyncClient(server.address) as client:
            limits = SearchLimits(max_millis=200)
            answers = [answer async for answer in client.analyze(AnalyzeRequest(state=STATE, limits=limits))]
            assert answers[-1].final
            async with aclosing(client.analyze(AnalyzeRequest(state=STATE, limits=ENDLESS))) as analysis:
                async for answer in analysis:
                    assert not answer.final
                    break
            assert [bot.default for bot in (await client.list_bots()).bots].count(True) == 1
            assert (await client.server_info()).limits.search_threads == 4
            with pytest.raises(InvalidInputError):
                await anext(client.analyze(AnalyzeRequest(state=STATE, limits=SearchLimits(threads=0))))

    asyncio.run(calls())
    wait_until_idle(server)


def test_errors_of_a_stream_are_those_of_the_process(server: ServerThread) -> None:
    with Client(server.address) as client:
        assert client.list_bots().bots[0].name
        assert client.server_info().version
        with pytest.raises(InvalidInputError, match=r"limits\.threads"):
            list(client.analyze(AnalyzeRequest(state=STATE, limits=SearchLimits(threads=0))))


def test_calls_take_turns_among_servers_and_pass_over_one_that_has_gone(server: ServerThread) -> None:
    with ServerThread(searches=2) as second, Client([server.address, second.address]) as client:
        capacities: set[int] = set()

        def both_have_answered() -> bool:  # the second connection may take a moment
            capacities.add(client.server_info().limits.search_threads)
            return capacities == {4, 2}

        wait_until(both_have_answered)
        second.run(second.server.stop())
        for _ in range(10):
            assert client.server_info().limits.search_threads == 4


def test_a_full_server_is_asked_again_as_long_as_there_is_patience() -> None:
    request = SuggestRequest(state=STATE, limits=SearchLimits(max_simulations=10))
    with ServerThread(searches=1, max_waiting=0) as server, Client(server.address) as client:
        limits = SearchLimits(max_millis=700)
        with client.analyze(AnalyzeRequest(state=STATE, limits=limits)) as analysis:
            next(iter(analysis))
            with pytest.raises(ServerFullError) as full:
                client.suggest(request)
            assert 0 < full.value.retry_seconds < 1.0
            with Client(server.address, patience=30.0) as patient:
                assert patient.suggest(request).stats.simulations == 10

        async def ask() -> int:
            async with (
                AsyncClient(server.address, patience=30.0) as patient,
                aclosing(patient.analyze(AnalyzeRequest(state=STATE, limits=limits))) as answers,
            ):
                await anext(answers)
                return (await patient.suggest(request)).stats.simulations

        assert asyncio.run(ask()) == 10


def test_tls_with_certificates_of_both_sides_and_a_token(tmp_path: Path) -> None:
    ca = trustme.CA()
    paths = {name: tmp_path / f"{name}.pem" for name in ("ca", "cert", "key", "client_cert", "client_key", "tokens")}
    ca.cert_pem.write_to_path(str(paths["ca"]))
    for prefix, name in (("", "localhost"), ("client_", "frontend")):
        issued = ca.issue_cert(name, common_name=name)
        issued.cert_chain_pems[0].write_to_path(str(paths[f"{prefix}cert"]))
        issued.private_key_pem.write_to_path(str(paths[f"{prefix}key"]))
    token, line = make_token("frontend")
    paths["tokens"].write_text(line)
    settings = {
        "tls_cert": str(paths["cert"]),
        "tls_key": str(paths["key"]),
        "tls_client_ca": str(paths["ca"]),
        "tokens": str(paths["tokens"]),
    }
    own = {"cert": paths["client_cert"], "key": paths["client_key"]}
    with ServerThread(**settings) as server:

        def bots(tls: Tls | None, token: str = token) -> list[str]:
            with Client(server.address, tls=tls, token=token) as client:
                return [bot.name for bot in client.list_bots(timeout=5).bots]

        assert bots(Tls(paths["ca"], **own, server_name="localhost"))
        with pytest.raises(UnauthenticatedError):
            bots(Tls(paths["ca"], **own, server_name="localhost"), token="")
        for tls in (None, Tls(paths["ca"], server_name="localhost"), Tls(paths["ca"], **own, server_name="other")):
            with pytest.raises(ServerUnreachableError):
                bots(tls)

        async def ask() -> int:
            tls = Tls(paths["ca"], **own, server_name="localhost")
            async with AsyncClient(server.address, tls=tls, token=token) as client:
                return len((await client.list_bots()).bots)

        assert asyncio.run(ask())


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("localhost:1", "localhost:1"),
        ("dns:///dinoai.example:50051", "dns:///dinoai.example:50051"),
        (["127.0.0.1:1", "127.0.0.2:1"], "ipv4:127.0.0.1:1,127.0.0.2:1"),
        (["[::1]:1", "[::2]:1"], "ipv6:[::1]:1,[::2]:1"),
    ],
)
def test_addresses(address: str | list[str], target: str) -> None:
    assert Connection(address).target() == target


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"address": ""}, "address"),
        ({"address": ["127.0.0.1:1", "localhost:1"]}, "address"),
        ({"address": ["127.0.0.1:1", "[::1]:1"]}, "address"),
        ({"address": "dinoai.example:1", "token": "t"}, "token"),
        ({"address": "dns:///127.0.0.1.example:1", "token": "t"}, "token"),
        ({"address": "127.0.0.1:1", "tls": Tls(cert=Path("cert"))}, "tls"),
        ({"address": "127.0.0.1:1", "tls": Tls(ca=Path("/nowhere"))}, "tls.ca"),
        ({"address": "127.0.0.1:1", "tls": Tls(ca=Path(__file__))}, "tls.ca"),
        ({"address": "127.0.0.1:1", "tls": Tls(cert=Path(__file__), key=Path(__file__))}, "tls.cert"),
    ],
)
def test_what_does_not_fit_together_is_refused(given: dict[str, Any], path: str) -> None:
    with pytest.raises(DinoaiError) as refused:
        Client(**given)
    assert isinstance(refused.value, InvalidInputError)
    assert [problem.path for problem in refused.value.problems] == [path]


def test_the_service_config_names_every_service() -> None:
    (policy,) = json.loads(SERVICE_CONFIG)["methodConfig"]
    assert [entry["service"] for entry in policy["name"]] == [service.full_name for service in SERVICES]


def test_the_command_line_asks_by_tls_and_with_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ca = trustme.CA()
    issued = ca.issue_cert("localhost")
    paths = {name: tmp_path / name for name in ("ca.pem", "cert.pem", "key.pem", "tokens", "token")}
    ca.cert_pem.write_to_path(str(paths["ca.pem"]))
    issued.cert_chain_pems[0].write_to_path(str(paths["cert.pem"]))
    issued.private_key_pem.write_to_path(str(paths["key.pem"]))
    token, line = make_token("frontend")
    paths["tokens"].write_text(line)
    paths["token"].write_text(f"{token}\n")
    settings = {"tls_cert": str(paths["cert.pem"]), "tls_key": str(paths["key.pem"]), "tokens": str(paths["tokens"])}
    with ServerThread(**settings) as server:
        address = f"localhost:{server.address.rpartition(':')[2]}"
        state = str(ROOT / "examples" / "jurassic_snack_middle.json")
        asked = ("suggest", state, "--simulations", "10", "--json", "--server", address)
        by_tls = ("--tls-ca", str(paths["ca.pem"]))
        token_file = ("--token-file", str(paths["token"]))
        assert run_dinoai(*asked, *by_tls, *token_file).returncode == 0
        monkeypatch.setenv("DINOAI_TOKEN", token)
        assert run_dinoai(*asked, *by_tls).returncode == 0
        monkeypatch.setenv("DINOAI_TOKEN", "other")
        assert run_dinoai(*asked, *by_tls).returncode == 4
        assert run_dinoai(*asked).returncode == 3
        assert run_dinoai(*asked, *by_tls, "--token-file", state).returncode == 2
        assert run_dinoai("suggest", state, *token_file).returncode == 2


def test_a_call_that_its_caller_cancels_is_not_repeated() -> None:
    async def ask_and_go(server: ServerThread) -> None:
        async with AsyncClient(server.address) as client:
            asking = asyncio.create_task(client.suggest(SuggestRequest(state=STATE, limits=ENDLESS)))
            while not server.server.admission.busy:
                await asyncio.sleep(0.01)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await asyncio.to_thread(wait_until_idle, server)
            await asyncio.sleep(0.3)  # a repetition would come after 60 ms at most
            assert not server.server.admission.busy

    with ServerThread() as server:
        asyncio.run(ask_and_go(server))
