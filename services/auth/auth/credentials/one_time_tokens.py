"""Tokens that links in mails carry: each is good for one purpose, once, for a while.

A token is made from its row's id with a key of auth (HMAC-SHA-256), and the row keeps only its SHA-256: somebody who reads
the database cannot follow a link, and cms, which writes the mail later, can still be given the token by its id, any
number of times the same. 256 bits that nobody can guess need no slow hash. Rejected: random tokens that are kept
sealed, which is one more secret at rest to seal anew whenever keys rotate.
"""

import base64
import hashlib
import hmac
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.attempts import failures_of
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import from_network
from auth.device import Device
from auth.people.models import OneTimeToken
from kit.db import new_id
from kit.sealing import Vault
from kit.state import state_of

Purpose = Literal["reset_password", "invitation", "confirm_registration", "confirm_address"]

LIFETIMES: Mapping[Purpose, timedelta] = {
    "reset_password": timedelta(hours=1),
    "invitation": timedelta(days=7),
    "confirm_registration": timedelta(days=1),
    "confirm_address": timedelta(days=1),
}
"""Lifetime of a token of each purpose. The mails name it too."""

_PURPOSE = "one-time tokens"
_MOST_GUESSES = 30
_WINDOW = 15 * 60


@dataclass(frozen=True, slots=True)
class Issued:
    """A new token. The clear text is for a mail and nothing else."""

    id: uuid.UUID
    token: str


@dataclass(frozen=True, slots=True)
class Redeemed:
    """What a token stood for."""

    subject_id: uuid.UUID
    """The user, or the registration."""
    data: Mapping[str, Any]


async def issue(session: AsyncSession, data: Mapping[str, Any], purpose: Purpose, subject_id: uuid.UUID) -> Issued:
    """Issues a token that carries ``data`` and revokes the subject's older one of this purpose."""
    identifier = new_id()
    token = _clear(_vault(session).digest(identifier.bytes))
    values = {
        "id": identifier,
        "digest": _digest(token),
        "data": dict(data),
        "created_at": func.clock_timestamp(),
        "expires_at": func.clock_timestamp() + LIFETIMES[purpose],
    }
    row = insert(OneTimeToken).values(purpose=purpose, subject_id=subject_id, **values)
    await session.execute(
        row.on_conflict_do_update(index_elements=[OneTimeToken.subject_id, OneTimeToken.purpose], set_=values)
    )
    return Issued(identifier, token)


async def reveal(session: AsyncSession, identifier: uuid.UUID) -> str:
    """The clear text of a token that has been issued, as long as it is usable. Raises `TokenUnusable`."""
    query = select(OneTimeToken.digest).where(
        OneTimeToken.id == identifier, OneTimeToken.expires_at > func.clock_timestamp()
    )
    stored = await session.scalar(query)
    if stored is not None:
        # It may have been issued under the key before this one.
        for digest in _vault(session).digests(identifier.bytes):
            if hmac.compare_digest(_digest(_clear(digest)), stored):
                return _clear(digest)
    raise TokenUnusable


async def inspect(session: AsyncSession, purpose: Purpose, token: str, *, device: Device) -> Redeemed:
    """What the token stands for; it stays usable. Raises `TokenUnusable`, `TooManyAttempts`."""
    query = select(OneTimeToken.subject_id, OneTimeToken.data).where(*_usable(purpose, token))
    return await _found(session, query, device=device)


async def redeem(session: AsyncSession, purpose: Purpose, token: str, *, device: Device) -> Redeemed:
    """What the token stood for; once this transaction commits it is used up.

    Of two at once the second waits for the first, and finds nothing. Raises `TokenUnusable`,
    `TooManyAttempts`.
    """
    statement = delete(OneTimeToken).where(*_usable(purpose, token))
    return await _found(session, statement.returning(OneTimeToken.subject_id, OneTimeToken.data), device=device)


async def waiting(session: AsyncSession, purpose: Purpose, subject_id: uuid.UUID) -> Redeemed | None:
    """What the subject's usable token of this purpose stands for, if it has one."""
    query = select(OneTimeToken.data).where(
        OneTimeToken.subject_id == subject_id,
        OneTimeToken.purpose == purpose,
        OneTimeToken.expires_at > func.clock_timestamp(),
    )
    data = await session.scalar(query)
    return None if data is None else Redeemed(subject_id, data)


async def revoke(session: AsyncSession, subject_id: uuid.UUID, *purposes: Purpose) -> None:
    """Have the subject's tokens of these purposes, or of all when none is named, be good for nothing."""
    which: list[ColumnElement[bool]] = [OneTimeToken.subject_id == subject_id]
    if purposes:
        which.append(OneTimeToken.purpose.in_(purposes))
    await session.execute(delete(OneTimeToken).where(*which))


def _vault(session: AsyncSession) -> Vault:
    return state_of(session).vault(_PURPOSE)


async def _found(session: AsyncSession, statement: Any, *, device: Device) -> Redeemed:
    # Nobody guesses 256 bits. The limit keeps a machine that tries from costing more than a look-up.
    limits = from_network("one-time token address", device.address, _MOST_GUESSES, _WINDOW)
    await failures_of(session).check(*limits)
    row = (await session.execute(statement)).one_or_none()
    if row is None:
        await failures_of(session).consume(*limits)
        raise TokenUnusable
    return Redeemed(row.subject_id, row.data)


def _usable(purpose: Purpose, token: str) -> tuple[ColumnElement[bool], ...]:
    return (
        OneTimeToken.digest == _digest(token),
        OneTimeToken.purpose == purpose,
        OneTimeToken.expires_at > func.clock_timestamp(),
    )


def _clear(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
