"""Names the author of a new post where the request names none: the principal who creates the post."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.blog.schemas import MAX_AUTHOR
from kit.auth import Principal
from kit.db import release_connection
from kit.state import KitState, state_of
from kit.user_names import user_names


async def name_of(state: KitState, principal: Principal) -> str:
    """The caller's name as the site's people are called; empty where auth does not tell it in two seconds.

    Call it without an open transaction: it asks auth over HTTP. For an API token, it returns the owner's name.
    """
    names = await user_names(state, [principal.user_id])
    return names.get(principal.user_id, "")[:MAX_AUTHOR].strip()


async def name_before_writing(session: AsyncSession, principal: Principal) -> str:
    """As `name_of`, for a request that has written and locked nothing yet."""
    await release_connection(session)
    return await name_of(state_of(session), principal)
