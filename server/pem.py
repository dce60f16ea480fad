"""Certificates and keys in PEM files, by the standard library, which says more of what is wrong than gRPC does."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dinoai.engine.errors import InvalidInputError


def load_own(context: ssl.SSLContext, certificate: Path, key: Path, prefix: str) -> None:
    """Show a certificate in handshakes.

    Raises `InvalidInputError` at `PREFIXcert` or `PREFIXkey` for a file that cannot be read, has no certificate or key,
    a key with a password, or the key of another certificate.
    """

    def refuse() -> str:
        raise InvalidInputError.at(f"{prefix}key", f"{key} has a password, which cannot be given")

    with _told_at(f"{prefix}cert", certificate, "certificate"):
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(certificate)
    with _told_at(f"{prefix}key", key, f"key of {certificate}"):
        context.load_cert_chain(certificate, key, refuse)


def load_trusted(context: ssl.SSLContext, authorities: Path, setting: str) -> None:
    """Trust what these sign. Raises `InvalidInputError` at the setting for a file without certificates."""
    with _told_at(setting, authorities, "certificate"):
        context.load_verify_locations(authorities)


@contextmanager
def _told_at(setting: str, path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except ssl.SSLError as error:
        raise InvalidInputError.at(setting, f"{path} has no {what} that can be used: {error}") from None
    except OSError as error:
        raise InvalidInputError.at(setting, f"{path} cannot be read: {error.strerror}") from None
