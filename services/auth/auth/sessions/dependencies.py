"""What routes are given of a session: its cookies, and that it was confirmed lately.

Scripts cannot read the cookies, other sites' pages cannot send them with a write.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, cast

from fastapi import Depends, Request, Response

from auth.config import Settings
from auth.sessions.errors import RefreshReused, SessionExpired
from auth.sessions.freshness import check_fresh
from auth.sessions.refresh import Issued
from auth.sessions.schemas import PublicClaims, TokenAnswer
from kit.auth import REFRESH_COOKIE, SESSION_COOKIE, Caller, Guard, InSession, Principal
from kit.state import state_of

# A browser compares the path it sees: the gateway takes the same route with and without /api.
_REFRESH_PATHS = ("/auth/tokens", "/api/auth/tokens")


@dataclass(frozen=True, slots=True)
class SessionCookies:
    """The session's cookies of one request and its answer."""

    request: Request
    response: Response

    @property
    def refresh(self) -> str | None:
        """The refresh credential that the browser sent."""
        return self.request.cookies.get(REFRESH_COOKIE)

    def set_cookies(self, issued: Issued) -> TokenAnswer:
        """Give the tokens to the browser; the body of the answer."""
        attributes = self._attributes()
        # It outlives the token in it, which is good for minutes: a browser that brings one that has run
        # out is known to have a session to renew, and gets the screens that renew it.
        self.response.set_cookie(
            SESSION_COOKIE, issued.access_token, max_age=issued.refresh_lifetime, path="/", **attributes
        )
        if issued.refresh is not None:
            for path in _REFRESH_PATHS:
                self.response.set_cookie(
                    REFRESH_COOKIE, str(issued.refresh), max_age=issued.refresh_lifetime, path=path, **attributes
                )
        return TokenAnswer(public=PublicClaims(claims=issued.claims))

    @contextmanager
    def clear_when_expired(self) -> Iterator[None]:
        """Have the browser forget the session cookie, too, when it learns that its session is over.

        Otherwise the site would go on to take it for an editor's, and show the editor instead of pages.
        """
        try:
            yield
        except (SessionExpired, RefreshReused) as refusal:
            # What is set on the answer is lost with it: the refusal becomes another one.
            forgetting = Response()
            forgetting.delete_cookie(SESSION_COOKIE, path="/", **self._attributes())
            refusal.headers["Set-Cookie"] = forgetting.headers["set-cookie"]
            raise

    def clear_cookies(self) -> None:
        """Have the browser forget the tokens."""
        attributes = self._attributes()
        self.response.delete_cookie(SESSION_COOKIE, path="/", **attributes)
        for path in _REFRESH_PATHS:
            self.response.delete_cookie(REFRESH_COOKIE, path=path, **attributes)

    def _attributes(self) -> dict[str, Any]:
        settings = cast("Settings", state_of(self.request).settings)
        return {"httponly": True, "samesite": "lax", "secure": settings.secure_cookies}


Cookies = Annotated[SessionCookies, Depends()]
"""The cookies of the request and its answer."""


class _Confirmed(Guard):
    label = "logged in, no API token, confirmed lately"

    async def admit(self, request: Request) -> Caller:
        principal = cast("Principal", await _in_session().admit(request))
        async with state_of(request).database.reading() as session:
            await check_fresh(session, principal)
        return principal

    def passes(self, caller: Caller) -> bool:
        return _in_session().passes(caller)


def _in_session() -> Guard:
    return cast("Guard", InSession.dependency)


Confirmed: Any = Depends(_Confirmed())
"""Anybody whose session was confirmed within 15 minutes: 401, 403 `needs_session`, 403 `confirmation_needed`."""
