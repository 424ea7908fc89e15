"""What an operator sees of a server: readiness, metrics, request ids and traces."""

import gzip
import json
import re
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENCE, QUICK, ROOMY, Server, Visitor

from longbeard.games import rooms
from longbeard.table.metrics import HELP

Servers = Callable[..., Server]
DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"


def a_slug() -> str:
    return next(iter(rooms()))


def metrics_of(server: Server) -> str:
    return httpx.get(f"{server.base}/metrics", timeout=PATIENCE).text


def samples(text: str) -> dict[str, float]:
    found = re.findall(r"^([a-z_]+)(?:\{.*\})? (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_it_lives_and_is_ready_until_it_leaves(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1, options=("--drain", "600"))
    for path, words in (("/livez", "alive"), ("/readyz", "well"), ("/healthz", "well")):
        answer = httpx.get(server.base + path, timeout=PATIENCE)
        assert (answer.status_code, answer.text) == (200, words)
    ada = Visitor(server.base)
    server.process.terminate()
    while (answer := httpx.get(f"{server.base}/readyz", timeout=PATIENCE)).status_code == 200:
        pass
    assert (answer.status_code, answer.text) == (503, "leaving")
    assert httpx.get(f"{server.base}/livez?leaving=404", timeout=PATIENCE).status_code == 404
    assert httpx.get(f"{server.base}/livez", timeout=PATIENCE).status_code == 200
    ada.open(a_slug(), ["me", "friend"])  # who is here is served meanwhile
    assert server.stop() == 0  # told twice, it closes at once


def test_a_full_disk_is_not_ready_but_lives(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limit[1]))
    while httpx.get(f"{server.base}/readyz", timeout=PATIENCE).status_code == 200:
        pass
    assert httpx.get(f"{server.base}/livez", timeout=PATIENCE).status_code == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)


def play_some(server: Server) -> str:
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", QUICK])
    with ada.socket(table) as line:
        for _ in range(3):
            if not line.my_turn()["over"]:
                line.play()
    return table


def test_every_metric_says_what_it_counts_and_the_dashboard_names_only_such(server: Server) -> None:
    play_some(server)
    deadline = time.monotonic() + PATIENCE
    while "longbeard_loop_late_seconds_bucket" not in (text := metrics_of(server)):
        assert time.monotonic() < deadline, "a server looks at its event loop every half second"
        time.sleep(0.1)
    names = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    described = set(re.findall(r"^# HELP (\S+) \S", text, re.MULTILINE))
    assert {name for name in names if name.startswith("longbeard_")} <= described
    base = {re.sub(r"^longbeard_|_total$|_seconds$", "", name) for name in names}
    # What has not happened here, and what only several servers have.
    assert {*HELP} - base <= {
        *("refused", "minds_elsewhere", "bus_up", "store_reconnects", "policy_forfeits")
    }
    found = samples(text)
    assert found["longbeard_move_seconds_count"] >= 1
    assert found["longbeard_append_seconds_count"] >= 1
    assert found["longbeard_bot_seconds_count"] >= 1
    assert found["process_resident_memory_bytes"] > 1e7
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    assert len(asked) > 10
    series = set(re.findall(r"^([a-z_]+)[{ ]", text, re.MULTILINE)) | {
        *("longbeard_refused_total", "longbeard_bus_up", "longbeard_store_reconnects", "up")
    }
    for query in asked:
        named = set(re.findall(r"\b(?:longbeard|process)_[a-z_]+|\bup\b", query))
        assert named, query
        assert named <= series, query


def logged(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.logged().splitlines()]


def test_a_request_has_an_id_in_its_answer_and_in_every_line_about_it(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1, options=("--trusted-proxy", "127.0.0.1"))
    ours = httpx.get(f"{server.base}/", headers={"x-request-id": "from-the-proxy_1.2"}, timeout=PATIENCE)
    assert ours.headers["x-request-id"] == "from-the-proxy_1.2"
    for bad in ("x" * 65, "a b", 'quote"', ""):
        made = httpx.get(f"{server.base}/nowhere", headers={"x-request-id": bad}, timeout=PATIENCE)
        assert re.fullmatch("[0-9a-f]{16}", made.headers["x-request-id"])
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", "friend"])
    with ada.socket(table) as line:
        assert line.line.response is not None
        assert re.fullmatch("[0-9a-f]{16}", line.line.response.headers["x-request-id"])
    server.stop()
    lines = [line for line in logged(server) if line["text"] == "request"]
    assert lines[0]["request"]
    assert "from-the-proxy_1.2" in {line["request"] for line in lines}
    assert len({line["request"] for line in lines}) == len(lines)


def test_nobody_but_a_trusted_proxy_names_a_request(server: Server) -> None:
    answer = httpx.get(f"{server.base}/", headers={"x-request-id": "mine"}, timeout=PATIENCE)
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
    refused = httpx.get(f"{server.base}/", headers={"host": "no host"}, timeout=PATIENCE)
    assert refused.status_code == 400
    assert refused.headers["x-request-id"]


# Traces


class Collector(ThreadingHTTPServer):
    """Reads OTLP over HTTP as an OpenTelemetry collector does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.bodies: list[bytes] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def spans(self) -> list[Any]:
        pytest.importorskip("opentelemetry.proto", reason="traces need the extra `otel`")
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        found = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [
            span for one in found for of in one.resource_spans for in_ in of.scope_spans for span in in_.spans
        ]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Collector)
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        assert self.path == "/v1/traces"
        self.server.bodies.append(body)
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.shutdown()
    made.server_close()


def test_a_move_is_traced_to_the_store_and_the_bot_and_holds_no_secret(
    own_server: Servers, collector: Collector
) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="traces need the extra `otel`")
    endpoint = f"http://127.0.0.1:{collector.server_port}"
    server = own_server(*ROOMY, options=("--traces", endpoint, "--trusted-proxy", "127.0.0.1"))
    table = play_some(server)
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    httpx.get(f"{server.base}/t/{table}", headers={"traceparent": parent}, timeout=PATIENCE)
    httpx.get(f"{server.base}/t/{table}/seat/top-secret", timeout=PATIENCE)
    assert server.stop() == 0
    spans = collector.spans()
    by_id = {span.span_id: span for span in spans}
    names = {span.name for span in spans}
    assert {"POST /new/" + a_slug(), "GET /t/*", "socket play", "store.append", "bot.think"} <= names
    within = {by_id[span.parent_span_id].name for span in spans if span.parent_span_id in by_id}
    assert "socket play" in within
    traced = [span for span in spans if span.trace_id.hex() == parent[3:35]]
    assert [span.name for span in traced] == ["GET /t/*"]
    sent = b"".join(collector.bodies)
    assert b"top-secret" not in sent
    opening = server.data / "tables.sqlite"
    assert opening.exists()
    tokens = set(re.findall(rb'"(?:token|secret|person)": "([^"]{8,})"', opening.read_bytes()))
    assert tokens
    assert not [token for token in tokens if token in sent]


def test_a_collector_that_is_away_holds_up_nobody(own_server: Servers) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="traces need the extra `otel`")
    server = own_server(*ROOMY, options=("--traces", "http://127.0.0.1:1"))
    play_some(server)
    assert server.stop() == 0
    assert "Traceback" not in server.logged()


def test_traces_without_the_extra_or_to_nowhere_are_refused_in_a_sentence(tmp_path: Path) -> None:
    hide = (
        "import sys\n"
        "class Nowhere:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.startswith('opentelemetry'):\n"
        "            raise ModuleNotFoundError(name=name)\n"
        "sys.meta_path.insert(0, Nowhere())\n"
        "from longbeard.terminal.command import main\n"
    )
    words = ["longbeard", "serve", "--data", str(tmp_path), "--port", "0", "--traces", "http://x"]
    command = [sys.executable, "-c", f"{hide}sys.argv = {words!r}\nmain()"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert refused.returncode == 1
    assert refused.stderr == "longbeard: this needs more than is installed: pip install 'longbeard[otel]'\n"
