"""Prometheus metrics of a server, on a port of their own. No metric has a label that grows with the callers."""

from __future__ import annotations

from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from dinoai.search.suggest import engine_version
from dinoai.server.addresses import split_address, with_port
from dinoai.server.calls import CallRecord
from dinoai.server.errors import ListenError

LATENCY_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300)
SHORT_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._server: WSGIServer | None = None
        registry = self.registry
        text = "Time from a request to its answer."
        labels = ("method", "code")
        self.rpc_seconds = Histogram("dinoai_rpc_seconds", text, labels, buckets=LATENCY_BUCKETS, registry=registry)
        text = "Calls that ended with an error, by its reason."
        self.refused = Counter("dinoai_refused_total", text, ("reason",), registry=registry)
        text = "Simulations of answered searches."
        self.simulations = Counter("dinoai_search_simulations_total", text, ("game", "bot"), registry=registry)
        text = "Answered searches by what ended them."
        self.stops = Counter("dinoai_search_stop_total", text, ("reason",), registry=registry)
        text = "Time that searches waited for search threads."
        self.queue_seconds = Histogram("dinoai_queue_seconds", text, buckets=SHORT_BUCKETS, registry=registry)
        text = "How much longer than max_millis a search took that ran into it."
        name = "dinoai_deadline_overshoot_seconds"
        self.overshoot = Histogram(name, text, buckets=SHORT_BUCKETS, registry=registry)
        Gauge("dinoai_build_info", "The version that runs.", ("version",), registry=self.registry).labels(
            engine_version()
        ).set(1)

    def watch(self, name: str, description: str, value: Callable[[], float]) -> None:
        """A gauge whose value is asked for when the metrics are read."""
        Gauge(name, description, registry=self.registry).set_function(value)

    def ended(self, record: CallRecord) -> None:
        """Count a call that has ended."""
        self.rpc_seconds.labels(record.method, record.code).observe(record.seconds)
        if record.reason:
            self.refused.labels(record.reason).inc()
        if record.stop_reason:
            self.stops.labels(record.stop_reason).inc()
            self.simulations.labels(record.game, record.bot).inc(record.simulations)
            self.queue_seconds.observe(record.queue_seconds)
        if record.overshoot_seconds is not None:
            self.overshoot.observe(record.overshoot_seconds)

    def serve(self, address: str) -> str:
        """Answer on `HOST:PORT` in a thread of its own; returns the address. Raises `ListenError`."""
        host, port = split_address(address)
        try:
            self._server, _ = start_http_server(port, addr=host, registry=self.registry)
        except OSError as error:
            raise ListenError(f"cannot answer metrics on {address}: {error.strerror or error}") from None
        return with_port(address, self._server.server_port)

    def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
