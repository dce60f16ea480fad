"""What a call costs beside its search: by a bare socket, by gRPC alone, and of `dinoai serve`.

    python benchmarks/transports.py [--rounds 100] [--simulations 10000]

Each server does the same search. All are called in turn, and between two calls this process searches too, as other work
of a machine does, so that the caches hold nothing of a call. What is told is how much longer calls took than these
searches: the median, and the fastest tenth, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import grpc
from load_client import ServerProcess, make_requests, percentile

from dinoai.engine import games
from dinoai.engine.state import State
from dinoai.search import suggest
from dinoai.v1 import suggest_pb2

METHOD = "/Bare/Search"
SUGGEST = "/dinoai.v1.SuggestService/Suggest"


def search(state: State, simulations: int) -> bytes:
    """The work of every server."""
    return suggest(state, simulations=simulations, seed=1).suggestions[0].notation.encode()


def serve_socket(work: Callable[[], bytes]) -> None:
    """Answer whatever comes on one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(listening.getsockname()[1], flush=True)
        connection, _ = listening.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while connection.recv(65536):
            connection.sendall(work())


def bare(handle: Callable[[bytes, object], object]) -> grpc.GenericRpcHandler:
    """One method that leaves the bytes as they are."""
    _, service, method = METHOD.split("/")
    return grpc.method_handlers_generic_handler(service, {method: grpc.unary_unary_rpc_method_handler(handle)})


def serve_threads(work: Callable[[], bytes]) -> None:
    """gRPC whose threads do the work themselves."""
    server = grpc.server(ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((bare(lambda data, context: work()),))
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    server.wait_for_termination()


def serve_asyncio(work: Callable[[], bytes]) -> None:
    """gRPC in an event loop, which has the work done by a thread."""

    async def run() -> None:
        threads = ThreadPoolExecutor(1)

        async def handle(data: bytes, context: object) -> bytes:
            return await asyncio.get_running_loop().run_in_executor(threads, work)

        server = grpc.aio.server()
        server.add_generic_rpc_handlers((bare(handle),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        print(port, flush=True)
        await server.wait_for_termination()

    asyncio.run(run())


SERVERS = {"socket": serve_socket, "threads": serve_threads, "asyncio": serve_asyncio}


def call_socket(address: str) -> Callable[[bytes], bytes]:
    """Calls over one connection."""
    host, _, port = address.rpartition(":")
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(data: bytes) -> bytes:
        connection.sendall(data)
        return connection.recv(65536)

    return call


def call_blocking(address: str, method: str = METHOD) -> Callable[[bytes], bytes]:
    """Calls of the blocking client."""
    return grpc.insecure_channel(address).unary_unary(method)


def call_asyncio(address: str, method: str = METHOD) -> Callable[[bytes], Awaitable[bytes]]:
    """Calls of the client for event loops."""
    return grpc.aio.insecure_channel(address).unary_unary(method)


async def measure(request: suggest_pb2.SuggestRequest, simulations: int, rounds: int) -> None:
    """Print a line a server and client."""
    state, data = games.decode_state(request.state), request.SerializeToString()
    index = ("jurassic_snack", "draftosaurus").index(state.game)
    command = [sys.executable, __file__, "--simulations", str(simulations), "--game", str(index), "--serve"]
    processes = {name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in SERVERS}
    addresses = {name: f"127.0.0.1:{process.stdout.readline().strip()}" for name, process in processes.items()}
    ours = ServerProcess()
    calls = {
        "bare socket": call_socket(addresses["socket"]),
        "bare gRPC, threads": call_blocking(addresses["threads"]),
        "bare gRPC, asyncio": call_asyncio(addresses["asyncio"]),
        "dinoai serve, blocking client": call_blocking(ours.address, SUGGEST),
        "dinoai serve, asyncio client": call_asyncio(ours.address, SUGGEST),
    }
    taken: dict[str, list[float]] = {name: [] for name in calls}
    searches = []
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            answer = call(data)
            if isinstance(answer, Awaitable):
                await answer
            taken[name].append(time.perf_counter() - start)
            start = time.perf_counter()
            search(state, simulations)
            searches.append(time.perf_counter() - start)
    for share in (0.5, 0.1):
        alone = percentile(searches, share)
        print(f"{state.game}, {share:.0%} took no longer: {1000 * alone:.2f} ms in the process")
        for name, seconds in taken.items():
            beside = percentile(seconds, share) - alone
            print(f"  {name:32} {1000 * beside:+6.2f} ms {100 * beside / alone:+6.1f} %")
    ours.stop()
    for process in processes.values():
        process.terminate()


def main() -> None:
    """Measure both games, or be one of the servers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--serve", choices=SERVERS, help=argparse.SUPPRESS)
    parser.add_argument("--game", type=int, choices=(0, 1), default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    requests = make_requests(max_simulations=given.simulations)
    requests = [requests[0], requests[3]]
    if given.serve:
        state = games.decode_state(requests[given.game].state)
        SERVERS[given.serve](partial(search, state, given.simulations))
        return
    grpc.aio.init_grpc_aio()
    for request in requests:
        asyncio.run(measure(request, given.simulations, given.rounds))


if __name__ == "__main__":
    main()
