"""The cookies of a session. Scripts cannot read them, other sites' pages cannot send them with a write."""

from dataclasses import dataclass
from functools import partial

from fastapi import Response
from kit.auth import REFRESH_COOKIE, SESSION_COOKIE

from auth.tokens.access import LIFETIME
from auth.tokens.refresh import RefreshCredential
from auth.tokens.schemas import Claims, PublicClaims, TokenAnswer

# A browser compares the path it sees: the gateway takes the same route with and without /api.
_REFRESH_PATHS = ("/auth/tokens", "/api/auth/tokens")


@dataclass(frozen=True, slots=True)
class Issued:
    """What a login or a refresh gives."""

    claims: Claims
    access_token: str
    refresh: RefreshCredential | None
    """None when the browser already has the successor of what it sent."""
    refresh_lifetime: int
    """Seconds until the refresh credential expires unused."""

    def answer(self) -> TokenAnswer:
        """The body of the response."""
        return TokenAnswer(public=PublicClaims(claims=self.claims))


def set_cookies(response: Response, issued: Issued, *, secure: bool) -> None:
    """Hand the tokens to the browser."""
    keep = partial(response.set_cookie, httponly=True, samesite="lax", secure=secure)
    keep(SESSION_COOKIE, issued.access_token, max_age=LIFETIME, path="/")
    if issued.refresh is not None:
        for path in _REFRESH_PATHS:
            keep(REFRESH_COOKIE, str(issued.refresh), max_age=issued.refresh_lifetime, path=path)


def clear_cookies(response: Response, *, secure: bool) -> None:
    """Have the browser forget the tokens."""
    drop = partial(response.delete_cookie, httponly=True, samesite="lax", secure=secure)
    drop(SESSION_COOKIE, path="/")
    for path in _REFRESH_PATHS:
        drop(REFRESH_COOKIE, path=path)
