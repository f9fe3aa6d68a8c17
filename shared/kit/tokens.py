"""Signed tokens: checking those of people. Those between services are `kit.identity`'s."""

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import httpx
import jwt

from kit.cancelling import cancel
from kit.config import ServiceSettings
from kit.errors import Unauthorized, Unavailable
from kit.identity import ServiceIdentity, TokenInvalid
from kit.redis_link import RedisLink, RedisUnavailable
from kit.revocation import look_up

log = logging.getLogger(__name__)

ISSUER = "pagewright"
AUDIENCE = "pagewright"
ALGORITHM = "EdDSA"

_REQUIRED = ["iss", "aud", "exp", "iat", "sub", "user", "sid", "scopes", "timezone"]
_REFETCH_PAUSE = 3.0
_KEYS_GET_OLD = 300.0
_REMEMBERED_TOKENS = 2048
_SESSION_ANSWER_LIFETIME = 5.0


class SessionRevoked(Unauthorized):
    """401: the token is genuine, and its session has been ended."""

    code = "session_revoked"


class IdentityUnavailable(Unavailable):
    """503: nobody can be asked whether this token is good."""

    code = "identity_unavailable"


@dataclass(frozen=True, slots=True)
class Claims:
    """What a person's token says. ``person`` is the token's ``sub``.

    ``session`` is the id of what can be revoked: the login's, or that of an API token.
    """

    person: str
    user: str
    session: str
    scopes: frozenset[str]
    timezone: str
    expires_at: float
    is_api_token: bool = False


class Verifier:
    """Checks people's tokens with auth's public keys, and asks whether their session is still active.

    The keys are fetched once, again when they are five minutes old, and at once (but every three
    seconds at most) for a key id that is not among them. While auth is away, the old keys serve.
    """

    def __init__(
        self, settings: ServiceSettings, identity: ServiceIdentity, redis: RedisLink, http: httpx.AsyncClient
    ) -> None:
        self._settings = settings
        self._identity = identity
        self._redis = redis
        self._http = http
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched_at = 0.0
        self._tried_at = 0.0
        self._lock = asyncio.Lock()
        self._refreshing: asyncio.Task[None] | None = None
        self._remembered: OrderedDict[str, Claims] = OrderedDict()
        self._sessions: OrderedDict[str, tuple[float, bool]] = OrderedDict()

    async def verify(self, token: str) -> Claims:
        """The claims of a good token. Raises `TokenInvalid`, `SessionRevoked`, `IdentityUnavailable`."""
        claims = self._remembered.get(token)
        if claims is None or claims.expires_at <= time.time():
            claims = await self._check(token)
            self._remembered[token] = claims
            if len(self._remembered) > _REMEMBERED_TOKENS:
                self._remembered.popitem(last=False)
        if await self._is_revoked(claims.session):
            raise SessionRevoked
        return claims

    def load(self, document: dict[str, Any]) -> None:
        """Take the public keys of a JWKS document; auth does this with its own at start."""
        keys: dict[str, jwt.PyJWK] = {}
        for entry in document["keys"]:
            # Symmetric keys and other curves in the document would widen what is accepted.
            if entry.get("kty") == "OKP" and entry.get("crv") == "Ed25519" and isinstance(entry.get("kid"), str):
                keys[entry["kid"]] = jwt.PyJWK(entry, algorithm=ALGORITHM)
        if keys.keys() != self._keys.keys():
            self._remembered.clear()
        self._keys = keys
        self._fetched_at = time.monotonic()

    async def close(self) -> None:
        """Give up a refresh that is under way."""
        if self._refreshing is not None:
            await cancel(self._refreshing)

    async def _check(self, token: str) -> Claims:
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError:
            raise TokenInvalid from None
        if header.get("alg") != ALGORITHM:
            raise TokenInvalid
        key = await self._key(str(header.get("kid", "")))
        try:
            payload = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                audience=AUDIENCE,
                # Auth's clock may be ahead of ours by a moment, and its signature says enough.
                options={"require": _REQUIRED, "verify_iat": False},
            )
            return _claims(payload)
        except (jwt.PyJWTError, TypeError, ValueError):
            raise TokenInvalid from None

    async def _key(self, kid: str) -> jwt.PyJWK:
        if kid not in self._keys:
            await self._fetch(kid)
        elif self._old() and (self._refreshing is None or self._refreshing.done()):
            # Nobody waits for it: an auth that hangs must not hold up those whose key is known.
            self._refreshing = asyncio.create_task(self._fetch(kid))
        key = self._keys.get(kid)
        if key is not None:
            return key
        if self._keys:
            raise TokenInvalid
        raise IdentityUnavailable("The keys that tokens are checked with cannot be fetched.")

    async def _fetch(self, kid: str) -> None:
        async with self._lock:
            now = time.monotonic()
            fresh = kid in self._keys and not self._old()
            if fresh or (self._tried_at and now - self._tried_at < _REFETCH_PAUSE):
                return
            self._tried_at = now
            try:
                answer = await self._http.get(f"{self._settings.auth_url}/auth/.well-known/jwks.json", timeout=3)
                answer.raise_for_status()
                self.load(answer.json())
            except (httpx.HTTPError, ValueError, KeyError, TypeError, jwt.PyJWTError) as error:
                log.warning("jwks not fetched: %s", error)

    def _old(self) -> bool:
        return time.monotonic() - self._fetched_at > _KEYS_GET_OLD

    async def _is_revoked(self, session: str) -> bool:
        try:
            known = await look_up(self._redis, session)
        except RedisUnavailable:
            return await self._ask_auth(session)
        if known.is_revoked or known.epoch is not None:
            return known.is_revoked
        return await self._ask_auth(session)

    async def _ask_auth(self, session: str) -> bool:
        known = self._sessions.get(session)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        try:
            answer = await self._http.get(
                f"{self._settings.auth_url}/private/sessions/{session}",
                headers={"Authorization": f"Bearer {self._identity.token_for('auth')}"},
                timeout=3,
            )
        except httpx.HTTPError as error:
            raise IdentityUnavailable("This session cannot be checked at the moment.") from error
        if answer.status_code not in {200, 404}:
            raise IdentityUnavailable("This session cannot be checked at the moment.")
        revoked = answer.status_code == 404
        self._sessions[session] = (time.monotonic() + _SESSION_ANSWER_LIFETIME, revoked)
        if len(self._sessions) > _REMEMBERED_TOKENS:
            self._sessions.popitem(last=False)
        return revoked


def _claims(payload: dict[str, Any]) -> Claims:
    scopes = payload["scopes"]
    texts = [payload["sub"], payload["user"], payload["sid"], payload["timezone"]]
    if not isinstance(scopes, list) or not all(isinstance(text, str) and text for text in [*texts, *scopes]):
        raise ValueError("claims of the wrong type")
    person, user, session, timezone = texts
    return Claims(person, user, session, frozenset(scopes), timezone, float(payload["exp"]))
