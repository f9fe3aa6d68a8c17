"""Who changed the pages last."""

import asyncio
import logging
import uuid

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.pages.schemas import PageEditor
from kit.db import release_connection
from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)

_MOST = 100
"""What auth takes in one question."""
_TIMEOUT = 2.0
_EDITORS = text("""
SELECT user_id FROM (
    SELECT DISTINCT ON (pages.id) changes.user_id, changes.version
    FROM pages JOIN changes USING (version) WHERE changes.user_id IS NOT NULL
) latest
GROUP BY user_id ORDER BY max(version) DESC LIMIT :most
""")


async def editors(session: AsyncSession, state: KitState) -> list[PageEditor]:
    """Those whose change is the last of some page, as far as the log of changes goes back, by name.

    Whose name auth does not tell is left without one.
    """
    user_ids: list[uuid.UUID] = [*await session.scalars(_EDITORS, {"most": _MOST})]
    await release_connection(session)
    names = await _names(state, user_ids)
    found = [PageEditor(user_id=user_id, name=names.get(str(user_id))) for user_id in user_ids]
    return sorted(found, key=lambda editor: (editor.name is None, (editor.name or "").casefold()))


async def _names(state: KitState, user_ids: list[uuid.UUID]) -> dict[str, str]:
    if not user_ids:
        return {}
    try:
        async with asyncio.timeout(_TIMEOUT):
            names: dict[str, str] = await InternalClient(state, "auth").get(
                "/private/people/names", params={"ids": [str(user_id) for user_id in user_ids]}
            )
            return names
    except (DomainError, TimeoutError) as error:
        log.warning("names unknown: %s", error)
        return {}
