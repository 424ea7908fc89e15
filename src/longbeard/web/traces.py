"""Traces for an OpenTelemetry collector, over OTLP/HTTP: `longbeard serve --traces http://127.0.0.1:4318`."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from longbeard import __version__
from longbeard.engine.errors import BadOptions
from longbeard.table.spans import PARENT, Facts, Span, trace_with

PATH: Final = "/v1/traces"
EXPORT_SECONDS: Final = 5


def start(endpoint: str, server: str) -> Callable[[], None]:
    """Send traces to a collector from now on; return a function that sends the rest and stops."""
    if not endpoint.startswith(("http://", "https://")):
        raise BadOptions(f"--traces is like http://127.0.0.1:4318, not {endpoint!r}")
    facts = {"service.name": "longbeard", "service.version": __version__, "service.instance.id": server}
    provider = TracerProvider(resource=Resource(facts))
    address = endpoint.rstrip("/").removesuffix(PATH) + PATH
    exporter = OTLPSpanExporter(endpoint=address, timeout=EXPORT_SECONDS)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    tracer = provider.get_tracer("longbeard", __version__)
    # A collector that is away is no reason to fill the log.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)

    @contextmanager
    def span(name: str, facts: Facts) -> Iterator[Span]:
        parent = facts.get(PARENT)
        within = TraceContextTextMapPropagator().extract({PARENT: str(parent)}) if parent else None
        kept = {key: value for key, value in facts.items() if key != PARENT}
        kind = trace.SpanKind.SERVER if "http.request.method" in facts else trace.SpanKind.INTERNAL
        made = tracer.start_span(name, within or context.get_current(), kind=kind, attributes=kept)
        with trace.use_span(made, end_on_exit=True, record_exception=False, set_status_on_exception=True):
            yield lambda more: made.set_attributes({**more})

    def starter(name: str, facts: Facts) -> AbstractContextManager[Span]:
        return span(name, facts)

    trace_with(starter)

    def stop() -> None:
        trace_with(None)
        provider.shutdown()

    return stop
