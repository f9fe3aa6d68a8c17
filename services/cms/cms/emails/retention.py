"""What the mail log does not keep: emails after some time, and what is in them once its link is dead.

In batches, each a transaction of its own: a log of a million lines holds nobody up. What somebody else holds, such as
an email that is just being sent again, is left to the next time.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, ColumnExpressionArgument, and_, delete, or_, select, update
from sqlalchemy.sql.dml import Delete, Update

from cms.config import settings_of
from cms.emails.clearing import tidy_mailings
from cms.emails.kinds import KINDS, LONGEST_LINK
from cms.emails.models import Email
from kit.state import KitState

BATCH = 500


class Tidied(NamedTuple):
    """How many emails were taken out, and how many others lost their bodies."""

    deleted: int
    blanked: int


async def tidy(kit: KitState, batch: int = BATCH) -> Tidied:
    """Do it for all there are. Those that wait to be sent stay as they are."""
    now = datetime.now(UTC)
    old = now - timedelta(days=settings_of(kit).mail_kept_days)
    over = (Email.created_at < old, or_(Email.asked_again_at.is_(None), Email.asked_again_at < old))
    deleted = await _in_batches(kit, delete(Email), batch, *over)
    dead = (Email.has_secret, or_(Email.text.is_not(None), Email.html.is_not(None)), _is_dead(now))
    # What became of an email does not change with it: a failure of last week is not one of today.
    blank = update(Email).values(text=None, html=None, updated_at=Email.updated_at)
    blanked = await _in_batches(kit, blank, batch, *dead)
    await tidy_mailings(kit, batch)
    return Tidied(deleted, blanked)


def _is_dead(now: datetime) -> ColumnElement[bool]:
    """Whether the link in an email is good for nothing any more, which depends on its kind."""
    shorter = [(name, kind.link_lives) for name, kind in KINDS.items() if kind.link_lives < LONGEST_LINK]
    by_kind = (and_(Email.kind == name, Email.created_at <= now - lives) for name, lives in shorter)
    return or_(Email.created_at <= now - LONGEST_LINK, *by_kind)


async def _in_batches(
    kit: KitState, change: Delete | Update, batch: int, *which: ColumnExpressionArgument[bool]
) -> int:
    oldest = select(Email.id).where(Email.state != "queued", *which).order_by(Email.created_at).limit(batch)
    statement = change.where(Email.id.in_(oldest.with_for_update(skip_locked=True).scalar_subquery()))
    total = 0
    while True:
        async with kit.database.transaction() as session:
            changed = await session.scalars(statement.returning(Email.id))
            number = len(changed.all())
        total += number
        if number < batch:
            return total
