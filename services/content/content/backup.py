"""What of content is in a backup of the site: all that pages are made of."""

from collections.abc import Mapping

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog.references import CATEGORIES, POSTS
from content.changes import service as changes
from content.changes.models import Change
from content.config import Settings
from content.files.models import File, Folder
from content.links.models import LinkCheck, LinkFix, LinkFixPage
from content.notifications.models import NotificationRead
from content.page_render.models import SavePart
from content.page_render.parts import SCOPE
from content.pages.models import Save
from content.scopes.models import KnownScope
from content.search.models import SearchDocument, SearchState, StalePage
from content.site.models import Site
from kit.backups import Part, Restored, ServiceBackup, backup_router

# What the excerpts of posts were kept up to is what they are kept up to now, or else before all that was not looked at.
_COUNT_ON = text("""
UPDATE site SET version = :version,
    excerpts_version = CASE WHEN excerpts_version = version THEN :version ELSE excerpts_version END
""")
# What renders, menus, lists and feeds carry, whatever page they are of.
_EVERYTHING = ("site", "menu", "pages", POSTS, CATEGORIES)


async def _version(session: AsyncSession) -> int:
    return await session.scalar(select(Site.version)) or 0


async def _count_on(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    """Give the site a version that none of its pages ever had.

    The log of changes begins with it, so a save on a page as it was before is asked about, and not taken.
    """
    version = await _version(session)
    if version:
        # In SQL, for this is no change that the row's own time should tell of.
        await session.execute(_COUNT_ON, {"version": max(version, restored.before)})
        await changes.record(session, ["site"], user_id=None, tags=_EVERYTHING)
    return {}


BACKUP = ServiceBackup(
    Settings,
    [
        Part(
            "pages",
            # What is found by a search is made anew of the pages.
            cleared=[Change, Save, SavePart, LinkFix, LinkFixPage, SearchDocument, SearchState, StalePage],
            since=[KnownScope],
            key_scopes=[SCOPE],
            prepare=_version,
            complete=_count_on,
        )
    ],
    # What cms tells of files it tells anew once they are restored.
    left_out=[File, Folder, LinkCheck, NotificationRead],
)
router = backup_router(BACKUP)
