"""How a client reaches its servers: addresses, balancing and retries, TLS and tokens."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import grpc

from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.server.addresses import is_loopback
from dinoai.server.pem import load_own, load_trusted

SERVICE_CONFIG = files("dinoai.clients").joinpath("service_config.json").read_text("utf-8")
"""Calls take turns among the servers that say they are well; one that a server could not take goes to another.

This is safe because every call is pure. CANCELLED is among the statuses to repeat because gRPC answers so when a server
ends between taking a call and handing it over; what the caller cancels is not repeated. The form is gRPC's own, for
clients in other languages too.
"""

MAX_MESSAGE_BYTES = 4 * 1024 * 1024

_OPTIONS = (
    ("grpc.service_config", SERVICE_CONFIG),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    # A server that has vanished is noticed within these while calls wait; servers allow pings every 20 s.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # A server that comes, or comes back, is found soon.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 5_000),
)


@dataclass(frozen=True, slots=True)
class Tls:
    """TLS of a client; the files are PEM."""

    ca: Path | None = None
    """Who signs the servers' certificates; `None` for those whom this machine trusts."""

    cert: Path | None = None
    """The client's certificate, for servers that ask for one."""

    key: Path | None = None
    """Its private key."""

    server_name: str = ""
    """The name in the servers' certificates, where it is not the one of the address."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Where the servers are and how they are reached."""

    address: str | Sequence[str]
    """`HOST:PORT`, a gRPC name such as `dns:///dinoai.example:50051`, or several `IP:PORT` that share the calls."""

    tls: Tls | None = None
    """TLS; `None` for plaintext."""

    token: str = ""
    """A bearer token that every call shows."""

    def __post_init__(self) -> None:
        """Raises `InvalidInputError` where the parts do not fit together."""
        problems = []
        if not self.address:
            problems.append(Problem("address", "is required"))
        if self.token and self.tls is None and not all(map(_is_local, self._addresses())):
            problems.append(Problem("token", "would be readable on its way: use TLS"))
        if self.tls is not None and (self.tls.cert is None) != (self.tls.key is None):
            problems.append(Problem("tls", "cert and key go together"))
        if problems:
            raise InvalidInputError(problems)

    @property
    def name(self) -> str:
        """The address as errors name it."""
        return ", ".join(self._addresses())

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call carries."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    def target(self) -> str:
        """The address as gRPC takes it. Raises `InvalidInputError` where one of several is not `IP:PORT`."""
        addresses = self._addresses()
        if len(addresses) == 1:
            return addresses[0]
        families = set()
        for address in addresses:
            try:
                families.add(ipaddress.ip_address(_host(address)).version)
            except ValueError:
                raise InvalidInputError.at("address", f"one of several must be IP:PORT, not {address!r}") from None
        if len(families) > 1:
            raise InvalidInputError.at("address", "several must be all of IPv4 or all of IPv6")
        return f"ipv{families.pop()}:{','.join(addresses)}"

    def options(self) -> list[tuple[str, str | int]]:
        """The options of the channel."""
        options: list[tuple[str, str | int]] = list(_OPTIONS)
        if self.tls is not None and self.tls.server_name:
            options.append(("grpc.ssl_target_name_override", self.tls.server_name))
        return options

    def credentials(self) -> grpc.ChannelCredentials | None:
        """The credentials of the channel; `None` for plaintext. Raises `InvalidInputError` for files of no use."""
        tls = self.tls
        if tls is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # for its errors: gRPC's is that no server can be reached
        if tls.ca is not None:
            load_trusted(context, tls.ca, "tls.ca")
        if tls.cert is not None and tls.key is not None:
            load_own(context, tls.cert, tls.key, "tls.")
        return grpc.ssl_channel_credentials(
            *(None if path is None else Path(path).read_bytes() for path in (tls.ca, tls.key, tls.cert))
        )

    def _addresses(self) -> list[str]:
        return [self.address] if isinstance(self.address, str) else list(self.address)


def _host(address: str) -> str:
    return address.rpartition(":")[0].strip("[]")


def _is_local(address: str) -> bool:
    return address.startswith("unix:") or is_loopback(_host(address.rpartition("/")[2]))
