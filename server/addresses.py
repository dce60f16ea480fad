"""Addresses as settings write them: `HOST:PORT`, an IPv6 host in brackets."""

from __future__ import annotations

import ipaddress


def split_address(address: str) -> tuple[str, int]:
    """Host, without brackets, and port."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def with_port(address: str, port: int) -> str:
    """The same host with another port."""
    return f"{address.rpartition(':')[0]}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host, by its name or address; brackets may surround it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
