"""The configuration of a server: defaults, then a TOML file, then the environment, then flags; the later one wins."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from dinoai.engine.document import did_you_mean
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.server.addresses import is_loopback, split_address
from dinoai.server.files import read_text
from dinoai.server.logs import FORMATS, LEVELS

PREFIX = "DINOAI_"
"""Environment variables are the names of settings in capitals behind it: `DINOAI_LISTEN`."""

ADDRESSES = ("listen", "metrics", "web")
"""The settings that are addresses; only the first must be given."""

_ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\[\]:]+):(?P<port>\d{1,5})")
_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def _setting(default: Any, text: str, low: float = 0, high: float = 0, choices: tuple[str, ...] = ()) -> Any:
    metadata = {"help": text, "low": low, "high": high, "choices": choices}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The settings of a server."""

    listen: str = _setting("127.0.0.1:50051", "HOST:PORT to listen on; port 0 takes a free one")
    insecure: bool = _setting(False, "allow plaintext on addresses that other machines can reach")
    tls_cert: str = _setting("", "PEM file with the server's certificate chain")
    tls_key: str = _setting("", "PEM file with the server's private key")
    tls_client_ca: str = _setting("", "PEM file with who signs clients' certificates; clients must then have one")
    tokens: str = _setting("", "file of bearer tokens, one of which every call must then show")
    workers: int = _setting(1, "server processes on the port, which share the search threads", 1, 256)
    web: str = _setting("", "HOST:PORT for browsers and JSON over HTTP; empty for none; needs dinoai[web]")
    web_origins: str = _setting("", "origins of pages that may call, with commas between them; * for any")
    reflection: bool = _setting(True, "tell clients the schema")
    search_threads: int = _setting(processors, "search threads that all searches share", 1, 1024)
    max_waiting: int = _setting(256, "searches that may wait for search threads", 0, 100_000)
    max_calls_per_client: int = _setting(128, "calls of one client in progress, with and without a search", 1, 100_000)
    max_wait_seconds: float = _setting(10.0, "how long a search without a deadline may wait", 0, 3600)
    max_search_seconds: float = _setting(600.0, "how long a search may take", 0.001, 86_400)
    search_megabytes: int = _setting(256, "memory of a search in MiB", 1, 2**20)
    max_connections: int = _setting(2048, "connections at a time", 1, 1_000_000)
    max_streams: int = _setting(128, "calls in progress on one connection", 1, 100_000)
    metrics: str = _setting("", "HOST:PORT for Prometheus; empty for no metrics")
    traces: bool = _setting(False, "OpenTelemetry traces, configured by OTEL_* variables; needs dinoai[otel]")
    log_format: str = _setting("text", "form of the log on standard error", choices=FORMATS)
    log_level: str = _setting("info", "what is logged", choices=LEVELS)
    drain_seconds: float = _setting(0.0, "how long to go on after a signal while balancers look away", 0, 3600)
    shutdown_seconds: float = _setting(5.0, "how long calls in progress may take after that", 0, 3600)

    def __post_init__(self) -> None:
        """Raises `InvalidInputError` with every setting that is out of range or contradicts another."""
        problems = [problem for item in fields(self) for problem in _check(item, getattr(self, item.name))]
        if bool(self.tls_cert) != bool(self.tls_key):
            missing, given = ("tls_key", "tls_cert") if self.tls_cert else ("tls_cert", "tls_key")
            problems.append(Problem(missing, f"is required with {given}"))
        if self.tls_client_ca and not self.tls_cert:
            problems.append(Problem("tls_client_ca", "is of use only with tls_cert and tls_key"))
        for name in ("listen", "web"):
            address = getattr(self, name)
            told = any(problem.path == name for problem in problems)
            if address and not (told or self.tls_cert or self.insecure or is_loopback(split_address(address)[0])):
                text = f"{address} can be reached from other machines: give tls_cert and tls_key, or insecure"
                problems.append(Problem(name, text))
        if problems:
            raise InvalidInputError(problems)


SETTINGS = {item.name: item for item in fields(ServerConfig)}
"""The settings by name."""


def load_config(
    path: Path | None, environment: Mapping[str, str], flags: Mapping[str, Any]
) -> tuple[ServerConfig, dict[str, str]]:
    """The configuration, and where each setting that is not a default comes from.

    Flags that are `None` were not given. Raises `InvalidInputError` with every problem: unknown settings, wrong types,
    values out of range and contradictions.
    """
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    problems: list[Problem] = []
    if path is not None:
        for name, value in _read(path).items():
            if name in SETTINGS:
                values[name], origins[name] = value, str(path)
            else:
                problems.append(Problem(name, f"is no setting{did_you_mean(name, SETTINGS)}"))
    for name, item in SETTINGS.items():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            values[name], origins[name] = _from_text(item, text), PREFIX + name.upper()
    for name, value in flags.items():
        if value is not None:
            values[name], origins[name] = value, f"--{name.replace('_', '-')}"
    for name, value in values.items():
        if isinstance(value, int) and _kind(SETTINGS[name]) is float and not isinstance(value, bool):
            values[name] = float(value)
    wrong = {name: _type_problem(SETTINGS[name], value) for name, value in values.items()}
    problems.extend(problem for problem in wrong.values() if problem is not None)
    sound = {name: value for name, value in values.items() if wrong[name] is None}
    try:
        config = ServerConfig(**sound)
    except InvalidInputError as error:
        problems.extend(error.problems)
    if problems:
        raise InvalidInputError(_with_origin(problem, origins) for problem in problems)
    return config, origins


def config_toml(config: ServerConfig, origins: Mapping[str, str]) -> str:
    """The configuration as a TOML file, each setting with what it is and where it comes from."""
    lines = []
    for name, item in SETTINGS.items():
        choices = item.metadata["choices"]
        allowed = f": {' or '.join(choices)}" if choices else ""
        lines.append(f"# {item.metadata['help']}{allowed} [{origins.get(name, 'default')}]")
        # What JSON writes of a text, a number or a truth value is TOML too.
        lines.append(f"{name} = {json.dumps(getattr(config, name))}")
    return "\n".join(lines)


def _with_origin(problem: Problem, origins: Mapping[str, str]) -> Problem:
    origin = origins.get(problem.path)
    return problem if origin is None else Problem(problem.path, f"{problem.message} ({origin})")


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path, "config")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInputError.at("config", f"{path} is not TOML: {error}") from None


def _kind(item: Any) -> type:
    return {"str": str, "bool": bool, "int": int, "float": float}[item.type]


def _from_text(item: Any, text: str) -> Any:
    """The value that an environment variable holds; the text itself where it is none of the right type."""
    kind = _kind(item)
    if kind is bool:
        word = text.strip().lower()
        return True if word in _TRUE else False if word in _FALSE else text
    try:
        return kind(text)
    except ValueError:
        return text


def _type_problem(item: Any, value: Any) -> Problem | None:
    kind = _kind(item)
    if type(value) is kind:
        return None
    names = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}
    return Problem(item.name, f"must be {names[kind]}, not {value!r}")


def _check(item: Any, value: Any) -> list[Problem]:
    low, high, choices = (item.metadata[name] for name in ("low", "high", "choices"))
    if high and not low <= value <= high:
        return [Problem(item.name, f"must be from {low:g} to {high:g}, not {value:g}")]
    if choices and value not in choices:
        return [Problem(item.name, f"must be {' or '.join(choices)}, not {value!r}")]
    if item.name in ADDRESSES and (value or item.name == "listen"):
        match = _ADDRESS.fullmatch(value)
        if match is None or int(match["port"]) > 65535:
            return [Problem(item.name, f"must be HOST:PORT with a port from 0 to 65535, not {value!r}")]
    return []
