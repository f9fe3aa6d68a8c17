"""Who may call, said in the signature of every route.

One of these::

    async def update(principal: Annotated[Principal, requires("editor")], ...)   # this scope, or one above it
    async def me(principal: Annotated[Principal, LoggedIn], ...)                  # anybody who is logged in
    async def show(caller: Annotated[Caller, Public], ...)                       # anybody; logged in or not
    async def put_site(service: Annotated[str, Internal], ...)                   # another service

`kit.app` refuses to start with a route that says none of them, and asks before the body is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from kit.errors import Forbidden, Unauthorized
from kit.state import state_of
from kit.tokens import Claims, IdentityUnavailable, TokenInvalid, verify_internal

SESSION_COOKIE = "pagewright_session"
REFRESH_COOKIE = "pagewright_refresh"

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK = {"localhost": "127.0.0.1", "127.0.0.1": "localhost"}
_CALLER = "kit.caller"


class ScopeMissing(Forbidden):
    """403: logged in, without any of the scopes that this needs."""

    code = "scope_missing"


class OriginMismatch(Forbidden):
    """403: a browser sent this from a page of another site."""

    code = "origin_mismatch"


@dataclass(frozen=True, slots=True)
class Anonymous:
    """Nobody is logged in."""

    scopes: frozenset[str] = frozenset()

    def has(self, *scopes: str) -> bool:
        """Never."""
        return False


@dataclass(frozen=True, slots=True)
class Principal:
    """The person who calls. Ids are UUIDs as text, as the token has them."""

    user_id: str
    person_id: str
    session_id: str
    scopes: frozenset[str]
    timezone: str

    def has(self, *scopes: str) -> bool:
        """Whether one of ``scopes`` is granted. ``super`` passes all, ``admin`` all but ``super``; none is denied."""
        if "super" in self.scopes:
            return bool(scopes)
        if "admin" in self.scopes:
            return any(scope != "super" for scope in scopes)
        return not self.scopes.isdisjoint(scopes)

    def has_prefix(self, prefix: str) -> bool:
        """Whether any scope of an area is granted: ``has_prefix("crm:")``."""
        return bool(self.scopes & {"super", "admin"}) or any(scope.startswith(prefix) for scope in self.scopes)


Caller = Principal | Anonymous


class Guard:
    """The dependency behind `requires`, `Public` and `Internal`.

    ``admit`` runs before the body is read; calling the dependency gives what it found.
    """

    label: str

    async def admit(self, request: Request) -> Caller | str:
        """Who calls. Raises `Unauthorized`, `Forbidden` or `Unavailable`."""
        raise NotImplementedError

    def passes(self, caller: Caller) -> bool:
        """Whether it lets this caller through, as far as scopes decide."""
        raise NotImplementedError

    async def __call__(self, request: Request) -> Any:
        """Give the endpoint who was admitted."""
        return request.scope[_CALLER]


class _Requires(Guard):
    def __init__(self, scopes: tuple[str, ...]) -> None:
        self.scopes = scopes
        self.label = " | ".join(scopes) or "logged in"

    async def admit(self, request: Request) -> Caller:
        token, from_cookie = _credential(request)
        if token is None:
            raise Unauthorized("Log in first.")
        if from_cookie:
            _check_origin(request)
        principal = _principal(await state_of(request).verifier.verify(token))
        if not self.passes(principal):
            raise ScopeMissing(f"This needs the scope {self.label}.")
        return principal

    def passes(self, caller: Caller) -> bool:
        return isinstance(caller, Principal) and (not self.scopes or caller.has(*self.scopes))


class _Public(Guard):
    label = "public"

    async def admit(self, request: Request) -> Caller:
        token, from_cookie = _credential(request)
        cookie_borne = (token is not None and from_cookie) or REFRESH_COOKIE in request.cookies
        # A foreign page may not even log somebody in; programs send no Origin and no cookie.
        if cookie_borne or (token is None and "origin" in request.headers):
            _check_origin(request)
        if token is None:
            return Anonymous()
        try:
            return _principal(await state_of(request).verifier.verify(token))
        except (Unauthorized, IdentityUnavailable):
            # What is open to all stays open to somebody whose session has ended.
            return Anonymous()

    def passes(self, caller: Caller) -> bool:
        return True


class _Internal(Guard):
    label = "internal"

    async def admit(self, request: Request) -> str:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise TokenInvalid
        return verify_internal(state_of(request).settings, token.strip())

    def passes(self, caller: Caller) -> bool:
        return False


def requires(*scopes: str) -> Any:
    """Only somebody with one of ``scopes``.

    401 when nobody is logged in, 403 ``scope_missing`` otherwise. An empty list of scopes would have
    to deny everybody, so it is a ValueError; `LoggedIn` is for whoever is logged in.
    """
    if not scopes:
        raise ValueError("name a scope, or use LoggedIn")
    return Depends(_Requires(scopes))


LoggedIn: Any = Depends(_Requires(()))
"""Anybody who is logged in; 401 otherwise."""


Public: Any = Depends(_Public())
"""Open to all. A session that is expired or revoked counts as nobody's."""

Internal: Any = Depends(_Internal())
"""Only another service with a token for this one; gives its name."""


def guards_of(dependant: Dependant) -> Iterator[Guard]:
    """Every guard among a route's dependencies, however deep."""
    for dependency in dependant.dependencies:
        if isinstance(dependency.call, Guard):
            yield dependency.call
        yield from guards_of(dependency)


async def admit(guard: Guard, request: Request) -> None:
    """Find out who calls and keep it for the guard's dependency."""
    request.scope[_CALLER] = await guard.admit(request)


def table_of_guards(app: FastAPI) -> list[tuple[str, str, Guard]]:
    """(method, path, guard) of every route, sorted by path."""
    rows = [
        (method, route.path, next(guards_of(route.dependant)))
        for route in app.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]
    return sorted(rows, key=lambda row: (row[1], row[0]))


def table_of_scopes(app: FastAPI) -> list[tuple[str, str, str]]:
    """(method, path, who may call) of every route, sorted by path."""
    return [(method, path, guard.label) for method, path, guard in table_of_guards(app)]


@cache
def site_origins(public_url: str) -> frozenset[str]:
    """The origins that are the site itself; on a loopback address, localhost and 127.0.0.1 both are."""
    parts = urlsplit(public_url)
    host, port = parts.hostname or "", f":{parts.port}" if parts.port else ""
    hosts = {host, _LOOPBACK.get(host, host)}
    return frozenset(f"{parts.scheme}://{name}{port}" for name in hosts)


def _check_origin(request: Request) -> None:
    if request.method in _SAFE_METHODS:
        return
    if request.headers.get("origin") not in site_origins(state_of(request).settings.public_url):
        raise OriginMismatch("This has to be sent from the site itself.")


def _credential(request: Request) -> tuple[str | None, bool]:
    """The token, and whether a browser sent it by itself."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip(), False
    return request.cookies.get(SESSION_COOKIE) or None, True


def _principal(claims: Claims) -> Principal:
    return Principal(claims.user, claims.person, claims.session, claims.scopes, claims.timezone)
