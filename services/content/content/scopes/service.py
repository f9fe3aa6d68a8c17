"""Names of scopes in whitelists, kept equal to what auth calls them."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.blog import references
from content.blog.audiences import places_of
from content.changes import service as changes
from content.layouts.models import Layout
from content.pages.menu import menu_of
from content.pages.models import LISTED, Page
from content.scopes.renaming import Renaming, next_names, rename_in, renamed, renamings_with, without_finished
from content.scopes.repository import Document, ScopeNameRepository
from content.scopes.schemas import ScopesChanged
from content.site.repository import SiteRepository


async def apply_event(session: AsyncSession, data: ScopesChanged) -> bool:
    """Take over the names that auth announced, unless later ones are there already; whether whitelists are to change.

    A scope that is gone stays on the lists that name it, and opens nothing: a list that lost its last name would be
    open to everyone. Before the set-up nothing names a scope.
    """
    site = await SiteRepository(session).get_for_update()
    if site is None or data.version <= site.scopes_version:
        return False
    scopes = ScopeNameRepository(session)
    # What an announcement that did not come would have said is in what is known.
    before = data.before | await scopes.known()
    site.scope_renamings = renamings_with(site.scope_renamings, before, data.names, str(data.by) if data.by else None)
    await scopes.replace(data.names)
    site.scopes_version = data.version
    await session.flush()
    return bool(site.scope_renamings)


async def rename_some(session: AsyncSession) -> bool:
    """Rename scopes in a few whitelists, or finish names that no whitelist has any more; whether there is more to do."""
    site = await SiteRepository(session).get_for_update()
    if site is None or not site.scope_renamings:
        return False
    names = next_names(site.scope_renamings)
    documents = await ScopeNameRepository(session).some_naming(names)
    if not documents:
        site.scope_renamings = without_finished(site.scope_renamings, names)
        await session.flush()
        return bool(site.scope_renamings)
    written: set[str] = set()
    tags: set[str] = set()
    for document in documents:
        written |= rename_in(document, names)
        tags |= _tags_of(document)
        if isinstance(document, Page):
            document.config = renamed(document.config, names) or document.config
        document.version = site.version + 1
    await session.flush()
    first: Renaming = next(iter(site.scope_renamings.values()))
    version = await changes.record(session, tags | written, user_id=first.get("by"), tags=tags)
    await references.refresh_audiences(session, version, places_of(documents))
    return True


def _tags_of(document: Document) -> set[str]:
    """What shows the document, and is stale when it changes."""
    if isinstance(document, Layout):
        return {f"layout:{document.id}"}
    if isinstance(document, Branch):
        return {f"branch:{document.id}"}
    return {f"page:{document.id}", LISTED} | menu_of(document.config)
