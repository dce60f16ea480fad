"""Sockets that listen where a setting says."""

from __future__ import annotations

import socket

from dinoai.server.addresses import split_address
from dinoai.server.errors import ListenError


def bound_socket(address: str, *options: int) -> socket.socket:
    """A socket bound to an address with these options of `SOL_SOCKET`. Raises `ListenError` where it is not free."""
    try:
        family, kind, protocol, _, found = socket.getaddrinfo(*split_address(address), type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        try:
            for option in options:
                bound.setsockopt(socket.SOL_SOCKET, option, 1)
            bound.bind(found)
        except OSError:
            bound.close()
            raise
    except OSError:
        raise ListenError.on(address) from None
    return bound
