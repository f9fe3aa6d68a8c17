"""What one process tells of itself, and where its parts tell it. Imports no library of metrics or traces by itself."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, nullcontext
from typing import TYPE_CHECKING

import httpx
from starlette.types import ASGIApp

from kit.job_outcomes import JobOutcome
from kit.watching.settings import WatchSettings, read_watch_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

    from kit.config import ServiceSettings
    from kit.database import Database
    from kit.redis_link import RedisLink
    from kit.state import KitState
    from kit.watching.metrics import Metrics
    from kit.watching.sources import GaugeSource
    from kit.watching.tracing import Tracing


def watch_of_process(name: str, release: str) -> ProcessWatch | None:
    """What the environment asks this process to tell; None where it asks for nothing. Raises `SettingsError`."""
    settings = read_watch_settings(os.environ)
    return None if settings.is_off else ProcessWatch(settings, name, release)


class ProcessWatch:
    """The metrics and the traces of one process, be it of one service or the worker of several."""

    def __init__(self, settings: WatchSettings, name: str, release: str) -> None:
        self._settings = settings
        self._metrics: Metrics | None = None
        self._tracing: Tracing | None = None
        if settings.metrics_port is not None:
            from kit.watching.metrics import Metrics  # noqa: PLC0415  # its library is loaded where it is asked for

            self._metrics = Metrics(release)
        if settings.traces_to is not None:
            from kit.watching.tracing import Tracing  # noqa: PLC0415  # as above

            self._tracing = Tracing(settings, name, release)

    def around(self, app: FastAPI) -> ASGIApp:
        """The app of a service with each request counted and traced."""
        from kit.watching.requests import WatchedRequests  # noqa: PLC0415  # it imports what traces are made by

        return WatchedRequests(app, self._metrics, self._tracing)

    def watch_database(self, database: Database, service: str) -> None:
        """Be told of each statement."""
        from kit.watching.statements import watch_statements  # noqa: PLC0415  # nobody else needs it

        watch_statements(database, service, self._metrics, self._tracing)

    def watch_redis(self, redis: RedisLink, service: str) -> None:
        """Be told of each call."""
        seconds = None if self._metrics is None else self._metrics.redis_seconds.labels(service)
        failures = None if self._metrics is None else self._metrics.redis_failures.labels(service)

        @contextmanager
        def watched() -> Iterator[None]:
            began = time.perf_counter()
            try:
                with nullcontext() if self._tracing is None else self._tracing.redis_call():
                    yield
            except Exception:
                if failures is not None:
                    failures.inc()
                raise
            finally:
                if seconds is not None:
                    seconds.observe(time.perf_counter() - began)

        redis.around = watched

    def transport(self, inner: httpx.AsyncBaseTransport, settings: ServiceSettings) -> httpx.AsyncBaseTransport:
        """What sends calls to other services, which take the trace along; strangers are sent none of it."""
        return inner if self._tracing is None else self._tracing.transport(inner, settings)

    @contextmanager
    def job(self, service: str, name: str, queue: str, asked_by: str | None) -> Iterator[JobOutcome]:
        """Around one attempt at a job. ``asked_by`` is the `traceparent` of what asked for it."""
        outcome = JobOutcome()
        began = time.perf_counter()
        with ExitStack() as stack:
            if self._tracing is not None:
                stack.enter_context(self._tracing.job(service, name, queue, asked_by, outcome))
            try:
                yield outcome
            finally:
                if self._metrics is not None:
                    spent = time.perf_counter() - began
                    self._metrics.job_seconds.labels(service, name, outcome.name).observe(spent)

    @asynccontextmanager
    async def running(
        self, states: Sequence[KitState], *, works: bool, sources: Sequence[GaugeSource] = ()
    ) -> AsyncIterator[None]:
        """Tell for as long as the block lasts: metrics where they are asked for, traces to where they are collected.

        ``works`` where the process is a worker, of which is known how far subscribers have come. ``sources`` are what
        a process of one service tells besides.
        """
        async with AsyncExitStack() as stack:
            if self._tracing is not None:
                stack.push_async_callback(self._tracing.close)
            if self._metrics is not None:
                from kit.watching.facts import Facts  # noqa: PLC0415  # as above
                from kit.watching.metrics_server import serve_metrics  # noqa: PLC0415  # as above

                port = self._settings.metrics_port
                assert port is not None
                facts = Facts(self._metrics, states, works=works, sources=sources)
                await stack.enter_async_context(serve_metrics(facts, port))
            yield
