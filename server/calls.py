"""One call as the server sees it: who asks, under which id, and how it went."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import getrandbits
from typing import Any

import grpc

from dinoai.server.admission import Priority

REQUEST_ID_KEY = "x-request-id"
"""Metadata of a request that names it in logs; it comes back with the answer. Without it one is made up."""

PRIORITY_KEY = "x-dinoai-priority"
"""Metadata of a request that lets others go first: `batch`."""

MAX_REQUEST_ID = 64

_REQUEST_ID = re.compile(rf"[A-Za-z0-9._:/-]{{1,{MAX_REQUEST_ID}}}")
_ADDRESS = re.compile(r"(ipv[46]:.+):\d+")

_NOT_PLAIN = re.compile(r"[^!-~]")  # what could break a line of the log, or look like another field
_CERTIFICATE_NAMES = ("x509_common_name", "x509_subject_alternative_name", "x509_subject")
"""What gRPC knows of a certificate; newer ones have no common name, which is then empty."""

Context = grpc.aio.ServicerContext[bytes, bytes]

token_name: ContextVar[str | None] = ContextVar("token_name", default=None)
"""The name of the token that the current call has shown."""


@dataclass(slots=True)
class CallRecord:
    """What is told about a call when it has ended: in the log, as metrics and as a trace."""

    method: str
    """The name of the method, such as `Suggest`."""

    request_id: str
    """What the caller calls it, or a random name."""

    client: str
    """Who asks: the name of its token or certificate, else its address."""

    priority: Priority
    """Whom it may overtake in the queue."""

    started: float = field(default_factory=time.monotonic)
    """The instant of `time.monotonic` at which it came."""

    code: str = "OK"
    """The status it ended with."""

    reason: str = ""
    """`google.rpc.ErrorInfo.reason` of an error."""

    queue_seconds: float = 0.0
    """How long it waited for search threads."""

    game: str = ""

    bot: str = ""
    """Its name without options, which callers can make up without end."""

    level: int = 0
    """The level of play that was asked for; 0 for none."""

    simulations: int = 0
    stop_reason: str = ""

    overshoot_seconds: float | None = None
    """How much longer than its limit of time a search took that ran into it."""

    traceparent: str = ""
    """The W3C trace context that came with it."""

    @property
    def seconds(self) -> float:
        """How long it has taken until now."""
        return time.monotonic() - self.started


def begin_call(method: str, context: Context, *, certificates: bool = False) -> CallRecord:
    """The record of a call that has just come; `certificates` where clients have them."""
    request_id, priority, traceparent = "", Priority.INTERACTIVE, ""
    for key, value in context.invocation_metadata() or ():
        if key == REQUEST_ID_KEY and isinstance(value, str) and _REQUEST_ID.fullmatch(value):
            request_id = value
        elif key == PRIORITY_KEY and value == "batch":
            priority = Priority.BATCH
        elif key == "traceparent" and isinstance(value, str):
            traceparent = value
    client = client_of(context, certificates=certificates)
    # No secret, so not from the system's entropy, which costs a system call.
    return CallRecord(method, request_id or f"{getrandbits(128):032x}", client, priority, traceparent=traceparent)


def client_of(context: Context, *, certificates: bool = False) -> str:
    """Who asks: the name of its token, else of its certificate, else its address without the port."""
    name = token_name.get()
    if name is not None:
        return f"token:{name}"
    if certificates:
        known: Mapping[str, Any] = context.auth_context()
        for key in _CERTIFICATE_NAMES:
            if (names := known.get(key)) and names[0]:
                return f"certificate:{_NOT_PLAIN.sub('?', names[0].decode(errors='replace'))}"
    peer = context.peer() or ""
    match = _ADDRESS.fullmatch(peer)
    return match[1] if match else peer
