"""Trackers that single pages have: cms keeps what they are, and pages name them."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.pages.errors import PageTrackersReadOnly
from content.pages.models import HAS_TRACKERS, Page
from kit.auth import Principal
from kit.errors import FieldError, ValidationFailed

_DETACH = text(f"""
UPDATE pages SET version = :version, trackers = trackers - CAST(:id AS text)
WHERE {HAS_TRACKERS} AND trackers @> jsonb_build_array(CAST(:id AS text))
""")  # noqa: S608  # of constants
# An event names its pages one by one up to this many; beyond, every render counts as stale.
_MOST_TAGS = 200


def chosen(principal: Principal, before: Sequence[Any], ids: Sequence[uuid.UUID]) -> list[str]:
    """What a page keeps of its trackers, in their order.

    Raises `PageTrackersReadOnly` if somebody else than an administrator changes them, and `ValidationFailed` if one comes
    twice. That one exists is not looked at: cms says so a moment later than it shows it, and pages load none that is gone.
    """
    after = [str(each) for each in ids]
    if after == before:
        return after
    if not principal.has("admin"):
        raise PageTrackersReadOnly("Only an administrator can change which trackers a page has.")
    faults = [
        FieldError(f"trackers.{index}", "duplicate", "The page already has this tracker.")
        for index, each in enumerate(after)
        if each in after[:index]
    ]
    if faults:
        raise ValidationFailed(faults[0].detail, errors=faults)
    return after


def copied(principal: Principal, ids: Sequence[str]) -> list[str]:
    """What a copy of a page has of the trackers of its original: only an administrator puts trackers on pages."""
    return [*ids] if principal.has("admin") else []


def pages_with(ids: Sequence[uuid.UUID]) -> ColumnElement[bool]:
    """True for pages that have one of these trackers of their own."""
    return and_(text(HAS_TRACKERS), or_(*(Page.trackers.contains([str(each)]) for each in ids)))


async def detach(session: AsyncSession, tracker_id: uuid.UUID) -> None:
    """Take a tracker that is gone off the pages that have it."""
    pages = (await session.scalars(select(Page.id).where(pages_with([tracker_id])))).all()
    if not pages:
        return
    await changes.lock(session)
    tags = [f"page:{page_id}" for page_id in pages] if len(pages) <= _MOST_TAGS else ["site"]
    version = await changes.record(session, [f"tracker:{tracker_id}"], user_id=None, tags=tags)
    await session.execute(_DETACH, {"id": str(tracker_id), "version": version})
