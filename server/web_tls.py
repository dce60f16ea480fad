"""TLS of the HTTP server: the same files as for gRPC, read again when they change."""

from __future__ import annotations

import ssl

from dinoai.engine.errors import InvalidInputError
from dinoai.server.logs import log
from dinoai.server.tls import TlsFiles


class TlsContexts:
    """What handshakes are made with, for one event loop."""

    def __init__(self, files: TlsFiles) -> None:
        """Raises `InvalidInputError` where the files are of no use."""
        self._files = files
        self._version = files.version()
        self.first = self._newest = files.context()
        # Called before every handshake, whether or not the client names a server.
        self.first.sni_callback = self._choose

    def _choose(self, connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        version = self._files.version()
        if version != self._version:
            self._version = version
            try:
                self._newest = self._files.context()
                log.info("certificates for browsers read again")
            except InvalidInputError as error:
                log.error("the certificates for browsers stay as they were: %s", error)
        connection.context = self._newest
