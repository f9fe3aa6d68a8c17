"""Who changed the pages last."""

import uuid

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.pages.schemas import PageEditor
from kit.db import release_connection
from kit.state import state_of
from kit.user_names import user_names

_MOST = 100
_EDITORS = text("""
SELECT user_id FROM (
    SELECT DISTINCT ON (pages.id) changes.user_id, changes.version
    FROM pages JOIN changes USING (version) WHERE changes.user_id IS NOT NULL
) latest
GROUP BY user_id ORDER BY max(version) DESC LIMIT :most
""")


async def editors(session: AsyncSession) -> list[PageEditor]:
    """Those whose change is the last of some page, as far as the log of changes goes back, by name.

    Whose name auth does not tell is left without one.
    """
    user_ids: list[uuid.UUID] = [*await session.scalars(_EDITORS, {"most": _MOST})]
    await release_connection(session)
    names = await user_names(state_of(session), map(str, user_ids))
    found = [PageEditor(user_id=user_id, name=names.get(str(user_id))) for user_id in user_ids]
    return sorted(found, key=lambda editor: (editor.name is None, (editor.name or "").casefold()))
