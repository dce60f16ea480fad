"""The command line and the Python client: `from dinoai.clients import Client`."""

from typing import TYPE_CHECKING, Any

if __name__ != "dinoai.clients":
    raise ImportError("import this package as dinoai.clients")

if TYPE_CHECKING:
    from dinoai.clients.client import AsyncClient, Client
    from dinoai.clients.connection import Tls
    from dinoai.clients.errors import ServerRefusedError, ServerUnreachableError

__all__ = ["AsyncClient", "Client", "ServerRefusedError", "ServerUnreachableError", "Tls"]


def __getattr__(name: str) -> Any:
    # Imported at first use: the command line's help must not wait for gRPC.
    if name in ("AsyncClient", "Client"):
        from dinoai.clients import client

        return getattr(client, name)
    if name == "Tls":
        from dinoai.clients import connection

        return getattr(connection, name)
    if name in __all__:
        from dinoai.clients import errors

        return getattr(errors, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
