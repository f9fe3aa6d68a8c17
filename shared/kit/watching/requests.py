"""The requests that a service answers, each counted by its route's template, and traced."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import Message, Receive, Scope, Send

if TYPE_CHECKING:
    from prometheus_client import Histogram

    from kit.watching.metrics import Metrics
    from kit.watching.tracing import Tracing

UNKNOWN_ROUTE = "unknown"
"""In place of the template where no route serves an address: those are anything that anybody thinks of."""

_UNANSWERED = "none"
_UNTRACED = nullcontext()


class WatchedRequests:
    """A service's app, told of from outside of all else that it does."""

    def __init__(self, app: FastAPI, metrics: Metrics | None, tracing: Tracing | None) -> None:
        self._app = app
        self._metrics = metrics
        self._tracing = tracing
        self._service: str = app.state.settings_class.service
        self._in_progress = None if metrics is None else metrics.in_progress.labels(self._service)
        # By method, route and status: to be found among all that there are takes longer than to be counted.
        self._seconds: dict[tuple[str, str, int | None], Histogram] = {}
        # A shortcut answers before any route is looked for; its address has no parameters.
        self._plain = {route.path for route in app.routes if isinstance(route, APIRoute) and "{" not in route.path}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status: int | None = None
        until_answered = 0.0

        async def send_and_note(message: Message) -> None:
            nonlocal status, until_answered
            if message["type"] == "http.response.start":
                status = message["status"]
                # How long the rest takes, such as an event stream's, is no fault.
                until_answered = time.perf_counter() - began
            await send(message)

        if self._in_progress is not None:
            self._in_progress.inc()
        try:
            with _UNTRACED if self._tracing is None else self._tracing.server(scope) as span:
                try:
                    await self._app(scope, receive, send_and_note)
                finally:
                    if span is not None:
                        span.answered(self._route_of(scope), status)
        finally:
            if self._in_progress is not None:
                self._in_progress.dec()
                seconds = self._seconds_of(_method(scope), self._route_of(scope), status)
                seconds.observe(until_answered or time.perf_counter() - began)

    def _seconds_of(self, method: str, route: str, status: int | None) -> Histogram:
        key = (method, route, status)
        found = self._seconds.get(key)
        if found is None:
            assert self._metrics is not None
            said = _UNANSWERED if status is None else str(status)
            found = self._seconds[key] = self._metrics.request_seconds.labels(self._service, method, route, said)
        return found

    def _route_of(self, scope: Scope) -> str:
        path = getattr(scope.get("route"), "path", None)
        if isinstance(path, str):
            return path
        return scope["path"] if scope["path"] in self._plain else UNKNOWN_ROUTE


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _method(scope: Scope) -> str:
    """Of a request with a method that nobody knows anybody could make new ones up."""
    method: str = scope["method"]
    return method if method in _METHODS else "other"
