"""The order of changes: every change of content takes the site's row, counts its version up and is logged."""

import uuid
from collections.abc import Iterable

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes.errors import SiteNotSetUp
from content.changes.events import emit_changed
from content.site.models import COUNTED_UP

_LOCK = text("SELECT version FROM site FOR UPDATE")
_RECORD = text(f"""
WITH counted AS (UPDATE site SET {COUNTED_UP} RETURNING version),
logged AS (
    INSERT INTO changes (version, thing, page_id, user_id)
    SELECT version, unnest(CAST(:resources AS text[])), CAST(:page_id AS uuid), CAST(:user_id AS uuid) FROM counted
)
SELECT version FROM counted
""")  # noqa: S608  # of constants


async def lock(session: AsyncSession) -> int:
    """The site's version, with no other change able to commit before this transaction ends.

    Raises SiteNotSetUp.
    """
    version: int | None = await session.scalar(_LOCK)
    if version is None:
        raise SiteNotSetUp("Set the site up first.")
    return version


async def record(
    session: AsyncSession,
    resources: Iterable[str],
    *,
    user_id: str | None,
    page_id: uuid.UUID | str | None = None,
    tags: Iterable[str] | None = None,
) -> int:
    """Count the site's version up, log what changes with it, and announce it; the new version.

    `tags` are the renders' tags that become stale, `resources` themselves when left out. Takes the site's row lock.
    Raises SiteNotSetUp.
    """
    resources = sorted(set(resources))
    version: int | None = await session.scalar(
        _RECORD,
        {
            "resources": resources,
            "page_id": page_id and str(page_id),
            "user_id": user_id,
        },
    )
    if version is None:
        raise SiteNotSetUp("Set the site up first.")
    emit_changed(session, version, resources if tags is None else tags)
    return version
