"""Names of scopes in whitelists, kept equal to what auth calls them."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.changes import service as changes
from content.layouts.models import Layout
from content.pages.models import Page
from content.pages.service import menu_of
from content.scopes.renaming import Names, rename_in, renamed
from content.scopes.repository import Document, ScopeNameRepository
from content.scopes.schemas import ScopesChanged
from content.site.repository import SiteRepository


async def follow(session: AsyncSession, told: ScopesChanged) -> None:
    """Take over the names that auth announced, unless later ones are there already.

    A scope that is gone stays on the lists that name it, and opens nothing: a list that lost its last name would be
    open to everyone. Before the set-up nothing names a scope.
    """
    site = await SiteRepository(session).held_or_none()
    if site is None or told.version <= site.scopes_version:
        return
    scopes = ScopeNameRepository(session)
    # What an announcement that did not come would have said is in what is known.
    before = told.before | await scopes.known()
    names = {before[id]: name for id, name in told.names.items() if before.get(id, name) != name}
    await scopes.replace(told.names)
    site.scopes_version = told.version
    await session.flush()
    if names:
        await _rename(session, names, site.version + 1, by=str(told.by) if told.by else None)


async def _rename(session: AsyncSession, names: Names, version: int, by: str | None) -> None:
    """Rename scopes in every whitelist; one change of the site, to `version`, if there is any."""
    written: set[str] = set()
    tags: set[str] = set()
    async for document in ScopeNameRepository(session).naming(names):
        written |= rename_in(document, names)
        tags |= _tags_of(document)
        if isinstance(document, Page):
            document.config = renamed(document.config, names) or document.config
        document.version = version
    if tags:
        await changes.record(session, tags | written, user_id=by, tags=tags)


def _tags_of(document: Document) -> set[str]:
    """What shows the document, and is stale when it changes."""
    if isinstance(document, Layout):
        return {f"layout:{document.id}"}
    if isinstance(document, Branch):
        return {f"branch:{document.id}"}
    return {f"page:{document.id}"} | menu_of(document.config)
