"""Three servers share the calls of one client; when one is killed or drained under load no call is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest
from playing import ROOT
from serving import ServerProcess

from dinoai.clients import AsyncClient
from dinoai.engine import games
from dinoai.v1.suggest_pb2 import SearchLimits, SuggestRequest

STATE = games.encode_state(games.view(games.new_game("jurassic_snack", seed=3), 0))
CALLERS = 6
CALLS = 40
"""Calls of each caller, one after the other."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_call_is_lost_when_one_of_three_servers_goes(number: signal.Signals) -> None:
    async def caller(client: AsyncClient, number: int) -> list[int]:
        simulations = []
        for call in range(CALLS):
            limits = SearchLimits(max_simulations=200 + call)
            request = SuggestRequest(state=STATE, limits=limits, seed=number)
            simulations.append((await client.suggest(request, timeout=60)).stats.simulations)
        return simulations

    async def load(servers: list[ServerProcess]) -> list[list[int]]:
        async with AsyncClient([server.address for server in servers]) as client:
            callers = [asyncio.create_task(caller(client, number)) for number in range(CALLERS)]
            await asyncio.to_thread(servers[0].wait_for, r"(method=Suggest code=OK)", CALLS // 2)
            os.kill(servers[0].process.pid, number)
            return await asyncio.gather(*callers)

    with ExitStack() as stack:
        waiting = [ServerProcess() for _ in range(3)]  # they start side by side
        for server in waiting:
            stack.callback(server.process.kill)
        servers = [stack.enter_context(server) for server in waiting]
        answered = asyncio.run(load(servers))
        if number == signal.SIGKILL:
            assert answered == [[200 + call for call in range(CALLS)]] * CALLERS
        else:  # searches that were running or waiting there have answered early
            assert all(len(simulations) == CALLS and min(simulations) > 0 for simulations in answered)
            assert servers[0].process.wait(30) == 0
        for server in servers[1:]:
            assert len(server.wait_for(r"(method=Suggest code=OK)", CALLS)) >= CALLS


def test_the_example_loses_no_call() -> None:
    command = [sys.executable, str(ROOT / "examples" / "three_servers.py"), "--calls", "120", "--signal", "TERM"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "SIGTERM to one of 3 servers after 30 calls\nall 120 calls are answered\n"
