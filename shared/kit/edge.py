"""The outermost layer of every service, as one plain ASGI wrapper.

It gives each request its id, says how long its answer took, and sees to it that whatever escapes ends as a problem and a
log line.
"""

import asyncio
import logging
import math
import re
import time
import uuid
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kit.errors import DomainError, FieldError, RouteNotFound, ValidationFailed
from kit.logs import request_id
from kit.problems import FAILURES, failure_response, problem_response, unexpected
from kit.shortcuts import Shortcut, is_plain
from kit.stopping import ProcessStopping, is_stopping

log = logging.getLogger(__name__)

_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")
_SLOW = 2.0
_PERSONAL = re.compile(r"[^/]*@[^/]*")
_STEPS = [(b"server-timing", b"total;dur=%d" % (1 << step)) for step in range(32)]


class Edge:
    """Request ids, times, what may be kept of answers, the last resort for exceptions, addresses that no database can hold.

    Requests that a shortcut answers go no further.
    """

    def __init__(self, app: ASGIApp, shortcuts: Mapping[str, Shortcut] | None = None) -> None:
        self._app = app
        self._shortcuts = dict(shortcuts or {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        identifier = given if _WELL_FORMED.fullmatch(given) else uuid.uuid4().hex
        token = request_id.set(identifier)
        started = False
        began = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                seconds = time.perf_counter() - began
                _log_if_slow(scope, seconds)
                message["headers"].append(timing(seconds))
                headers = MutableHeaders(raw=message["headers"])
                headers["X-Request-Id"] = identifier
                # Answers depend on who asks: none may stay with a proxy or a browser unless its route says so.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            refusal = _refusal(scope)
            if refusal is None:
                answer = await self._by_shortcut(scope) or self._app
            else:
                answer = problem_response(refusal, scope["path"].replace("\0", ""))
            await answer(scope, receive, send_with_id)
        except asyncio.CancelledError:
            # Only who ends the process does that, to requests that go on for too long. Uvicorn would say 500.
            if started or not is_stopping(scope):
                raise
            await problem_response(ProcessStopping(), scope["path"])(scope, receive, send_with_id)
        except Exception as error:
            log.exception("unhandled: %s %s", scope["method"], _address(scope))
            if started:
                raise
            await problem_response(unexpected(error), scope["path"])(scope, receive, send_with_id)
        finally:
            request_id.reset(token)

    async def _by_shortcut(self, scope: Scope) -> Response | None:
        shortcut = self._shortcuts.get(scope["path"])
        if shortcut is None or not is_plain(scope):
            return None
        try:
            return await shortcut(scope["app"], scope["query_string"])
        except FAILURES as error:
            return failure_response(error, scope["path"])


def timing(seconds: float) -> tuple[bytes, bytes]:
    """The `Server-Timing` header of an answer that began after so long: milliseconds, up to the next power of two.

    Precise times would give an attacker the durations of refusals (a login with an account and one without) without the
    noise of the network. Steps still show where time goes.
    """
    step = max(math.ceil(seconds * 1000) - 1, 0).bit_length()
    return _STEPS[min(step, len(_STEPS) - 1)]


def _log_if_slow(scope: Scope, seconds: float) -> None:
    """Log a late beginning of an answer; how long the rest takes, such as an event stream's, is no fault."""
    if seconds > _SLOW:
        log.warning("slow: %s %s", scope["method"], _address(scope), extra={"seconds": round(seconds, 3)})


def _address(scope: Scope) -> str:
    """The address for the log, which is to name nobody: the route's, or else without what may be an email address."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else _PERSONAL.sub("…", scope["path"])


def _refusal(scope: Scope) -> DomainError | None:
    """NUL characters in the address: Postgres cannot store or compare them."""
    if "\0" in scope["path"]:
        return RouteNotFound("No route serves this address.")
    query: bytes = scope["query_string"]
    if b"%00" not in query and b"\0" not in query:
        return None
    names = [
        unquote_to_bytes(pair.partition(b"=")[0]).replace(b"\0", b"").decode(errors="replace")
        for pair in query.split(b"&")
        if b"\0" in unquote_to_bytes(pair)
    ]
    return ValidationFailed(
        "The address contains a NUL character.",
        errors=[FieldError(name, "nul_character", "NUL characters are not allowed.") for name in names],
    )
