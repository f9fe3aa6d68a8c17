"""Emails that could not be sent, as news for administrators."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.cancelling import CANCELLED
from cms.emails.models import Email
from kit.auth import Principal
from kit.notifications import MOST, News

_NAMESPACE = uuid.UUID("6f0d6b0e-5a0c-4b55-9f43-0d1c5f0f2c11")


async def failed_emails(session: AsyncSession, principal: Principal, since: datetime) -> Sequence[News]:
    """One for each day of UTC, so that a mail server that refuses everything is not told of a hundred times.

    Not those that somebody did not want sent.
    """
    if not principal.has("admin"):
        return []
    day = func.date_trunc("day", Email.updated_at, "UTC")
    query = (
        select(day.label("day"), func.count().label("count"), func.max(Email.updated_at).label("at"))
        .where(Email.state == "failed", Email.created_at > since, Email.reason.is_distinct_from(CANCELLED))
        .group_by(day)
        .order_by(day.desc())
        .limit(MOST)
    )
    return [
        News(uuid.uuid5(_NAMESPACE, row.day.date().isoformat()), row.at, "emails.failed", {"count": row.count})
        for row in await session.execute(query)
    ]
