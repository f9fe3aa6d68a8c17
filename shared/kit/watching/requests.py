"""The requests that a service answers, each counted by its route's template, and traced."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import Message, Receive, Scope, Send

if TYPE_CHECKING:
    from kit.watching.metrics import Metrics
    from kit.watching.tracing import ServerSpan, Tracing

UNKNOWN_ROUTE = "unknown"
"""In place of the template where no route serves an address: those are anything that anybody thinks of."""

_UNANSWERED = "none"


class WatchedRequests:
    """A service's app, told of from outside of all else that it does."""

    def __init__(self, app: FastAPI, metrics: Metrics | None, tracing: Tracing | None) -> None:
        self._app = app
        self._metrics = metrics
        self._tracing = tracing
        self._service: str = app.state.settings_class.service
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

        with ExitStack() as stack:
            span = None if self._tracing is None else stack.enter_context(self._tracing.server(scope))
            if self._metrics is not None:
                stack.enter_context(self._metrics.in_progress.labels(self._service).track_inprogress())
            try:
                await self._app(scope, receive, send_and_note)
            finally:
                self._note(scope, span, status, until_answered or time.perf_counter() - began)

    def _note(self, scope: Scope, span: ServerSpan | None, status: int | None, seconds: float) -> None:
        route = self._route_of(scope)
        if span is not None:
            span.answered(route, status)
        if self._metrics is not None:
            said = _UNANSWERED if status is None else str(status)
            self._metrics.request_seconds.labels(self._service, _method(scope), route, said).observe(seconds)

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
