"""What mailings do not keep: attachments that everybody has, and all of what the log is not to have."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, update

from cms.emails import attachments
from cms.emails.kinds import LONGEST_LINK
from cms.emails.models import Email, Mailing
from kit.state import KitState

_UNSENT = ("queued", "failed", "kept")


async def clear_sent(kit: KitState, email_id: uuid.UUID) -> None:
    """Forget what the mailing of an email keeps for those alone who have not got it yet, if everybody has."""
    own = select(Email.mailing_id).where(Email.id == email_id).scalar_subquery()
    await _clear(kit, 1, Mailing.id == own, _keeps_something(), _is_sent())


async def clear_sent_mailings(kit: KitState, mailing_ids: Sequence[uuid.UUID]) -> None:
    """Forget what those mailings keep for those alone who have not got it yet that everybody has got."""
    await _clear(kit, len(mailing_ids), Mailing.id.in_(mailing_ids), _keeps_something(), _is_sent())


async def tidy_mailings(kit: KitState, batch: int) -> int:
    """Forget what was not forgotten at once, and what could not be sent for days. Gives how many mailings are gone."""
    is_old = Mailing.created_at <= datetime.now(UTC) - LONGEST_LINK
    waits = exists().where(Email.mailing_id == Mailing.id, Email.state == "queued")
    forgettable = or_(_is_sent(), and_(is_old, ~Mailing.is_logged, ~waits))
    while await _clear(kit, batch, _keeps_something(), forgettable) == batch:
        pass
    gone = 0
    empty = select(Mailing.id).where(~exists().where(Email.mailing_id == Mailing.id)).order_by(Mailing.id).limit(batch)
    while True:
        async with kit.database.transaction() as session:
            statement = delete(Mailing).where(Mailing.id.in_(empty.with_for_update(skip_locked=True).scalar_subquery()))
            number = len((await session.scalars(statement.returning(Mailing.id))).all())
        gone += number
        if number < batch:
            return gone


def _keeps_something() -> ColumnElement[bool]:
    return or_(Mailing.has_attachments, and_(~Mailing.is_logged, Mailing.subject.is_not(None)))


def _is_sent() -> ColumnElement[bool]:
    return ~exists().where(Email.mailing_id == Mailing.id, Email.state.in_(_UNSENT))


async def _clear(kit: KitState, most: int, *which: ColumnElement[bool]) -> int:
    """Gives of how many mailings it was; those that somebody else holds are left."""
    async with kit.database.transaction() as session:
        query = select(Mailing.id, Mailing.is_logged).where(*which).limit(most).with_for_update(skip_locked=True)
        rows = (await session.execute(query)).all()
        ids = [row.id for row in rows]
        await attachments.drop(session, ids)
        await session.execute(update(Mailing).where(Mailing.id.in_(ids)).values(has_attachments=False))
        unlogged = [row.id for row in rows if not row.is_logged]
        nothing: dict[str, Any] = {"subject": None, "text": None, "html": None, "attachments": []}
        await session.execute(update(Mailing).where(Mailing.id.in_(unlogged)).values(nothing))
    return len(rows)
