"""Who may call, said in the signature of every route.

One of these::

    async def update(principal: Annotated[Principal, requires("editor")], ...)   # this scope, or one above it
    async def me(principal: Annotated[Principal, LoggedIn], ...)                  # anybody who is logged in
    async def leave(principal: Annotated[Principal, InSession], ...)             # the same, but no API token
    async def show(caller: Annotated[Caller, Public], ...)                       # anybody; logged in or not
    async def order(caller: Annotated[Caller, PublicWrite], ...)                 # the same, where it counts who it is
    async def put_site(service: Annotated[str, Internal("auth")], ...)           # these services

`kit.app` refuses to start with a route that says none of them, and asks before the body is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from kit.api_tokens import PREFIX as API_TOKEN_PREFIX
from kit.config import PartName
from kit.errors import Forbidden, Unauthorized
from kit.identity import TokenInvalid
from kit.origins import site_origins
from kit.state import state_of
from kit.tokens import IdentityUnavailable

SESSION_COOKIE = "pagewright_session"
REFRESH_COOKIE = "pagewright_refresh"

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_CALLER = "kit.caller"

LOGGED_IN = "logged-in"
"""In a scopeWhitelist: everybody who is logged in, with whatever scopes. No scope may have this name."""

INTERNAL = "internal: "
"""How the label of an `Internal` route begins; its callers follow."""


class ScopeMissing(Forbidden):
    """403: logged in, without any of the scopes that this needs."""

    code = "scope_missing"


class NeedsSession(Forbidden):
    """403: this is for somebody who has logged in, not for a program with an API token."""

    code = "needs_session"


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


def grants(granted: frozenset[str], *scopes: str) -> bool:
    """Whether one of ``scopes`` is granted by those held.

    ``super`` passes all, ``admin`` all but ``super``; none is denied.
    """
    if "super" in granted:
        return bool(scopes)
    if "admin" in granted:
        return any(scope != "super" for scope in scopes)
    return not granted.isdisjoint(scopes)


@dataclass(frozen=True, slots=True)
class Principal:
    """The person who calls. Ids are UUIDs as text, as the token has them.

    ``session_id`` is that of the API token where a program calls with one.
    """

    user_id: str
    person_id: str
    session_id: str
    scopes: frozenset[str]
    timezone: str
    is_api_token: bool = False
    """Whether it is a program that acts for the person, within the scopes that it was given."""
    address: str | None = None
    """The client address of the request, for the audit log; none in a job."""

    def has(self, *scopes: str) -> bool:
        """Whether one of ``scopes`` is granted; see `grants`."""
        return grants(self.scopes, *scopes)

    def has_prefix(self, prefix: str) -> bool:
        """Whether any scope of an area is granted: ``has_prefix("crm:")``."""
        return bool(self.scopes & {"super", "admin"}) or any(scope.startswith(prefix) for scope in self.scopes)


Caller = Principal | Anonymous

_LONGEST_ADDRESS = 64


def scopes_of(caller: Caller) -> frozenset[str]:
    """The scopes by which whitelists and prices are judged for a caller: those held, and `LOGGED_IN` for who is."""
    return caller.scopes | {LOGGED_IN} if isinstance(caller, Principal) else caller.scopes


class Guard:
    """The dependency behind `requires`, `Public`, `PublicWrite` and `Internal`.

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
    def __init__(self, scopes: tuple[str, ...], *, in_session: bool = False) -> None:
        self.scopes = scopes
        self.in_session = in_session
        self.label = (" | ".join(scopes) or "logged in") + (", no API token" if in_session else "")

    async def admit(self, request: Request) -> Caller:
        token, from_cookie = _credential(request)
        if token is None:
            raise Unauthorized("Log in first.")
        if from_cookie:
            _check_origin(request)
        principal = await _identify(request, token, from_cookie=from_cookie)
        require(principal, *self.scopes, in_session=self.in_session)
        return principal

    def passes(self, caller: Caller) -> bool:
        if not isinstance(caller, Principal) or (self.in_session and caller.is_api_token):
            return False
        return not self.scopes or caller.has(*self.scopes)


def require(principal: Principal, *scopes: str, in_session: bool = False) -> None:
    """Check that a principal has one of ``scopes``, where any are named; if ``in_session``, not by an API token.

    Raises `NeedsSession`, `ScopeMissing`.
    """
    if in_session and principal.is_api_token:
        raise NeedsSession("An API token cannot do this: log in.")
    if scopes and not principal.has(*scopes):
        raise ScopeMissing(f"This needs the scope {' | '.join(scopes)}.")


class _Public(Guard):
    label = "public"

    def __init__(self, *, is_identity_kept: bool = False) -> None:
        self._is_identity_kept = is_identity_kept

    async def admit(self, request: Request) -> Caller:
        token, from_cookie = _credential(request)
        cookie_borne = (token is not None and from_cookie) or REFRESH_COOKIE in request.cookies
        # A foreign page may not even log somebody in; programs send no Origin and no cookie.
        if cookie_borne or (token is None and "origin" in request.headers):
            _check_origin(request)
        if token is None:
            return Anonymous()
        try:
            return await _identify(request, token, from_cookie=from_cookie)
        except (Unauthorized, IdentityUnavailable):
            if self._is_identity_kept:
                raise
            # What is open to all stays open to somebody whose session has ended.
            return Anonymous()

    def passes(self, caller: Caller) -> bool:
        return True


class _Internal(Guard):
    def __init__(self, callers: frozenset[str]) -> None:
        self.callers = callers
        self.label = f"{INTERNAL}{', '.join(sorted(callers))}"

    async def admit(self, request: Request) -> str:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise TokenInvalid
        return state_of(request).identity.caller_of(token.strip(), self.callers)

    def passes(self, caller: Caller) -> bool:
        return False


def requires(*scopes: str, in_session: bool = False) -> Any:
    """Only somebody with one of ``scopes``; if ``in_session``, not by an API token (403 ``needs_session``).

    401 when nobody is logged in, 403 ``scope_missing`` otherwise. An empty list of scopes would have
    to deny everybody, so it is a ValueError; `LoggedIn` admits every logged-in user.
    """
    if not scopes:
        raise ValueError("name a scope, or use LoggedIn")
    return Depends(_Requires(scopes, in_session=in_session))


LoggedIn: Any = Depends(_Requires(()))
"""Anybody who is logged in, in person or by an API token; 401 otherwise."""

InSession: Any = Depends(_Requires((), in_session=True))
"""Anybody who is logged in, 401 otherwise; not by an API token (403 ``needs_session``).

For routes that change credentials and sessions: a stolen token must not yield access that outlasts it.
"""

Public: Any = Depends(_Public())
"""Open to all. A session that is expired or revoked, or cannot be checked, counts as nobody's."""

PublicWrite: Any = Depends(_Public(is_identity_kept=True))
"""Open to all, for writes that keep who calls or are decided by it: a member's write must not pass for a stranger's.

A credential that is sent and not good is 401; 503 ``identity_unavailable`` when it cannot be checked. Without one, anybody.
"""


def Internal(*callers: PartName) -> Any:  # noqa: N802  # reads like `Public` and `LoggedIn` beside it
    """Only these parts of the site, each with a token of its own for this service; gives the caller's name.

    401 ``token_invalid`` without such a token, 403 ``caller_not_allowed`` for a part that is not named.
    """
    if not callers:
        raise ValueError("name the services that may call")
    return Depends(_Internal(frozenset(callers)))


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


def _check_origin(request: Request) -> None:
    if request.method in _SAFE_METHODS:
        return
    if request.headers.get("origin") not in site_origins(state_of(request).settings.public_url):
        raise OriginMismatch("Send this request from the site itself.")


def _credential(request: Request) -> tuple[str | None, bool]:
    """The token, and whether a browser sent it by itself."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip(), False
    return request.cookies.get(SESSION_COOKIE) or None, True


async def _identify(request: Request, token: str, *, from_cookie: bool) -> Principal:
    state = state_of(request)
    # Browsers never hold an API token, so none counts that comes as a cookie.
    is_api_token = token.startswith(API_TOKEN_PREFIX) and not from_cookie
    claims = await (state.api_tokens if is_api_token else state.verifier).verify(token)
    return Principal(
        claims.user,
        claims.person,
        claims.session,
        claims.scopes,
        claims.timezone,
        claims.is_api_token,
        request.client.host[:_LONGEST_ADDRESS] if request.client else None,
    )
