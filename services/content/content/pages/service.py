import uuid
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import AddressFault, clean_address, is_protected, tag_of
from content.blog import lifecycle as blog
from content.blog import references
from content.blog.audiences import Places
from content.blog.authors import name_before_writing
from content.blog.plugins import LIST, POST, POST_MENU
from content.blog.summary_upkeep import SummarySources
from content.changes import service as changes
from content.documents.split import document_of
from content.layouts import service as layouts
from content.layouts.models import Layout
from content.linked_data import service as linked_data
from content.pages import duplicating, moving, trackers
from content.pages.errors import PageProtected, UnknownReference, UrlInvalid, UrlReserved, UrlTaken
from content.pages.first_content import Content, clean_contents, first_blocks, first_contents, prepare_contents
from content.pages.head import stored_meta
from content.pages.layout_change import Moved, moved_blocks
from content.pages.menu import menu_of
from content.pages.models import LISTED, Page
from content.pages.repository import PageRepository
from content.pages.schemas import PageCreate, PageDuplicate, PageUpdate, stored
from content.plugins.models import Plugin
from content.site import dark_mode
from content.site.repository import SiteRepository
from content.site.whitelists import check_not_being_renamed
from content.templates.models import Template
from content.url_maps import service as url_maps
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.state import state_of

T = TypeVar("T")

_COPIED = (
    "display_title",
    "template_id",
    "layout_id",
    "meta",
    "linked_data_ids",
    "linked_data",
)


async def create(
    session: AsyncSession, principal: Principal, data: PageCreate, contents: Sequence[Content] | None = None
) -> Page:
    """A new page with these contents; without any, with its title as the first heading, and what it has of the blog.

    Raises UrlInvalid, UrlReserved, UrlTaken, UnknownReference, UnknownLinkedData, CanonicalInvalid, SiteNotSetUp,
    PluginFieldsInvalid, NoOwnColumn.
    """
    url = _cleaned(data.url)
    given = {POST: data.blog_post, LIST: data.blog_list, POST_MENU: data.blog_post_menu}
    of_blog = await clean_contents(session, given)
    author = "" if data.blog_post is None else await name_before_writing(session, principal)
    await changes.lock(session)
    await _check_free(session, url)
    site = await SiteRepository(session).one()
    template_id = data.template_id or site.default_template_id
    await _known(session, select(Template.id).where(Template.id == template_id), "templateId")
    linked = await linked_data.columns_of(session, data.linked_data)
    page_id = new_id()
    config = stored(data.config)
    check_not_being_renamed(config.get("scopeWhitelist"), site.scope_renamings)
    page_trackers = trackers.chosen(principal, [], data.trackers)
    resources = {f"page:{page_id}"} | menu_of(config)
    if data.wants_new_layout:
        layout = layouts.new_layout(f"Layout of {data.title}"[:200])
        resources.add(f"layout:{layout.id}")
    else:
        layout_id = data.layout_id or site.default_layout_id
        layout = await _known(session, select(Layout).where(Layout.id == layout_id), "layoutId")
    shown = {"id": str(page_id), "url": url, "title": data.title, "displayTitle": data.display_title}
    of_blog, upkeep = await prepare_contents(session, shown, layout.block, of_blog)
    tags = resources | {tag_of(url), LISTED} | upkeep.tags()
    await url_maps.free(session, principal, url)
    version = await changes.record(session, resources, user_id=principal.user_id, page_id=page_id, tags=tags)
    if data.wants_new_layout:
        layout.version = version
        session.add(layout)
        await session.flush()
    if contents is None:
        contents = first_contents(data.title, of_blog)
    blocks, plugins = first_blocks(layout.block, contents, version, principal.user_id)
    session.add_all(plugins)
    page = Page(
        id=page_id,
        url=url,
        title=data.title,
        display_title=data.display_title,
        template_id=template_id,
        layout_id=layout.id,
        meta=stored_meta(data.meta, url, state_of(session).settings.public_url),
        config=config,
        trackers=page_trackers,
        blocks=blocks,
        version=version,
        **linked,
        **document_of(blocks.values())[0].columns(),
    )
    audit.record(session, principal, "page.created", subject=("page", page_id, data.title), details={"url": url})
    await PageRepository(session).add(page)
    await blog.store(session, upkeep, version, author)
    await url_maps.mark(session, principal, [page_id])
    await session.refresh(page, ["is_redirected"])
    await references.refresh_shown(session, version, layout.plugin_ids, layout.branch_ids)
    return page


async def duplicate(session: AsyncSession, principal: Principal, data: PageDuplicate, page_id: uuid.UUID) -> Page:
    """A copy of a page, with contents of its own and in no menu.

    Raises PageNotFound, UrlInvalid, UrlReserved, UrlTaken, SiteNotSetUp.
    """
    author = await name_before_writing(session, principal) if await duplicating.has_post(session, page_id) else ""
    await changes.lock(session)
    original = await PageRepository(session).get(page_id)
    url = await duplicating.free_copy_address(session, original.url) if data.url is None else _cleaned(data.url)
    await _check_free(session, url)
    site = await SiteRepository(session).one()
    check_not_being_renamed(original.config.get("scopeWhitelist"), site.scope_renamings)
    layout = await session.get_one(Layout, original.layout_id)
    plugins = await session.scalars(select(Plugin).where(Plugin.id.in_(original.plugin_ids)))
    copy = duplicating.Copy(original, plugins)
    copy_id = new_id()
    settings = {name: getattr(original, name) for name in _COPIED}
    settings["title"] = data.title or original.title
    settings["trackers"] = trackers.copied(principal, original.trackers)
    settings["config"] = {**original.config, "menu": {**(original.config.get("menu") or {}), "visible": False}}
    shown = {"id": str(copy_id), "url": url, "title": settings["title"], "displayTitle": original.display_title}
    upkeep = await copy.prepare_blog(session, shown, layout)
    await url_maps.free(session, principal, url)
    resources = {f"page:{copy_id}"}
    tags = resources | {tag_of(url), LISTED} | upkeep.tags()
    version = await changes.record(session, resources, user_id=principal.user_id, page_id=copy_id, tags=tags)
    session.add_all(copy.rows(version, principal.user_id))
    page = Page(id=copy_id, url=url, version=version, **settings, **copy.columns())
    details = {"url": url, "of": str(page_id)}
    audit.record(session, principal, "page.created", subject=("page", copy_id, page.title), details=details)
    await PageRepository(session).add(page)
    await blog.store(session, upkeep, version, author)
    await url_maps.mark(session, principal, [copy_id])
    await session.refresh(page, ["is_redirected"])
    shared = {*layout.branch_ids, *page.branch_ids}
    await references.refresh_shown(session, version, layout.plugin_ids, shared)
    await dark_mode.refresh(session)
    return page


async def update(
    session: AsyncSession, principal: Principal, data: PageUpdate, page_id: uuid.UUID, if_match: str | None
) -> Page:
    """Change a page's settings.

    Raises PageNotFound, PreconditionFailed, PageProtected, UrlInvalid, UrlReserved, UrlTaken, UnknownReference,
    UnknownLinkedData, CanonicalInvalid.
    """
    url = _cleaned(data.url)
    await changes.lock(session)
    page = await PageRepository(session).get(page_id)
    preconditions.check_version(if_match, page.version, required=True)
    given = await _columns_of(session, data, url)
    if data.trackers is not None:
        given["trackers"] = trackers.chosen(principal, page.trackers, data.trackers)
    moves: list[moving.Move] = []
    if url != page.url:
        _refuse_protected(page, "keeps its address")
        moves = await moving.planned(
            session, page, url, with_descendants=data.move_descendants, is_return=data.is_return
        )
    config = given.get("config", page.config)
    if config.get("scopeWhitelist") != page.config.get("scopeWhitelist"):
        site = await SiteRepository(session).one()
        check_not_being_renamed(config.get("scopeWhitelist"), site.scope_renamings)
    resources = {f"page:{page_id}"} | menu_of(page.config) | menu_of(config)
    tags = resources | {tag_of(page.url), LISTED} | moving.tags_of(moves)
    tags |= await references.tags_of_pages(session, {page_id, *(move.page_id for move in moves)})
    resources = resources.union(*(move.resources for move in moves))
    moved = await _moved(session, page, given)
    resources |= moved.left if moved else set()
    version = await changes.record(session, resources, user_id=principal.user_id, page_id=page_id, tags=tags)
    summed_up_before = _summed_up(page)
    before, layout_before, name_before = page.url, page.layout_id, page.display_title or page.title
    differs = bool(moves) or any(getattr(page, name) != value for name, value in given.items())
    if moves:
        await moving.store(session, moves, version)
        pairs = {move.page_id: (move.before, move.after) for move in moves}
        await url_maps.write_moved(session, principal, pairs, is_return=data.is_return)
        await session.refresh(page, ["url", "is_redirected"])
    page.version = version
    for name, value in given.items():
        setattr(page, name, value)
    if moved:
        page.blocks = moved.blocks
    if differs:
        details = {"url": url, "before": before, "moved": len(moves)}
        audit.record(session, principal, "page.updated", subject=("page", page_id, page.title), details=details)
    await session.flush()
    # What somebody has called its post or its category since stays so until the page itself is called something else.
    if (page.display_title or page.title) != name_before:
        await blog.rename(session, page)
    if page.layout_id != layout_before:
        await _refresh_blog(session, version, layout_before, page.layout_id)
        await references.refresh_audiences(session, version, Places([str(page_id)]))
    await _refresh_summaries(session, page, summed_up_before)
    return page


async def _refresh_summaries(session: AsyncSession, page: Page, before: tuple[object, ...]) -> None:
    if _summed_up(page) != before:
        await references.refresh_summaries(session, page.version, SummarySources([str(page.id)]))


def _summed_up(page: Page) -> tuple[object, ...]:
    """The settings that decide which images stand for a page's post, and whether the page's first words do."""
    is_described = bool((page.meta.get("description") or "").strip())
    return page.layout_id, is_described, bool(page.config.get("scopeWhitelist"))


async def delete(
    session: AsyncSession,
    principal: Principal,
    page_id: uuid.UUID,
    if_match: str | None,
    destination: str | None = None,
) -> None:
    """Remove a page; the plugins on it stay, unused. Its visitors are sent to `destination`, or told that it is gone.

    Raises PageNotFound, PreconditionFailed, PageProtected, UrlMapInvalid, UrlMapLoop.
    """
    await changes.lock(session)
    repository = PageRepository(session)
    page = await repository.get(page_id)
    preconditions.check_version(if_match, page.version)
    _refuse_protected(page, "cannot be deleted")
    resources = {f"page:{page_id}"} | menu_of(page.config)
    tags = resources | {tag_of(page.url), LISTED} | await references.tags_of_pages(session, [page_id])
    await changes.record(session, resources, user_id=principal.user_id, page_id=page_id, tags=tags)
    audit.record(session, principal, "page.deleted", subject=("page", page_id, page.title), details={"url": page.url})
    await url_maps.write_deleted(session, principal, page, destination)
    await blog.remove(session, page)
    await repository.delete(page)
    await dark_mode.refresh(session)


async def _moved(session: AsyncSession, page: Page, columns: Mapping[str, Any]) -> Moved | None:
    """The page's blocks in the layout that it is given; None where it keeps its own."""
    layout_id = columns.get("layout_id", page.layout_id)
    return await moved_blocks(session, page, page.layout_id, layout_id) if layout_id != page.layout_id else None


async def _columns_of(session: AsyncSession, data: PageUpdate, url: str) -> dict[str, Any]:
    """The columns that a payload sets, the address apart.

    Raises UnknownReference, UnknownLinkedData, CanonicalInvalid.
    """
    written_apart = {"url", "move_descendants", "is_return", "linked_data", "trackers"}
    given = {name: getattr(data, name) for name in data.model_fields_set - written_apart}
    if data.linked_data is not None:
        given |= await linked_data.columns_of(session, data.linked_data)
    for name, kind in (("template_id", Template), ("layout_id", Layout)):
        if given.get(name) is None:
            given.pop(name, None)
        else:
            await _known(session, select(kind.id).where(kind.id == given[name]), f"{name.removesuffix('_id')}Id")
    if "meta" in given:
        given["meta"] = stored_meta(data.meta, url, state_of(session).settings.public_url)
    if "config" in given:
        given["config"] = stored(data.config) if data.config else {}
    return given


async def _refresh_blog(session: AsyncSession, version: int, *layout_ids: uuid.UUID) -> None:
    """Bring up to date which pages show the posts and lists of layouts."""
    query = select(Layout.plugin_ids, Layout.branch_ids).where(Layout.id.in_(layout_ids))
    rows = (await session.execute(query)).all()
    plugin_ids, branch_ids = ({id for row in rows for id in row[index]} for index in (0, 1))
    await references.refresh_shown(session, version, plugin_ids, branch_ids)


def _cleaned(url: str) -> str:
    try:
        return clean_address(url)
    except AddressFault as fault:
        refusal = UrlReserved if fault.code == "url_reserved" else UrlInvalid
        raise refusal(str(fault), errors=[FieldError("url", fault.code, str(fault))]) from None


async def _check_free(session: AsyncSession, url: str) -> None:
    taken = await PageRepository(session).by_url(url)
    if taken is not None:
        fault = FieldError("url", "url_taken", "Another page has this address.")
        raise UrlTaken("Another page has this address.", errors=[fault], pageId=taken.id)


async def _known(session: AsyncSession, query: Select[T], field: str) -> T:
    found = await session.scalar(query)
    if found is None:
        fault = FieldError(field, "unknown_reference", f"There is no such {field.removesuffix('Id')}.")
        raise UnknownReference(fault.detail, errors=[fault])
    return found


def _refuse_protected(page: Page, what: str) -> None:
    if is_protected(page.url):
        raise PageProtected(f"The page at {page.url} {what}: the site cannot do without it.")
