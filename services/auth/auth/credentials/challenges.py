"""What has been begun and waits for its second step: a code, or a passkey's signature.

A challenge is a random token that the browser holds and whose digest is stored. It is good for one
success, a few failures and a short while, and for one purpose.
"""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from typing import Literal

import asyncpg
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.models import LoginChallenge
from auth.people.models import User
from kit.state import state_of

Purpose = Literal["second factor", "set-up", "passkey", "new passkey", "confirmation"]

MOST_TRIES = 5

_SECONDS: dict[Purpose, int] = {
    "second factor": 10 * 60,
    # Somebody may have to find and install an app first.
    "set-up": 30 * 60,
    # It is asked for when the login screen opens, and answered when somebody comes back to it.
    "passkey": 30 * 60,
    "new passkey": 10 * 60,
    "confirmation": 10 * 60,
}

_OPEN = """
INSERT INTO login_challenges (digest, purpose, user_id, password_digest, expires_at)
VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
"""

_FIND = """
SELECT purpose, user_id, password_digest FROM login_challenges
WHERE digest = $1 AND purpose = ANY($2) AND tries < $3 AND expires_at > clock_timestamp()
"""

_ATTEMPT = """
UPDATE login_challenges SET tries = tries + 1
WHERE digest = $1 AND purpose = ANY($2) AND tries < $3 AND expires_at > clock_timestamp()
RETURNING purpose, user_id, password_digest
"""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An active challenge."""

    token: str
    purpose: Purpose
    user_id: uuid.UUID | None
    password_digest: bytes | None

    @property
    def to_sign(self) -> bytes:
        """What an authenticator has to sign."""
        return to_sign(self.token)

    def is_of(self, user: User) -> bool:
        """Whether it is this user's, who may still log in and still has the password that was checked."""
        same = user.id == self.user_id and _password_digest(user) == self.password_digest
        return same and user.state == "active"

    async def spend(self, session: AsyncSession) -> bool:
        """Use it up, in the transaction of what it allows. False when somebody else was quicker."""
        spent = await session.execute(
            delete(LoginChallenge).where(LoginChallenge.digest == _digest(self.token)).returning(LoginChallenge.digest)
        )
        return spent.one_or_none() is not None


class Challenges:
    """Opens and finds challenges.

    Each call is a transaction of its own: a challenge has to stay although the request that opens it
    ends in an error, and a try has to count although the request that made it is rolled back.
    """

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def open(self, purpose: Purpose, user: User | None = None) -> str:
        """The token of a new challenge. Where there is a user, nobody else may answer it."""
        token = secrets.token_urlsafe(32)
        user_id, password_digest = (user.id, _password_digest(user)) if user else (None, None)
        await self._pool.execute(_OPEN, _digest(token), purpose, user_id, password_digest, _SECONDS[purpose])
        return token

    async def find(self, token: str, *purposes: Purpose) -> Challenge | None:
        """The challenge, if it is active and for one of the purposes."""
        return await self._one(_FIND, token, purposes)

    async def attempt(self, token: str, *purposes: Purpose) -> Challenge | None:
        """The active challenge, one of whose tries is counted: of any number of answers sent at once few are judged."""
        return await self._one(_ATTEMPT, token, purposes)

    async def _one(self, query: str, token: str, purposes: tuple[Purpose, ...]) -> Challenge | None:
        row = await self._pool.fetchrow(query, _digest(token), list(purposes), MOST_TRIES)
        return None if row is None else Challenge(token, row["purpose"], row["user_id"], row["password_digest"])


def to_sign(token: str) -> bytes:
    """What an authenticator has to sign for the challenge with this token."""
    # Derived, so that it need not be stored; from the token and not its digest, so that the
    # database does not tell it.
    return hashlib.sha256(f"webauthn\0{token}".encode()).digest()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _password_digest(user: User) -> bytes:
    return hashlib.sha256((user.password_hash or "").encode()).digest()


def challenges_of(session: AsyncSession) -> Challenges:
    """The challenges that wait."""
    return Challenges(state_of(session).database.pool)
