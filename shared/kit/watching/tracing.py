"""Traces by OpenTelemetry: what a process does for one request or job, as a part of what all parts do for it.

A trace names no person: no addresses of people, no queries of addresses, no values of statements, no keys of Redis. The
id of a traced request is that of its trace.
"""

import asyncio
import random
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from urllib.parse import urlsplit

import httpx
from opentelemetry import context as contexts
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import Link, Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.types import Scope

from kit.config import PartName, ServiceSettings
from kit.job_outcomes import JobOutcome
from kit.logs import request_id, trace_parent
from kit.watching.choosing import chooser_of
from kit.watching.settings import WatchSettings

_LONGEST_STATEMENT = 2_000
_EXPORT_SECONDS = 5
_context = TraceContextTextMapPropagator()


class ServerSpan:
    """The span of a request that is being answered."""

    def __init__(self, span: Span, method: str) -> None:
        self._span = span
        self._method = method

    def answered(self, route: str, status: int | None) -> None:
        """Note how the request was answered; not at all without a status."""
        self._span.update_name(f"{self._method} {route}")
        self._span.set_attribute("http.route", route)
        if status is not None:
            self._span.set_attribute("http.response.status_code", status)
        if status is None or status >= 500:
            self._span.set_status(StatusCode.ERROR)


class Tracing:
    """What makes the spans of one process, and sends them in batches, from a thread of its own."""

    def __init__(self, settings: WatchSettings, name: str, release: str) -> None:
        resource = Resource.create(
            {"service.namespace": "pagewright", "service.name": name, "service.version": release}
        )
        self._chooses = chooser_of(settings.share)
        # What is not chosen never comes to it: its spans that record nothing cost half of what others do.
        self._provider = TracerProvider(sampler=ALWAYS_ON, resource=resource, shutdown_on_exit=False)
        exporter = OTLPSpanExporter(settings.traces_to, headers=dict(settings.headers), timeout=_EXPORT_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("kit")

    async def close(self) -> None:
        """Send what is left."""
        await asyncio.to_thread(self._provider.shutdown)

    def server(self, scope: Scope) -> AbstractContextManager[ServerSpan | None]:
        """Around the answer to a request, which goes on with the trace that it came with.

        None where no span is made: for a trace that is not sent, and for a question that comes time and again, such as
        of a probe, which is a part of nothing.
        """
        carried = {name: value for name, value in scope["headers"] if name in _CARRIED}
        came_with = _TRACE_PARENT.fullmatch(carried[b"traceparent"]) if b"traceparent" in carried else None
        if came_with is None:
            if _RECURRING.match(scope["path"]):
                return nullcontext()
            is_sent = self._chooses()
        else:
            is_sent = bool(int(came_with["flags"], 16) & _IS_SAMPLED)
        if is_sent:
            return self._server(scope, carried)
        unsent = came_with[0].decode("ascii") if came_with else _unsent_trace()
        _name_request(scope, unsent.split("-")[1])
        return _KnownAs(unsent)

    @contextmanager
    def _server(self, scope: Scope, carried: Mapping[bytes, bytes]) -> Iterator[ServerSpan]:
        method = str(scope["method"])
        carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in carried.items()}
        with self._span(method, SpanKind.SERVER, parent=_context.extract(carrier)) as span:
            _name_request(scope, trace.format_trace_id(span.get_span_context().trace_id))
            span.set_attribute("http.request.method", method)
            yield ServerSpan(span, method)

    @contextmanager
    def job(self, service: str, name: str, queue: str, asked_by: str | None, outcome: JobOutcome) -> Iterator[None]:
        """Around an attempt at a job: a trace of its own, linked with what asked for it."""
        if not self._chooses():
            with _KnownAs(_unsent_trace()):
                yield
            return
        origin = trace.get_current_span(_context.extract({"traceparent": asked_by or ""})).get_span_context()
        # Of one that is not sent there is nothing to link to.
        links = [Link(origin)] if origin.is_valid and origin.trace_flags.sampled else []
        with self._span(f"job {name}", SpanKind.CONSUMER, parent=contexts.Context(), links=links) as span:
            # Its log lines are found by its own id.
            span.set_attributes(
                {"pagewright.service": service, "pagewright.job.name": name, "pagewright.job.queue": queue}
            )
            span.set_attribute("pagewright.job.id", request_id.get())
            try:
                yield
            finally:
                span.set_attribute("pagewright.job.outcome", outcome.name)
                if outcome.name in ("failed", "retried", "lost"):
                    span.set_status(StatusCode.ERROR)

    def statement(self, service: str, text: str, seconds: float, error: BaseException | None) -> None:
        """A statement that is done, as a part of what is under way; none where nothing is: workers ask all the time."""
        if not _is_sent():
            return
        ended = time.time_ns()
        span = self._tracer.start_span(
            f"SQL {text.split(None, 1)[0].upper()[:20] if text.strip() else ''}",
            kind=SpanKind.CLIENT,
            attributes={
                "db.system.name": "postgresql",
                "db.namespace": service,
                "db.query.text": text[:_LONGEST_STATEMENT],
            },
            start_time=ended - int(seconds * 1e9),
        )
        if error is not None:
            _note_error(span, error)
        span.end(ended)

    @contextmanager
    def redis_call(self) -> Iterator[None]:
        """Around a call to Redis, where something is under way that it is a part of."""
        if not _is_sent():
            yield
            return
        with self._span("redis", SpanKind.CLIENT) as span:
            span.set_attribute("db.system.name", "redis")
            yield

    def transport(self, inner: httpx.AsyncBaseTransport, settings: ServiceSettings) -> httpx.AsyncBaseTransport:
        """What sends calls, with their trace to those parts of the site that the settings name."""
        return _TracedTransport(self, inner, settings)

    @contextmanager
    def _span(self, name: str, kind: SpanKind, **options: Any) -> Iterator[Span]:
        """A span that is the current one, and that log lines and jobs name."""
        parent = options.pop("parent", None)
        with self._tracer.start_as_current_span(
            name, parent, kind, record_exception=False, set_status_on_exception=False, **options
        ) as span:
            try:
                with _KnownAs(_header_of(span)):
                    yield span
            except Exception as error:
                _note_error(span, error)
                raise


_CARRIED = frozenset({b"traceparent", b"tracestate"})
# https://www.w3.org/TR/trace-context/#traceparent-header
_TRACE_PARENT = re.compile(rb"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-(?P<flags>[0-9a-f]{2})")
_IS_SAMPLED = 1
_SAMPLED_ENDINGS = frozenset("13579bdf")
_RECURRING = re.compile(r"/(private|[a-z]+/internal)/")


class _TracedTransport(httpx.AsyncBaseTransport):
    def __init__(self, tracing: Tracing, inner: httpx.AsyncBaseTransport, settings: ServiceSettings) -> None:
        self._tracing = tracing
        self._inner = inner
        parts: tuple[PartName, ...] = ("auth", "cms", "content", "crm", "ecom", "web")
        urls = {part: settings.url_of(part) for part in parts}
        self._parts = {urlsplit(url).netloc: part for part, url in urls.items() if url is not None}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        part = self._parts.get(request.url.netloc.decode("ascii"))
        if not _is_sent():
            if part is not None and (unsent := trace_parent.get()):
                # The next part would begin a trace of its own.
                request.headers["traceparent"] = unsent
            return await self._inner.handle_async_request(request)
        with self._tracing._span(f"{request.method} {part or 'elsewhere'}", SpanKind.CLIENT) as span:  # noqa: SLF001  # of one module
            span.set_attribute("http.request.method", request.method)
            span.set_attribute("server.address", request.url.host)
            if part is not None:
                # Addresses of services contain ids and nothing else; addresses of other servers may contain tokens.
                span.set_attribute("url.path", request.url.path)
                request.headers["traceparent"] = _header_of(span)
            answer = await self._inner.handle_async_request(request)
            span.set_attribute("http.response.status_code", answer.status_code)
            if answer.status_code >= 500:
                span.set_status(StatusCode.ERROR)
            return answer

    async def aclose(self) -> None:
        await self._inner.aclose()


class _KnownAs:
    """What log lines and jobs name within the block, by its `traceparent`."""

    __slots__ = ("_header", "_token")

    def __init__(self, header: str) -> None:
        self._header = header

    def __enter__(self) -> None:
        self._token = trace_parent.set(self._header)

    def __exit__(self, *_error: object) -> None:
        trace_parent.reset(self._token)


def _is_sent() -> bool:
    """Whether something is under way of which a trace is sent."""
    return trace_parent.get()[-1:] in _SAMPLED_ENDINGS


def _name_request(scope: Scope, identifier: str) -> None:
    # The headers stay a list that others may read: it is another one for this request alone.
    others = [(name, value) for name, value in scope["headers"] if name != b"x-request-id"]
    scope["headers"] = [*others, (b"x-request-id", identifier.encode())]


def _unsent_trace() -> str:
    """The header of a trace that nobody sends, so that the parts that are asked do not either."""
    return f"00-{random.getrandbits(128) | 1:032x}-{random.getrandbits(64) | 1:016x}-00"


def _header_of(span: Span) -> str:
    carrier: dict[str, str] = {}
    _context.inject(carrier, trace.set_span_in_context(span))
    return carrier.get("traceparent", "")


def _note_error(span: Span, error: BaseException) -> None:
    """The kind of an error, and not its words: those may quote what somebody wrote."""
    span.set_status(StatusCode.ERROR)
    span.set_attribute("error.type", type(error).__qualname__)
