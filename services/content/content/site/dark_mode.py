"""Whether the site's pages follow a visitor's dark mode."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.light_only import LIGHT_ONLY

# The lowest id, and not EXISTS: the planner cannot know how seldom the condition holds. It takes a third of all rows for
# such ones and reads a table from its beginning, which is a second for 10,000 pages. The index has the lowest id at hand.
_FOUND = " OR ".join(
    f"(SELECT id FROM {table} WHERE {LIGHT_ONLY} ORDER BY id LIMIT 1) IS NOT NULL"  # noqa: S608  # of constants
    for table in ("pages", "layouts", "branch_blocks")
)
CHOICE = text(
    f"""SELECT follows_dark_mode,
    CASE dark_mode WHEN 'on' THEN true WHEN 'off' THEN false ELSE NOT ({_FOUND}) END AS follows
FROM site"""  # noqa: S608  # of constants
)
_WRITE = text("UPDATE site SET follows_dark_mode = :follows")


async def refresh(session: AsyncSession) -> bool:
    """Find out anew whether pages follow dark mode, after a change of the setting or of backgrounds; whether that changed.

    Automatic: they do while no editor has set colours for light pages only. Every page shows it, so a change of it
    makes all renders stale. The caller holds the site's row lock.
    """
    row = (await session.execute(CHOICE)).one_or_none()
    if row is None or row.follows == row.follows_dark_mode:
        return False
    await changes.record(session, ["site"], user_id=None)
    await session.execute(_WRITE, {"follows": row.follows})
    return True
