"""What was answered under an idempotency key, so that a retry is answered alike and does nothing again.

For example::

    order_id = new_id()
    request = orjson.dumps(data.model_dump(mode="json"))
    answer = {"id": str(order_id)}
    replay = await begin_once(session, scope=f"orders:{principal.user_id}", key=key, request=request, answer=answer)
    if replay is not None:
        return await OrderRepository(session).get(uuid.UUID(replay.answer["id"]))
    return await create(session, principal, data, order_id)

All within one transaction: a request that fails leaves no key behind, and of two that come at the same time the second
waits for the first and gets its answer. Ids are made before their rows are, so an answer that names the record is known
beforehand.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import LargeBinary, String, delete, func, or_, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from kit.database import Database
from kit.db import Base
from kit.errors import Unprocessable

KEPT_DAYS = 7
"""How long a key is known. Retries come within minutes, or when somebody opens a laptop again that was closed."""


_FORGOTTEN_AT_ONCE = 5_000


class IdempotencyKeyReused(Unprocessable):
    """422: the key came before, with another request."""

    code = "idempotency_key_reused"


class IdempotencyRow(Base):
    """A request that was dealt with."""

    __tablename__ = "idempotency_keys"

    scope: Mapped[str] = mapped_column(String(200), primary_key=True)
    """Whose key it is and what for: keys of two callers or two routes never meet."""
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    request_hash: Mapped[bytes] = mapped_column(LargeBinary)
    answer: Mapped[Any] = mapped_column(JSONB, nullable=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)


@dataclass(frozen=True, slots=True)
class Replay:
    """The request was dealt with before; ``answer`` is what `begin_once` was given then."""

    answer: Any


async def begin_once(
    session: AsyncSession, *, scope: str, key: str, request: bytes, answer: Any = None
) -> Replay | None:
    """Claim the key for this transaction, or give what was answered under it before.

    ``request`` is the request as it was sent; ``answer`` is a JSON value, best one that only names the records made.
    Raises `IdempotencyKeyReused` when the key came with another request.
    """
    claim = insert(IdempotencyRow).values(scope=scope, key=key, request_hash=hash_of(request), answer=answer)
    # Waits for a transaction that claimed the same key and has not ended.
    if await session.scalar(claim.on_conflict_do_nothing().returning(IdempotencyRow.key)):
        return None
    return await replayed(session, scope=scope, key=key, request=request)


def replay_of(request_hash: bytes, answer: Any, request: bytes) -> Replay:
    """The answer under a key that is known, by its row. Raises `IdempotencyKeyReused` for another request."""
    if request_hash != hash_of(request):
        raise IdempotencyKeyReused("This Idempotency-Key was already used for a different request.")
    return Replay(answer)


def hash_of(request: bytes) -> bytes:
    """What a row keeps of the request as it was sent."""
    return hashlib.sha256(request).digest()


async def replayed(session: AsyncSession, *, scope: str, key: str, request: bytes) -> Replay | None:
    """What was answered under the key, if a request with it was dealt with. Raises `IdempotencyKeyReused` for another."""
    known = select(IdempotencyRow.request_hash, IdempotencyRow.answer)
    row = (await session.execute(known.where(IdempotencyRow.scope == scope, IdempotencyRow.key == key))).one_or_none()
    return None if row is None else replay_of(row.request_hash, row.answer, request)


async def answer_for_update(session: AsyncSession, *, scope: str, key: str) -> Any:
    """What was answered under a key that is known; no other transaction replaces it until this one ends."""
    known = select(IdempotencyRow.answer).where(IdempotencyRow.scope == scope, IdempotencyRow.key == key)
    return await session.scalar(known.with_for_update())


async def replace_answer(session: AsyncSession, *, scope: str, key: str, answer: Any) -> None:
    """Have a key that is known stand for another answer from now on."""
    known = update(IdempotencyRow).where(IdempotencyRow.scope == scope, IdempotencyRow.key == key)
    await session.execute(known.values(answer=answer, at=func.now()))


async def is_done(session: AsyncSession, *, scope: str, key: str) -> bool:
    """Whether a request with this key was dealt with, whatever it was."""
    known = select(IdempotencyRow.key).where(IdempotencyRow.scope == scope, IdempotencyRow.key == key)
    return await session.scalar(known) is not None


async def delete_keys(session: AsyncSession, beginnings: Sequence[str]) -> None:
    """Delete the keys of all scopes that begin with one of these: what they stand for is no more."""
    if beginnings:
        scopes = [IdempotencyRow.scope.startswith(beginning, autoescape=True) for beginning in beginnings]
        await session.execute(delete(IdempotencyRow).where(or_(*scopes)))


async def delete_old_keys(database: Database) -> int:
    """Delete the keys that no retry will come with, some at a time; gives how many."""
    age = text(f"interval '{KEPT_DAYS} days'")
    oldest = select(IdempotencyRow.scope, IdempotencyRow.key).where(IdempotencyRow.at < func.now() - age)
    key = tuple_(IdempotencyRow.scope, IdempotencyRow.key)
    statement = delete(IdempotencyRow).where(key.in_(oldest.limit(_FORGOTTEN_AT_ONCE)))
    deleted = 0
    while True:
        async with database.transaction() as session:
            count = len((await session.execute(statement.returning(IdempotencyRow.key))).all())
        deleted += count
        if count < _FORGOTTEN_AT_ONCE:
            return deleted
