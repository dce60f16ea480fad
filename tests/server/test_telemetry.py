"""What a server tells about its calls: metrics, logs and traces; and what it never tells."""

from __future__ import annotations

import json
import logging
import re
import urllib.request
from typing import Any

import grpc
import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from playing import ROOT, new_variant
from serving import ServerThread, wait_until

from dinoai.engine import games
from dinoai.server.admission import Priority
from dinoai.server.calls import CallRecord
from dinoai.server.logs import JsonFormatter, TextFormatter
from dinoai.server.metrics import Metrics
from dinoai.server.tokens import make_token
from dinoai.server.tracing import Tracing
from dinoai.v1 import suggest_pb2
from dinoai.v1.suggest_pb2_grpc import SuggestServiceStub

STATE = games.encode_state(games.view(new_variant("snack-square", 5), 0))
QUICK = suggest_pb2.SuggestRequest(state=STATE, limits={"max_simulations": 20})
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def test_metrics_over_http() -> None:
    with ServerThread(metrics="127.0.0.1:0") as server, grpc.insecure_channel(server.address) as channel:
        stub: Any = SuggestServiceStub(channel)
        stub.Suggest(QUICK)
        stub.Suggest(suggest_pb2.SuggestRequest(state=STATE, limits={"max_millis": 5}))
        with pytest.raises(grpc.RpcError):
            stub.Suggest(suggest_pb2.SuggestRequest(state=STATE, bot="nix"))
        with urllib.request.urlopen(f"http://{server.server.metrics_address}/metrics", timeout=20) as answer:
            lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
    assert lines['dinoai_rpc_seconds_count{code="OK",method="Suggest"}'] == "2.0"
    assert lines['dinoai_rpc_seconds_count{code="NOT_FOUND",method="Suggest"}'] == "1.0"
    assert lines['dinoai_refused_total{reason="UNKNOWN_BOT"}'] == "1.0"
    assert lines['dinoai_search_stop_total{reason="SIMULATIONS"}'] == "1.0"
    assert lines['dinoai_search_stop_total{reason="TIME"}'] == "1.0"
    assert float(lines['dinoai_search_simulations_total{bot="ismcts",game="jurassic_snack"}']) > 20
    assert lines["dinoai_deadline_overshoot_seconds_count"] == "1.0"
    assert lines["dinoai_search_threads"] == "4.0"
    assert lines["dinoai_queue_depth"] == "0.0"


def test_options_of_bots_make_no_labels(caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.INFO, "dinoai"),
        ServerThread() as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub: Any = SuggestServiceStub(channel)
        for digits in ("1", "10", "100"):
            request = suggest_pb2.SuggestRequest()
            request.CopyFrom(QUICK)
            request.bot = f"ismcts:exploration=1.{digits}"
            assert stub.Suggest(request).engine.bot == request.bot
        level = suggest_pb2.SuggestRequest(state=STATE, level=2, bot="ismcts:mix=0.25")
        simulations = stub.Suggest(level).stats.simulations
        rates = server.server._searches._costs._rates
        samples = [sample for family in server.server.metrics.registry.collect() for sample in family.samples]
    counted = [sample for sample in samples if sample.name == "dinoai_search_simulations_total"]
    assert [(sample.labels["bot"], sample.value) for sample in counted] == [("ismcts", 60.0 + simulations)]
    logged = [getattr(record, "fields", {}) for record in caplog.records]
    told = [(fields["bot"], fields.get("level")) for fields in logged if "bot" in fields]
    assert told == [("ismcts", None)] * 3 + [("ismcts", 2)]
    assert len(rates) <= 1


def test_a_cancelled_call_is_counted_once() -> None:
    with ServerThread() as server, grpc.insecure_channel(server.address) as channel:
        counted = server.server.metrics.rpc_seconds.labels("Analyze", "CANCELLED")
        request = suggest_pb2.AnalyzeRequest(state=STATE, limits={"max_millis": 60_000})
        stream: Any = SuggestServiceStub(channel).Analyze(request)
        next(stream)
        stream.cancel()
        wait_until(lambda: server.server.admission.busy == 0)
        assert sum(bucket.get() for bucket in counted._buckets) == 1


def test_every_panel_of_the_dashboard_shows_a_metric_that_there_is() -> None:
    metrics = Metrics()
    server_gauges = {"dinoai_queue_depth", "dinoai_search_threads", "dinoai_search_threads_busy"}
    known = {sample.name for family in metrics.registry.collect() for sample in family.samples} | server_gauges
    known |= {name for family in metrics.registry.collect() for name in (family.name, f"{family.name}_total")}
    known |= {f"{family.name}_{end}" for family in metrics.registry.collect() for end in ("bucket", "count", "sum")}
    dashboard = json.loads((ROOT / "examples" / "service" / "grafana_dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(queries) >= 8
    for query in queries:
        names = set(re.findall(r"dinoai_\w+", query))
        assert names and names <= known, query


@pytest.mark.parametrize(("given", "kept"), [("front-7.a", True), ("", False), ("x" * 65, False), ("a b", False)])
def test_the_id_of_a_request_comes_back(channel: grpc.Channel, given: str, kept: bool) -> None:
    stub: Any = SuggestServiceStub(channel)
    for request in (QUICK, suggest_pb2.SuggestRequest()):
        call = stub.Suggest.future(request, metadata=(("x-request-id", given),))
        call.exception()
        told = dict(call.trailing_metadata())["x-request-id"]
        assert (told == given) is kept
        assert 1 <= len(told) <= 64


def test_the_log_tells_calls_but_no_secrets(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    token, line = make_token("front")
    (tmp_path / "tokens").write_text(line)
    metadata = (("authorization", f"Bearer {token}"), ("x-request-id", "r1"), ("cookie", "biscuit"))
    with (
        caplog.at_level(logging.DEBUG, "dinoai"),
        ServerThread(tokens=str(tmp_path / "tokens")) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub: Any = SuggestServiceStub(channel)
        stub.Suggest(QUICK, metadata=metadata)
        with pytest.raises(grpc.RpcError):
            stub.Suggest(suggest_pb2.SuggestRequest(state=STATE, allow_moves=["sesame"]), metadata=metadata)
    written = [JsonFormatter().format(record) for record in caplog.records]
    calls = [json.loads(text) for text in written if '"request_id": "r1"' in text]
    assert [call["code"] for call in calls] == ["OK", "INVALID_ARGUMENT"]
    assert {call["client"] for call in calls} == {"token:front"}
    assert calls[0]["simulations"] == 20 and calls[0]["stop_reason"] == "SIMULATIONS"
    assert calls[1]["reason"] == "INVALID_INPUT"
    for secret in (token, line.split(":")[2], "biscuit", "sesame", "GGGGG"):
        assert secret not in "".join(written)


def test_forms_of_the_log() -> None:
    record = logging.LogRecord("dinoai", logging.INFO, "", 0, "call %s", ("x",), None)
    record.fields = {"code": "OK", "millis": 1.5}
    line = json.loads(JsonFormatter().format(record))
    assert (line["event"], line["level"], line["code"], line["millis"]) == ("call x", "info", "OK", 1.5)
    assert TextFormatter().format(record).endswith("INFO call x code=OK millis=1.5")


def test_a_span_a_call_within_the_trace_of_the_caller() -> None:
    exporter = InMemorySpanExporter()
    tracing = Tracing(exporter)
    fine = CallRecord("Suggest", "r1", "c", Priority.INTERACTIVE, traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")
    fine.game, fine.stop_reason, fine.simulations = "draftosaurus", "TIME", 7
    broken = CallRecord("Score", "r2", "c", Priority.INTERACTIVE, code="INTERNAL", traceparent="nonsense")
    tracing.ended(fine)
    tracing.ended(broken)
    tracing.flush()
    first, second = exporter.get_finished_spans()
    assert f"{first.context.trace_id:032x}" == TRACE
    assert first.attributes is not None
    assert first.attributes["dinoai.stop_reason"] == "TIME" and first.attributes["dinoai.simulations"] == 7
    assert first.status.is_ok is False or first.status.status_code.name == "UNSET"
    assert second.parent is None and second.status.status_code.name == "ERROR"
