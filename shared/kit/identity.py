"""Service identity: tokens that one service calls another with.

Each is signed with its service's own key, names its callee as the audience and is good for 120 s.
"""

import time

import jwt

from kit.errors import Forbidden, Unauthorized
from kit.keys import ServiceKeys

ALGORITHM = "EdDSA"
LIFETIME = 120
"""Seconds that a token between services is good for, whatever it says itself."""

_RENEWED_AFTER = LIFETIME / 2
# How far the clocks of two machines may be apart: a token may come from the future, and never outlives its time.
_CLOCKS_DIFFER = 5


class TokenInvalid(Unauthorized):
    """401: the token is forged, expired or not of the kind that belongs here."""

    code = "token_invalid"


class CallerNotAllowed(Forbidden):
    """403: another service, and not one that this is for."""

    code = "caller_not_allowed"


class ServiceIdentity:
    """Signs as one service, and checks who calls it."""

    def __init__(self, keys: ServiceKeys, service: str) -> None:
        self._keys = keys
        self._service = service
        self._signed: dict[str, tuple[float, str]] = {}

    def token_for(self, callee: str) -> str:
        """A token that ``callee`` takes from this service for a minute at least."""
        now = time.time()
        renew_at, token = self._signed.get(callee, (0.0, ""))
        if not now < renew_at <= now + _RENEWED_AFTER:
            issued = int(now)
            claims = {"iss": self._service, "aud": callee, "iat": issued, "exp": issued + LIFETIME}
            signing = self._keys.signing
            token = jwt.encode(claims, signing.key, algorithm=ALGORITHM, headers={"kid": signing.kid})
            self._signed[callee] = (issued + _RENEWED_AFTER, token)
        return token

    def caller_of(self, token: str, allowed: frozenset[str]) -> str:
        """The service that signed the token. Raises `TokenInvalid`, `CallerNotAllowed`."""
        try:
            header = jwt.get_unverified_header(token)
            public = self._keys.public(str(header.get("kid", "")))
            if public is None:
                raise TokenInvalid
            claims = jwt.decode(
                token,
                public.key,
                algorithms=[ALGORITHM],
                # A key speaks for its owner alone.
                issuer=public.owner,
                audience=self._service,
                options={"require": ["iss", "aud", "exp", "iat"], "verify_iat": False},
            )
            issued, expires = float(claims["iat"]), float(claims["exp"])
        except (jwt.PyJWTError, TypeError, ValueError):
            raise TokenInvalid from None
        if not 0 < expires - issued <= LIFETIME or issued > time.time() + _CLOCKS_DIFFER:
            raise TokenInvalid
        if public.owner not in allowed:
            raise CallerNotAllowed(f"{public.owner} may not call this route.")
        return public.owner
