"""The server: its services, limits and threads put together, from start to clean shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from dinoai.engine.errors import InvalidInputError
from dinoai.server.addresses import with_port
from dinoai.server.admission import Admission
from dinoai.server.calls import CallRecord
from dinoai.server.config import ServerConfig
from dinoai.server.errors import ListenError
from dinoai.server.handlers import MAX_REQUEST_BYTES, Handlers
from dinoai.server.info import InfoService
from dinoai.server.logs import CallLog, log_event
from dinoai.server.metrics import Metrics
from dinoai.server.searching import Searches
from dinoai.server.selftest import run_self_test
from dinoai.server.service import RulesService, SuggestService
from dinoai.server.threads import SearchThreads
from dinoai.server.tls import TlsFiles, server_credentials
from dinoai.server.tokens import TokenInterceptor, Tokens
from dinoai.server.tracing import Tracing
from dinoai.v1 import info_pb2, rules_pb2, suggest_pb2

if TYPE_CHECKING:
    from dinoai.server.web_server import WebServer

SERVICES = (
    suggest_pb2.DESCRIPTOR.services_by_name["SuggestService"],
    rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
    info_pb2.DESCRIPTOR.services_by_name["InfoService"],
)

RULES_THREADS = 2
"""Threads for calls that take no search, so that they never wait for one."""

SPARE_SEARCHES = 64
"""Searches beyond the search threads that may run when their deadlines let them wait no longer."""

MAX_MESSAGE_BYTES = 256 * 1024
"""gRPC cuts a larger message off with RESOURCE_EXHAUSTED; up to here our own refusal says what is wrong with it."""

MAX_METADATA_BYTES = 8 * 1024

# Identity alone: a small message must not become a large one. gRPC refuses others with UNIMPLEMENTED.
_COMPRESSION_BITS = 1


def transport_options(config: ServerConfig) -> tuple[tuple[str, int], ...]:
    """The limits that gRPC itself enforces."""
    return (
        # Else a second server on the same port would silently take half of the calls; for workers that is the aim.
        ("grpc.so_reuseport", int(config.workers > 1)),
        ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
        ("grpc.max_metadata_size", MAX_METADATA_BYTES),
        ("grpc.compression_enabled_algorithms_bitset", _COMPRESSION_BITS),
        ("grpc.max_concurrent_streams", config.max_streams),
        # Else streams of answered calls are counted until they are taken down, of which clients know nothing: calls in
        # place of answered ones would be refused with UNAVAILABLE.
        ("grpc.http.overload_protection", 0),
        ("grpc.max_allowed_incoming_connections", config.max_connections),
        # A connection that never speaks HTTP/2 or TLS ends after this, one without calls after the next.
        ("grpc.server_handshake_timeout_ms", 10_000),
        ("grpc.max_connection_idle_ms", 10 * 60_000),
        # Clients connect again now and then, so that new servers behind a balancer get their share.
        ("grpc.max_connection_age_ms", 60 * 60_000),
        ("grpc.max_connection_age_grace_ms", 10 * 60_000),
        # A client that has vanished is noticed; clients may ask as well, not more often than this.
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 20_000),
    )


def web_server(
    config: ServerConfig,
    tls_files: TlsFiles | None,
    handlers: tuple[grpc.GenericRpcHandler, ...],
    interceptors: tuple[grpc.aio.ServerInterceptor, ...],
) -> WebServer:
    """The server for browsers.

    Raises `ListenError`, or `InvalidInputError` where what it needs is not installed or a file is of no use.
    """
    try:
        from dinoai.server.web import WebApplication, with_origins
        from dinoai.server.web_refusals import with_reasons
        from dinoai.server.web_server import WebServer
    except ImportError as error:
        raise InvalidInputError.at("web", f"needs pip install 'dinoai[web]': {error}") from None
    application = WebApplication(SERVICES, handlers, interceptors, MAX_MESSAGE_BYTES)
    origins = [origin.strip() for origin in config.web_origins.split(",") if origin.strip()]
    methods = [f"/{service.full_name}/{method.name}" for service in SERVICES for method in service.methods]
    return WebServer(with_origins(with_reasons(application, methods), origins), config, tls_files)


class Server:
    """A server of the dinoai services; use it within a running event loop."""

    def __init__(self, config: ServerConfig | None = None) -> None:
        """Raises `InvalidInputError` where a file of the configuration is of no use."""
        self._config = config = config or ServerConfig()
        self.metrics = Metrics()
        self.metrics_address = ""
        self.admission = Admission(
            config.search_threads,
            max_waiting=config.max_waiting,
            max_calls_per_client=config.max_calls_per_client,
            patience=config.max_wait_seconds,
        )
        self._observers: list[Callable[[CallRecord], None]] = [self.metrics.ended, CallLog().ended]
        if config.traces:
            self._observers.append(Tracing().ended)
        self._search_threads = SearchThreads(config.search_threads + SPARE_SEARCHES)
        self._rules_threads = ThreadPoolExecutor(RULES_THREADS, "rules")
        self._searches = Searches(
            self.admission,
            self._search_threads,
            max_seconds=config.max_search_seconds,
            max_megabytes=config.search_megabytes,
        )
        self._handlers = Handlers(self._searches, self._rules_threads, self, certificates=bool(config.tls_client_ca))
        self._watch()
        self._credentials = None
        tls_files = None
        if config.tls_cert:
            client_ca = Path(config.tls_client_ca) if config.tls_client_ca else None
            tls_files = TlsFiles(Path(config.tls_cert), Path(config.tls_key), client_ca)
            self._credentials = server_credentials(tls_files)
        self._health = health.aio.HealthServicer()
        interceptors = self._interceptors()
        self._server = grpc.aio.server(interceptors=interceptors, options=transport_options(config))
        handlers = self._add_services()
        self._web = web_server(config, tls_files, handlers, interceptors) if config.web else None
        self.web_address = "" if self._web is None else self._web.address

    async def start(self) -> str:
        """Test the search, then listen; returns the address. Raises `ListenError` or `SelfTestError`."""
        await asyncio.to_thread(run_self_test)
        if self._config.metrics:
            self.metrics_address = self.metrics.serve(self._config.metrics)
        await self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        listen = self._config.listen
        try:
            if self._credentials is None:
                port = self._server.add_insecure_port(listen)
            else:
                port = self._server.add_secure_port(listen, self._credentials)
        except RuntimeError:
            port = 0
        if not port:
            raise ListenError.on(listen)
        await self._server.start()
        if self._web is not None:
            await self._web.start()
        await self._set_health(health_pb2.HealthCheckResponse.SERVING)
        return with_port(listen, port)

    async def drain(self) -> None:
        """Shut down as balancers like it.

        Say at once that the server is going, serve on for `drain_seconds`, then refuse new calls and let those in
        progress answer with what they have, for `shutdown_seconds` at most.
        """
        await self._health.enter_graceful_shutdown()
        log_event("draining", waiting=self.admission.waiting, search_threads=self.admission.busy)
        await asyncio.sleep(self._config.drain_seconds)
        stopping = asyncio.ensure_future(self._server.stop(self._config.shutdown_seconds))
        self._searches.stop_all()
        if self._web is not None:
            await self._web.stop()
        await stopping

    async def stop(self) -> None:
        """End at once; calls in progress are lost."""
        self._searches.stop_all()
        if self._web is not None:
            await self._web.stop(at_once=True)
        await self._server.stop(None)

    async def wait(self) -> None:
        """Return when the server has stopped, and give back its threads."""
        try:
            await self._server.wait_for_termination()
        finally:
            self.metrics.stop()
            self._search_threads.end()
            self._rules_threads.shutdown(wait=False, cancel_futures=True)

    def ended(self, record: CallRecord) -> None:
        """Tell all who want to know that a call has ended."""
        for observe in self._observers:
            observe(record)

    def _watch(self) -> None:
        watch, admission = self.metrics.watch, self.admission
        watch("dinoai_queue_depth", "Searches that wait.", lambda: admission.waiting)
        watch("dinoai_search_threads", "Search threads that there are.", lambda: admission.threads)
        watch("dinoai_search_threads_busy", "Search threads in use.", lambda: admission.busy)
        watch("dinoai_answer_margin_seconds", "Time kept for the way back.", lambda: self._searches.margin.seconds)

    def _interceptors(self) -> tuple[grpc.aio.ServerInterceptor, ...]:
        if not self._config.tokens:
            return ()
        return (TokenInterceptor(Tokens(Path(self._config.tokens)), self._handlers.refusal),)

    def _add_services(self) -> tuple[grpc.GenericRpcHandler, ...]:
        info = InfoService(
            self.admission, max_request_bytes=MAX_REQUEST_BYTES, max_search_seconds=self._config.max_search_seconds
        )
        implementations = (SuggestService(), RulesService(), info)
        handlers = tuple(
            self._handlers.service(service, implementation)
            for service, implementation in zip(SERVICES, implementations, strict=True)
        )
        self._server.add_generic_rpc_handlers(handlers)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if self._config.reflection:
            names = [*(service.full_name for service in SERVICES), health.SERVICE_NAME, reflection.SERVICE_NAME]
            reflection.enable_server_reflection(names, self._server)
        return handlers

    async def _set_health(self, status: Any) -> None:
        for name in ("", *(service.full_name for service in SERVICES)):
            await self._health.set(name, status)
