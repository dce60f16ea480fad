"""Several server processes on one port: started again when they die, ended together, and never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from serving import ServerProcess, ServerThread, dinoai_command, wait_until

from dinoai.clients import Client
from dinoai.engine import games
from dinoai.server.config import ServerConfig
from dinoai.server.errors import ListenError
from dinoai.server.supervisor import reserve, worker_config
from dinoai.v1.suggest_pb2 import SearchLimits, SuggestRequest

STATE = games.encode_state(games.view(games.new_game("jurassic_snack", seed=3), 0))
STARTED = r"worker started worker=\d pid=(\d+)"


def wait_until_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(map(is_worker, pids)))


def is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"dinoai.server.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def test_a_worker_that_dies_is_started_again_and_all_end_together() -> None:
    request = SuggestRequest(state=STATE, limits=SearchLimits(max_simulations=10))
    with (
        ServerProcess("--workers", "2", "--search-threads", "4") as server,
        Client(server.address, wait=60.0) as client,  # it may try to connect again only after the workers have started
    ):
        pids = [int(pid) for pid in server.wait_for(STARTED, 2)]
        assert client.server_info().limits.search_threads == 2
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        replaced = [int(pid) for pid in server.wait_for(STARTED, 4)]
        assert len(set(replaced)) == 4
        assert client.suggest(request, timeout=60).stats.simulations == 10
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 0
        wait_until_gone(replaced)


def test_a_long_search_answers_when_the_workers_drain() -> None:
    with ServerProcess("--workers", "2") as server, Client(server.address) as client:
        request = SuggestRequest(state=STATE, limits=SearchLimits(max_millis=60_000))
        pids = [int(pid) for pid in server.wait_for(STARTED, 2)]
        asked = client._channel.unary_unary(
            "/dinoai.v1.SuggestService/Suggest", request_serializer=SuggestRequest.SerializeToString
        ).future(request)
        # By the same connection, and so by the same worker.
        while not client.server_info(timeout=60).load.search_threads:
            assert not asked.done()
        server.process.send_signal(signal.SIGINT)
        assert asked.result(timeout=60)
        assert server.process.wait(60) == 0
        wait_until_gone(pids)


def test_a_worker_that_cannot_start_is_tried_again(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("")
    with ServerProcess("--workers", "2", "--tokens", str(tokens)) as server:
        pids = [int(pid) for pid in server.wait_for(STARTED, 2)]
        tokens.unlink()
        os.kill(pids[0], signal.SIGKILL)
        server.wait_for(r"(worker \d cannot start: tokens: \S+ cannot be read)")
        tokens.write_text("")
        server.wait_for(STARTED, 3)


def test_a_second_signal_ends_workers_at_once() -> None:
    with ServerProcess("--workers", "2", "--drain-seconds", "60") as server:
        pids = [int(pid) for pid in server.wait_for(STARTED, 2)]
        server.process.send_signal(signal.SIGTERM)
        server.wait_for("(draining)", 2)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 0
        wait_until_gone(pids)


def test_workers_end_when_their_supervisor_is_killed() -> None:
    with ServerProcess("--workers", "2") as server:
        pids = [int(pid) for pid in server.wait_for(STARTED, 2)]
        assert all(is_worker(pid) for pid in pids)
        server.process.kill()
        wait_until_gone(pids)


@pytest.mark.parametrize(
    ("flags", "status", "message"),
    [
        (("--tls-cert", "/nowhere", "--tls-key", "/nowhere"), 2, "tls_cert: /nowhere cannot be read"),
        (("--workers", "0"), 2, "workers: must be from 1 to 256, not 0 (--workers)"),
    ],
)
def test_what_keeps_workers_from_starting_is_told(flags: tuple[str, ...], status: int, message: str) -> None:
    command = dinoai_command("serve", "--listen", "127.0.0.1:0", "--workers", "2", *flags)
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_not_shared() -> None:
    with ServerThread() as server, pytest.raises(ListenError, match=server.address):
        reserve(server.address)
    with reserve("127.0.0.1:0") as held:
        assert held.getsockname()[1]


def test_a_worker_has_its_share() -> None:
    config = ServerConfig(workers=3, search_threads=8, metrics="127.0.0.1:9000")
    assert worker_config(config, 2) == replace(config, search_threads=2, metrics="127.0.0.1:9002")
    assert worker_config(replace(config, search_threads=1, metrics=""), 1).search_threads == 1
