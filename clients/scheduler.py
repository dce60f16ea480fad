"""The scheduler of a Dask cluster; needs `dask.distributed`, which comes with `dinoai[cluster]`."""

from __future__ import annotations

from distributed import Client
from distributed.comm.addressing import get_address_host_port

from dinoai.clients.errors import ServerUnreachableError
from dinoai.engine.document import shorten
from dinoai.engine.errors import InvalidInputError

CONNECT_SECONDS = 10
"""How long is tried to reach it."""


def connect(address: str) -> Client:
    """A connection to the scheduler at an address.

    Raises `InvalidInputError` at `scheduler` for what is no address, and `ServerUnreachableError`.
    """
    try:
        # Dask's client sees this too, but then waits and writes a traceback when it is dropped.
        get_address_host_port(address)
    except ValueError:
        raise InvalidInputError.at("scheduler", f"must be such as tcp://HOST:PORT, not {shorten(address)}") from None
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ServerUnreachableError(f"the scheduler at {address} cannot be reached: {error}") from None
