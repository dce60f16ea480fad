"""Logs as lines of JSON or text, one a call, with the request's id.

Neither states nor moves, tokens or other metadata are ever logged: states hold what other players may not know.
"""

from __future__ import annotations

import atexit
import json
import logging
import queue
import sys
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from typing import Any

from dinoai.server.calls import CallRecord

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

MAX_UNWRITTEN = 10_000
"""Lines that may wait to be written; where the reader of the log is slower, further ones are dropped."""

log = logging.getLogger("dinoai.server")

_FIELDS = "fields"


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write time, level and event, then the fields of the event."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class TextFormatter(logging.Formatter):
    """A record as a line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Write the event, then its fields as `name=value`."""
        fields = "".join(f" {name}={value}" for name, value in getattr(record, _FIELDS, {}).items())
        first, *rest = super().format(record).split("\n")
        return "\n".join([first + fields, *rest])


class _WholeQueueHandler(QueueHandler):
    """Hands records over as they are: their fields and tracebacks are written by the listener."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            return


def configure_logs(log_format: str, level: str) -> None:
    """Write the log of this process to standard error, in a thread of its own, so that no call waits for it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    waiting: queue.Queue[logging.LogRecord] = queue.Queue(MAX_UNWRITTEN)
    listener = QueueListener(waiting, handler)
    listener.start()
    atexit.register(listener.stop)
    logging.basicConfig(level=level.upper(), handlers=[_WholeQueueHandler(waiting)], force=True)


def log_event(event: str, **fields: Any) -> None:
    """Log something that happens to the server."""
    log.info(event, extra={_FIELDS: fields})


class CallLog:
    """Logs calls that have ended."""

    def ended(self, record: CallRecord) -> None:
        """Log a call; those that the server could not serve as warnings."""
        level = logging.WARNING if record.code in ("INTERNAL", "UNKNOWN") else logging.INFO
        if not log.isEnabledFor(level):
            return
        fields: dict[str, Any] = {
            "request_id": record.request_id,
            "method": record.method,
            "code": record.code,
            "client": record.client,
            "millis": round(1000 * record.seconds, 3),
        }
        if record.reason:
            fields["reason"] = record.reason
        if record.stop_reason:
            fields |= {
                "game": record.game,
                "bot": record.bot,
                **({"level": record.level} if record.level else {}),
                "simulations": record.simulations,
                "stop_reason": record.stop_reason,
                "queue_millis": round(1000 * record.queue_seconds, 3),
            }
        log.log(level, "call", extra={_FIELDS: fields})
