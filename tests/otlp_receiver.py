"""A collector of traces: it takes what OTLP's exporters send over HTTP, and keeps the spans that are in it."""

import gzip
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue

_PATIENCE = 60.0


@dataclass(frozen=True)
class Received:
    """One span, with ids in hexadecimal and attributes as text."""

    service: str
    name: str
    kind: int
    trace_id: str
    span_id: str
    parent_id: str
    attributes: dict[str, str]
    links: list[str]
    """The traces that it names."""


@dataclass
class Collector:
    """What came so far. ``raw`` are the bytes, for what must be in none of them."""

    url: str
    spans: list[Received] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def wait_for(self, is_enough: Callable[[list[Received]], bool], trace_id: str | None = None) -> list[Received]:
        """The spans, or those of one trace, once they are enough: they are sent in batches, every five seconds."""
        until = time.monotonic() + _PATIENCE
        while True:
            found = [span for span in [*self.spans] if trace_id in (None, span.trace_id)]
            if is_enough(found):
                return found
            assert time.monotonic() < until, f"only these spans came: {found}"
            time.sleep(0.1)


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens for as long as the block runs."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self._body()
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            is_known = self.path == "/v1/traces" and self.headers["Content-Type"] == "application/x-protobuf"
            if is_known:
                collector.raw.append(body)
                collector.headers.append({name.lower(): value for name, value in self.headers.items()})
                collector.spans += _spans_of(ExportTraceServiceRequest.FromString(body))
            self.send_response(200 if is_known else 404)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _body(self) -> bytes:
            length = self.headers["Content-Length"]
            if length is not None:
                return self.rfile.read(int(length))
            # In pieces, each with its length before it, as Node's exporter sends them.
            pieces = []
            while size := int(self.rfile.readline(), 16):
                pieces.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(pieces)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    collector = Collector(f"http://127.0.0.1:{server.server_port}")
    serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    serving.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        serving.join()


def _spans_of(request: ExportTraceServiceRequest) -> Iterator[Received]:
    for of_resource in request.resource_spans:
        service = _texts(of_resource.resource.attributes).get("service.name", "")
        for of_scope in of_resource.scope_spans:
            for span in of_scope.spans:
                yield Received(
                    service,
                    span.name,
                    span.kind,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    _texts(span.attributes),
                    [link.trace_id.hex() for link in span.links],
                )


def _texts(attributes: Iterable[KeyValue]) -> dict[str, str]:
    return {each.key: str(getattr(each.value, each.value.WhichOneof("value") or "string_value")) for each in attributes}
