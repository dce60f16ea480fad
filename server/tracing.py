"""OpenTelemetry traces: a span a call, within the trace that its caller began.

Spans are made when a call has ended, so that none is left open by a cancelled call or an unread stream. The exporter
and everything else are configured by the standard `OTEL_*` variables.
"""

from __future__ import annotations

import time
from typing import Any

from dinoai.engine.errors import InvalidInputError
from dinoai.search.suggest import engine_version
from dinoai.server.calls import CallRecord


class Tracing:
    """Makes the spans."""

    def __init__(self, exporter: Any = None) -> None:
        """`exporter` takes the spans, by default OTLP over gRPC. Raises `InvalidInputError` without `dinoai[otel]`."""
        try:
            from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
            from opentelemetry.trace import SpanKind, Status, StatusCode
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
        except ImportError:
            raise InvalidInputError.at("traces", "needs pip install 'dinoai[otel]'") from None
        self._provider = TracerProvider(resource=Resource.create({"service.name": "dinoai"}))
        self._provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("dinoai.server", engine_version())
        self._propagator = TraceContextTextMapPropagator()
        self._kind = SpanKind.SERVER
        self._error = Status(StatusCode.ERROR)

    def ended(self, record: CallRecord) -> None:
        """Make the span of a call that has ended."""
        context = self._propagator.extract({"traceparent": record.traceparent}) if record.traceparent else None
        now = time.time_ns()
        attributes: dict[str, str | int | float] = {
            "rpc.system": "grpc",
            "rpc.method": record.method,
            "rpc.grpc.status_code": record.code,
            "dinoai.request_id": record.request_id,
            "dinoai.queue_seconds": record.queue_seconds,
        }
        if record.stop_reason:
            attributes |= {
                "dinoai.game": record.game,
                "dinoai.bot": record.bot,
                "dinoai.level": record.level,
                "dinoai.simulations": record.simulations,
                "dinoai.stop_reason": record.stop_reason,
            }
        span = self._tracer.start_span(
            f"dinoai.v1/{record.method}",
            context,
            self._kind,
            attributes,
            start_time=now - round(record.seconds * 1e9),
        )
        if record.code in ("INTERNAL", "UNKNOWN"):
            span.set_status(self._error)
        span.end(now)

    def flush(self) -> None:
        """Send what has not been sent."""
        self._provider.force_flush()
