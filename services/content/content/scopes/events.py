"""What auth tells about scopes: whitelists name them, and a name that nobody holds any more hides what has it."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.scopes import service
from content.scopes.schemas import ScopesChanged
from content.scopes.tasks import RENAME_SCOPES
from kit.events import Event, on_event
from kit.jobs import enqueue


# auth gives a former name to another scope once all have read that it is one.
@on_event("auth.scopes_changed", ScopesChanged, must_apply=True)
async def keep_names(session: AsyncSession, event: Event[ScopesChanged]) -> None:
    """Call scopes in whitelists what auth calls them. A job, because it may be many."""
    if await service.apply_event(session, event.payload):
        await enqueue(session, RENAME_SCOPES, {})
