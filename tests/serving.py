"""Helpers of the tests: a server that runs in a thread of its own, and the command line in a process of its own."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar

import grpc

from dinoai.server.app import Server
from dinoai.server.config import ServerConfig

_Result = TypeVar("_Result")


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail after a minute."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def in_time(call: Callable[[], _Result]) -> _Result:
    """What a call with a deadline answers. A processor that is busy elsewhere may make it late, but not three times."""
    for _ in range(2):
        try:
            return call()
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.DEADLINE_EXCEEDED:
                raise
    return call()


class ServerThread:
    """A server on a free port, for `with`."""

    def __init__(self, searches: int = 4, **settings: Any) -> None:
        self._config = ServerConfig(**{"listen": "127.0.0.1:0", "search_threads": searches, **settings})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.server: Server
        self.address = ""

    async def _start(self) -> None:
        self.server = Server(self._config)
        self.address = await self.server.start()

    def run(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        """Await something in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(30)

    async def end(self) -> None:
        await self.server.drain()
        await self.server.wait()

    def __enter__(self) -> Self:
        self._thread.start()
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self.end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class ServerProcess:
    """`dinoai serve` on a free port in a process of its own, for `with`; what it logs is kept."""

    def __init__(self, *flags: str) -> None:
        command = dinoai_command("serve", "--listen", "127.0.0.1:0", *flags)
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.address = ""
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for(self, pattern: str, n: int = 1) -> list[str]:
        """Wait until a pattern has been found in `n` lines, and return what its group has found."""

        def found() -> list[str]:
            return [match[1] for line in self.lines for match in re.finditer(pattern, line)]

        with self._changed:
            assert self._changed.wait_for(lambda: len(found()) >= n, 60), (pattern, self.lines)
            return found()

    def __enter__(self) -> Self:
        try:
            (self.address,) = self.wait_for(r"^dinoai is listening on (\S+)")
        except AssertionError:
            self.process.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(10)

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._changed:
                self.lines.append(line)
                self._changed.notify_all()


def dinoai_command(*arguments: str) -> list[str]:
    """The command line of `dinoai` with these arguments, in this interpreter."""
    return [sys.executable, "-m", "dinoai.clients.command_line", *arguments]


def run_dinoai(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run `dinoai` in a process of its own."""
    return subprocess.run(dinoai_command(*arguments), input=stdin, capture_output=True, timeout=60, check=False)
