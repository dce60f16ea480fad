#!/usr/bin/env python3
"""Starts three servers, lets one client ask them all at once, and takes one away meanwhile: every call is answered.

python examples/three_servers.py
python examples/three_servers.py --calls 2000 --signal TERM
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process

from dinoai.clients import AsyncClient
from dinoai.v1.rules_pb2 import NewGameRequest
from dinoai.v1.suggest_pb2 import SearchLimits, SuggestRequest

SERVERS = 3


async def start_server() -> tuple[Process, str]:
    """A server on a free port, and its address."""
    command = ("serve", "--listen", "127.0.0.1:0", "--log-level", "error")
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dinoai.clients.command_line", *command, stderr=PIPE
    )
    assert server.stderr is not None
    return server, (await server.stderr.readline()).decode().split()[-1]


async def ask(client: AsyncClient, calls: int, server: Process, number: signal.Signals) -> None:
    """Make the calls, ten at a time; after a quarter of them the signal goes to the server."""
    state = (await client.new_game(NewGameRequest(game="JURASSIC_SNACK", seed=1))).state
    left = iter(range(calls))

    async def caller() -> None:
        for call in left:
            if call == calls // 4:
                server.send_signal(number)
                print(f"{number.name} to one of {SERVERS} servers after {call} calls")
            limits = SearchLimits(max_simulations=500)
            await client.suggest(SuggestRequest(state=state, limits=limits, seed=call), timeout=60.0)

    await asyncio.gather(*(caller() for _ in range(10)))


async def main() -> None:
    """Read the arguments, start the servers and ask."""
    parser = argparse.ArgumentParser(description="Ask three servers and take one away: every call is answered.")
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--signal", choices=["KILL", "TERM"], default="KILL")
    options = parser.parse_args()
    started = await asyncio.gather(*(start_server() for _ in range(SERVERS)))
    servers, addresses = zip(*started, strict=True)
    try:
        async with AsyncClient(addresses) as client:
            await ask(client, options.calls, servers[0], signal.Signals[f"SIG{options.signal}"])
        print(f"all {options.calls} calls are answered")
    finally:
        for server in servers:
            if server.returncode is None:
                server.terminate()
        await asyncio.gather(*(server.wait() for server in servers))


if __name__ == "__main__":
    asyncio.run(main())
