"""Mailings that somebody cancels: what the mail server has not been given is not sent."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, exists, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.models import Email
from kit.cancellable import Cancellation

CANCELLED = "Sending was cancelled."


async def cancel_mailings(session: AsyncSession, mailing_ids: Sequence[uuid.UUID]) -> Cancellation:
    """Marks the emails of mailings that still wait as failed; a task that is about to hand one over finds it failed.

    An administrator can send them again one by one, like all failed emails.
    """
    # Readdressing locks emails in the same order.
    await session.execute(select(Email.id).where(*waits(mailing_ids)).order_by(Email.id).with_for_update())
    waiting = update(Email).where(*waits(mailing_ids))
    waiting = waiting.values(state="failed", reason=CANCELLED, updated_at=datetime.now(UTC))
    if (await session.scalars(waiting.returning(Email.id))).all():
        return "requested"
    return "repeated" if await is_cancelled(session, mailing_ids) else "too_late"


async def is_cancelled(session: AsyncSession, mailing_ids: Sequence[uuid.UUID]) -> bool:
    """Whether somebody has kept emails of these mailings from being sent."""
    kept = exists().where(Email.mailing_id.in_(mailing_ids), Email.state == "failed", Email.reason == CANCELLED)
    return bool(await session.scalar(select(kept)))


def waits(mailing_ids: Sequence[uuid.UUID]) -> tuple[ColumnElement[bool], ...]:
    """Emails of these mailings that the mail server has not been given, nor is being given."""
    return Email.mailing_id.in_(mailing_ids), Email.state == "queued", Email.handed_over_at.is_(None)
