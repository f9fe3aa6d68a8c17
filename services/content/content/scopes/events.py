"""What auth tells about scopes: whitelists name them, and a name that nobody holds any more hides what has it."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.scopes import service
from content.scopes.schemas import ScopesChanged
from kit.events import Event, on_event


@on_event("auth.scopes_changed", ScopesChanged)
async def keep_names(session: AsyncSession, event: Event[ScopesChanged]) -> None:
    """Call scopes in whitelists what auth calls them."""
    await service.follow(session, event.payload)
