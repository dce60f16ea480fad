"""Bearer tokens: a file holds their names and SHA-256 hashes, a call shows one in its metadata.

A token is 256 random bits, so that a plain hash of it cannot be undone by trying.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc

from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.server.calls import token_name
from dinoai.server.errors import UnauthenticatedError
from dinoai.server.files import read_text
from dinoai.server.logs import log

OPEN_METHODS = ("/grpc.health.v1.Health/",)
"""What answers without a token, so that balancers need none."""

TOKEN_BYTES = 32
RELOAD_SECONDS = 1.0
"""How old what is known of the file may be."""

_PREFIX = "dinoai_"
_LINE = re.compile(r"([A-Za-z0-9._-]{1,64}):sha256:([0-9a-f]{64})")
_BEARER = re.compile(r"[Bb]earer +(\S+)")
_MAX_CHARACTERS = 256


def make_token(name: str) -> tuple[str, str]:
    """A new token, and the line of the file that lets it in. Raises `InvalidInputError` at `name`."""
    token = _PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    line = f"{name}:sha256:{_digest(token)}"
    if not _LINE.fullmatch(line):
        raise InvalidInputError.at("name", "must be 1 to 64 letters, digits, dots, hyphens or underscores")
    return token, line


def read_tokens(path: Path) -> dict[str, str]:
    """The names in a file of tokens by their hashes; empty lines and those that begin with `#` are passed over.

    Raises `InvalidInputError` with the number of each line that is not `NAME:sha256:HASH`.
    """
    lines = read_text(path, "tokens").splitlines()
    names: dict[str, str] = {}
    problems = []
    for number, line in enumerate(map(str.strip, lines), 1):
        match = _LINE.fullmatch(line)
        if match is not None:
            names[match[2]] = match[1]
        elif line and not line.startswith("#"):
            problems.append(Problem("tokens", f"line {number} of {path} is not NAME:sha256:HASH"))
    if problems:
        raise InvalidInputError(problems)
    return names


class Tokens:
    """The tokens of a file, which may change while the server runs."""

    def __init__(self, path: Path) -> None:
        """Raises `InvalidInputError` where the file cannot be read."""
        self._path = path
        self._names = read_tokens(path)
        self._version = self._stamp()
        self._looked = time.monotonic()

    def name_of(self, token: str) -> str | None:
        """The name of a token; `None` for one that is not known."""
        self._reload()
        digest = _digest(token)
        found = None
        for known, name in self._names.items():  # all of them, so that the time tells nothing
            if hmac.compare_digest(known, digest):
                found = name
        return found

    def _reload(self) -> None:
        if time.monotonic() < self._looked + RELOAD_SECONDS:
            return
        self._looked = time.monotonic()
        version = self._stamp()
        if version == self._version:
            return
        self._version = version
        try:
            self._names = read_tokens(self._path)
            log.info("tokens read again")
        except InvalidInputError as error:
            log.error("the tokens stay as they were: %s", error)

    def _stamp(self) -> tuple[int, int, int]:
        try:
            status = os.stat(self._path)
        except OSError:
            return (0, 0, 0)
        return (status.st_mtime_ns, status.st_size, status.st_ino)


class TokenInterceptor(grpc.aio.ServerInterceptor):
    """Lets a call pass that shows a token."""

    def __init__(self, tokens: Tokens, refusal: Callable[[str, UnauthenticatedError], Any]) -> None:
        """`refusal` makes the handler that answers a call of a method with an error."""
        self._tokens = tokens
        self._refusal = refusal

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        """Find the handler of a call, or one that refuses it."""
        if handler_call_details.method.startswith(OPEN_METHODS):
            return await continuation(handler_call_details)
        name = None
        for key, value in handler_call_details.invocation_metadata or ():
            if key == "authorization" and isinstance(value, str) and len(value) <= _MAX_CHARACTERS:
                match = _BEARER.fullmatch(value)
                name = self._tokens.name_of(match[1]) if match else None
        if name is None:
            error = UnauthenticatedError("the call needs a known token: metadata authorization: Bearer TOKEN")
            return self._refusal(handler_call_details.method, error)
        token_name.set(name)
        return await continuation(handler_call_details)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
