"""TLS of a server: certificates from files, read again when they change, and client certificates if asked for."""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import grpc

from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.server.logs import log
from dinoai.server.pem import load_own, load_trusted


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Where certificates lie, all in PEM."""

    certificate: Path
    """The server's certificate, then those that lead to its root."""

    key: Path
    """The server's private key."""

    client_ca: Path | None = None
    """Who signs the certificates of clients; with it a client without one is refused."""

    def paths(self) -> dict[str, Path]:
        """The files by the names of their settings."""
        paths = {"tls_cert": self.certificate, "tls_key": self.key}
        return paths if self.client_ca is None else {**paths, "tls_client_ca": self.client_ca}

    def context(self) -> ssl.SSLContext:
        """What the standard library makes handshakes with. Raises `InvalidInputError` at the setting of a bad file."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        load_own(context, self.certificate, self.key, "tls_")
        if self.client_ca is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            load_trusted(context, self.client_ca, "tls_client_ca")
        return context

    def version(self) -> tuple[tuple[int, int], ...]:
        """Something that is different when a file has changed."""
        found = []
        for path in self.paths().values():
            try:
                status = os.stat(path)
                found.append((status.st_mtime_ns, status.st_ino))
            except OSError:
                found.append((0, 0))
        return tuple(found)


class _Certificates:
    """What gRPC asks for before every handshake."""

    def __init__(self, files: TlsFiles) -> None:
        self._files = files
        self._lock = Lock()
        self._version = self._files.version()
        self.first = self._read()

    def newer(self) -> grpc.ServerCertificateConfiguration | None:
        """The certificates if they have changed, else `None`; bad ones are logged and not used."""
        with self._lock:
            version = self._files.version()
            if version == self._version:
                return None
            self._version = version
        try:
            changed = self._read()
        except InvalidInputError as error:
            log.error("the certificates stay as they were: %s", error)
            return None
        log.info("certificates read again")
        return changed

    def _read(self) -> grpc.ServerCertificateConfiguration:
        texts: dict[str, bytes] = {}
        problems = []
        for name, path in self._files.paths().items():
            try:
                texts[name] = path.read_bytes()
            except OSError as error:
                problems.append(Problem(name, f"{path} cannot be read: {error.strerror}"))
        if problems:
            raise InvalidInputError(problems)
        self._files.context()  # gRPC itself would not say what is wrong with them
        return grpc.ssl_server_certificate_configuration(
            [(texts["tls_key"], texts["tls_cert"])], root_certificates=texts.get("tls_client_ca")
        )


def server_credentials(files: TlsFiles) -> grpc.ServerCredentials:
    """The credentials of a server. Raises `InvalidInputError` at `tls_cert`, `tls_key` or `tls_client_ca`."""
    certificates = _Certificates(files)
    return grpc.dynamic_ssl_server_credentials(
        certificates.first,
        certificates.newer,  # type: ignore[arg-type]  # None stands for no change, as its documentation says
        require_client_authentication=files.client_ca is not None,
    )
