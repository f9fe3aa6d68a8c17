"""Calls to other services, with a token of their own and failures of known types."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx
import orjson

from kit.config import PartName
from kit.errors import BY_STATUS, DomainError, FieldError, Unavailable
from kit.logs import request_id
from kit.state import KitState

_PROBLEM_MEMBERS = frozenset({"type", "title", "status", "detail", "code", "instance", "requestId", "errors"})
# That our own token is refused is no business of the caller's; neither is the callee's failure.
_PASSED_ON = frozenset({400, 404, 409, 410, 412, 422, 428, 429})
_LONG = httpx.Timeout(10, read=3600, write=3600)
# What comes of a process that ends, or whose connection is gone: another may answer. Not that none came in time.
_BROKEN_OFF = (httpx.NetworkError, httpx.RemoteProtocolError)


class CalleeUnavailable(Unavailable):
    """503: the other service did not answer, or not sensibly."""

    code = "service_unavailable"


class InternalClient:
    """``await InternalClient(state, "content").put("/private/site", json={…})`` gives the decoded answer.

    Raises the `DomainError` subclass of the callee's status, with the callee's code, detail, errors and
    Retry-After, for 400, 404, 409, 410, 412, 422, 428 and 429; `CalleeUnavailable` for everything else that is
    no success, for timeouts (10 s, or ``timeout``) and broken connections. A GET whose connection broke is sent anew.
    """

    def __init__(self, state: KitState, callee: PartName, *, timeout: float | None = None) -> None:
        self._state = state
        self._callee: PartName = callee
        self._timeout = httpx.USE_CLIENT_DEFAULT if timeout is None else timeout

    async def get(self, path: str, *, params: Mapping[str, Any] | None = None) -> Any:
        """GET ``path``."""
        return await self._call("GET", path, params=params)

    async def post(self, path: str, *, json: Any = None) -> Any:
        """POST ``json`` to ``path``."""
        return await self._call("POST", path, json=json)

    async def put(self, path: str, *, json: Any = None) -> Any:
        """PUT ``json`` at ``path``."""
        return await self._call("PUT", path, json=json)

    async def delete(self, path: str, *, params: Mapping[str, Any] | None = None) -> Any:
        """DELETE ``path``."""
        return await self._call("DELETE", path, params=params)

    @asynccontextmanager
    async def reading(
        self, path: str, *, params: Mapping[str, Any] | None = None
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """GET ``path`` and give the bytes of its answer as they come, for up to an hour."""
        request = self._state.http.build_request(
            "GET", self._address(path), params=params, headers=self._headers(), timeout=_LONG
        )
        try:
            answer = await self._state.http.send(request, stream=True)
            try:
                if not answer.is_success:
                    await answer.aread()
                    raise _failure(self._callee, answer)
                yield answer.aiter_bytes()
            finally:
                await answer.aclose()
        except httpx.HTTPError as error:
            raise CalleeUnavailable(f"{self._callee} does not answer.") from error

    async def send(self, path: str, pieces: AsyncIterator[bytes], *, params: Mapping[str, Any] | None = None) -> Any:
        """PUT bytes at ``path`` as they come, and give the decoded answer, which may take an hour."""
        try:
            answer = await self._state.http.put(
                self._address(path), content=pieces, params=params, headers=self._headers(), timeout=_LONG
            )
        except httpx.HTTPError as error:
            raise CalleeUnavailable(f"{self._callee} does not answer.") from error
        return _decoded(self._callee, answer)

    def _address(self, path: str) -> str:
        url = self._state.settings.url_of(self._callee)
        if url is None:
            raise CalleeUnavailable(f"This site has no {self._callee}.")
        return url + path

    def _headers(self) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self._state.identity.token_for(self._callee)}"}
        if identifier := request_id.get():
            headers["X-Request-Id"] = identifier
        return headers

    async def _call(self, method: str, path: str, *, json: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        headers = self._headers()
        content = None
        if json is not None:
            content = orjson.dumps(json, default=str)
            headers["Content-Type"] = "application/json"
        request = partial(
            self._state.http.request,
            method,
            self._address(path),
            content=content,
            params=params,
            headers=headers,
            timeout=self._timeout,
        )
        try:
            try:
                answer = await request()
            except _BROKEN_OFF:
                if method != "GET":
                    raise
                answer = await request()
        except httpx.HTTPError as error:
            raise CalleeUnavailable(f"{self._callee} does not answer.") from error
        return _decoded(self._callee, answer)


def _decoded(callee: str, answer: httpx.Response) -> Any:
    if answer.is_success:
        return orjson.loads(answer.content) if answer.content else None
    raise _failure(callee, answer)


def _failure(callee: str, answer: httpx.Response) -> DomainError:
    try:
        problem = orjson.loads(answer.content)
        code, errors = problem["code"], [FieldError(**error) for error in problem.get("errors", [])]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return CalleeUnavailable(f"{callee} answered {answer.status_code}.")
    if answer.status_code not in _PASSED_ON:
        return CalleeUnavailable(f"{callee} answered {answer.status_code} ({code}).")
    extensions = {name: value for name, value in problem.items() if name not in _PROBLEM_MEMBERS}
    headers = {"Retry-After": wait} if (wait := answer.headers.get("Retry-After")) else {}
    failure = BY_STATUS[answer.status_code](problem.get("detail"), errors=errors, headers=headers, **extensions)
    failure.code = code
    return failure
