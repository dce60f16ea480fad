"""What is no call over HTTP is told what a call is; the protocol's library refuses it without a word."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from dinoai.engine.document import shorten

Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application."""


def with_reasons(application: Application, methods: Sequence[str]) -> Application:
    """The application with a body to each answer that has a status alone; `methods` are the paths that there are."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        refusal: dict[str, Any] | None = None

        async def explain(message: Any) -> None:
            nonlocal refusal
            if message["type"] == "http.response.start" and _is_bare(message):
                refusal = message
                return
            if refusal is not None:
                body = _reason(refusal["status"], scope, methods)
                kind = (b"content-type", b"application/json")
                await send({**refusal, "headers": [*refusal["headers"], kind]})
                message, refusal = {**message, "body": body}, None
            await send(message)

        await application(scope, receive, explain)

    return answer


def _is_bare(start: Any) -> bool:
    """Errors of calls have a body and say of which kind it is."""
    return start["status"] in _CODES and all(name.lower() != b"content-type" for name, _ in start["headers"])


_CODES = {404: "unimplemented", 405: "unknown", 415: "unknown"}
"""The codes that Connect's clients give these statuses where an answer has no body."""


def _reason(status: int, scope: Any, methods: Sequence[str]) -> bytes:
    given = dict(scope["headers"]).get(b"content-type", b"").decode("latin-1")
    message = {
        404: f"there is no {shorten(scope['path'])}; calls are POSTs to {', '.join(methods)}",
        405: f"a call is a POST, not a {scope.get('method')}",
        415: f"the header content-type must be application/json or application/proto, not {shorten(given)}; of streams "
        "application/connect+json or application/connect+proto",
    }[status]
    return json.dumps({"code": _CODES[status], "message": message}).encode()
