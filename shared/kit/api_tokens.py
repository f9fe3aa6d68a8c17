"""API tokens: what people give to programs that act for them.

``pwt_``, 40 characters drawn by lot, and 8 that are made from those with a key that services share. So a service knows what auth never issued without asking it, and no flood of invented tokens
gets any further than a hash. Whose a token is, and what it may do, only auth knows.
"""

import asyncio
import hashlib
import hmac
import secrets
import string
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import httpx

from kit.cancelling import cancel
from kit.config import ServiceSettings
from kit.identity import ServiceIdentity, TokenInvalid
from kit.keys import SecretKey, ServiceKeys
from kit.redis_link import RedisLink, RedisUnavailable
from kit.revocation import look_up
from kit.tokens import Claims, IdentityUnavailable, SessionRevoked

PREFIX = "pwt_"

ANSWER_LIFETIME = 30.0
"""Seconds that auth's answer about a token is kept. A token that is revoked is refused at once nevertheless."""

_WITHOUT_REDIS = 5.0
"""Seconds that the answer is kept while Redis cannot tell whether the token has been revoked since."""

_REFUSAL_LIFETIME = 10.0
_REMEMBERED = 2048

_ALPHABET = string.ascii_letters + string.digits
_RANDOM = 40
_SEAL = 8
_LENGTH = len(PREFIX) + _RANDOM + _SEAL


def new_api_token(keys: Sequence[SecretKey]) -> str:
    """A new token, sealed with the newest of the keys that services share. Only its `digest_of` is for keeping."""
    drawn = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM))
    return PREFIX + drawn + _seal(keys[0].key, drawn)


def digest_of(token: str) -> bytes:
    """What a token is known by: 32 bytes that do not lead back to it."""
    return hashlib.sha256(token.encode()).digest()


def is_well_formed(keys: Sequence[SecretKey], token: str) -> bool:
    """Whether it is of the form that auth issues, and sealed with one of our keys."""
    if len(token) != _LENGTH or not token.startswith(PREFIX) or not token.isascii():
        return False
    drawn, seal = token[len(PREFIX) : -_SEAL], token[-_SEAL:]
    return any(hmac.compare_digest(_seal(key.key, drawn), seal) for key in keys)


def _seal(key: bytes, drawn: str) -> str:
    mac = hmac.digest(_derived(key), drawn.encode(), "sha256")
    number = int.from_bytes(mac)
    letters = []
    for _ in range(_SEAL):
        number, index = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[index])
    return "".join(letters)


@cache
def _derived(key: bytes) -> bytes:
    return hmac.digest(key, b"pagewright api tokens", "sha256")


@dataclass(slots=True)
class _Answer:
    """What auth said about a token, and when; no claims for one that is not good."""

    claims: Claims | None
    asked_at: float
    epoch: bytes | None = None
    """That of Redis when the answer was first used; see `kit.revocation`."""

    def is_fresh(self, lifetime: float) -> bool:
        if self.claims is None:
            return time.monotonic() - self.asked_at < _REFUSAL_LIFETIME
        return time.monotonic() - self.asked_at < lifetime and self.claims.expires_at > time.time()


class ApiTokens:
    """Checks API tokens by asking auth, and remembers for a moment what it said."""

    def __init__(
        self,
        settings: ServiceSettings,
        keys: ServiceKeys,
        identity: ServiceIdentity,
        redis: RedisLink,
        http: httpx.AsyncClient,
    ) -> None:
        self._settings = settings
        self._keys = keys
        self._identity = identity
        self._redis = redis
        self._http = http
        self._answers: OrderedDict[bytes, _Answer] = OrderedDict()
        self._questions: dict[bytes, asyncio.Task[_Answer]] = {}

    async def verify(self, token: str) -> Claims:
        """What a good token may do. Raises `TokenInvalid`, `SessionRevoked`, `IdentityUnavailable`."""
        if not is_well_formed(self._keys.api_tokens, token):
            raise TokenInvalid
        digest = digest_of(token)
        claims = await self._known(digest, ANSWER_LIFETIME)
        try:
            # Asked last: it holds for a revocation that came while auth was answering.
            known = await look_up(self._redis, claims.session)
        except RedisUnavailable:
            return await self._known(digest, _WITHOUT_REDIS)
        if known.is_revoked:
            raise SessionRevoked
        return await self._of_epoch(digest, known.epoch)

    async def close(self) -> None:
        """Give up the questions that are under way."""
        await cancel(*self._questions.values())

    async def _of_epoch(self, digest: bytes, epoch: bytes | None) -> Claims:
        """What auth has said in this epoch: what it said before, Redis may have forgotten to be revoked."""
        answer = self._answers.get(digest)
        lifetime = _WITHOUT_REDIS if epoch is None else ANSWER_LIFETIME
        if answer is None or answer.epoch not in (None, epoch) or not answer.is_fresh(lifetime):
            answer = await self._answer(digest)
        answer.epoch = epoch
        if answer.claims is None:
            raise TokenInvalid
        return answer.claims

    async def _known(self, digest: bytes, lifetime: float) -> Claims:
        answer = self._answers.get(digest)
        if answer is None or not answer.is_fresh(lifetime):
            answer = await self._answer(digest)
        if answer.claims is None:
            raise TokenInvalid
        return answer.claims

    async def _answer(self, digest: bytes) -> _Answer:
        """Auth's answer. Those who want to know the same at the same time share one question."""
        question = self._questions.get(digest)
        if question is None:
            question = asyncio.create_task(self._ask(digest))
            self._questions[digest] = question
            question.add_done_callback(lambda _: self._questions.pop(digest, None))
        # Shielded: that one of them has hung up is nothing to the others.
        return await asyncio.shield(question)

    async def _ask(self, digest: bytes) -> _Answer:
        asked_at = time.monotonic()
        authorization = f"Bearer {self._identity.token_for('auth')}"
        try:
            answer = await self._http.post(
                f"{self._settings.auth_url}/private/api-tokens/introspection",
                json={"digest": digest.hex()},
                headers={"Authorization": authorization},
                timeout=3,
            )
            answer.raise_for_status()
            claims = _claims(answer.json())
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise IdentityUnavailable("This token cannot be checked at the moment.") from error
        known = _Answer(claims, asked_at)
        self._answers[digest] = known
        self._answers.move_to_end(digest)
        if len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)
        return known


def _claims(answer: dict[str, Any]) -> Claims | None:
    if not answer["isActive"]:
        return None
    return Claims(
        person=answer["personId"],
        user=answer["userId"],
        session=answer["id"],
        scopes=frozenset(answer["scopes"]),
        timezone=answer["timezone"],
        expires_at=datetime.fromisoformat(answer["expiresAt"]).timestamp(),
        is_api_token=True,
    )
