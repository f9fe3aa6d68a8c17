"""What a caller gets of a page. Every render leaves through `answer_of`, where visibility is enforced."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from content.address import requested_address
from content.documents.loading import Connection, Row, load_references
from content.model.visibility import filter_for, passes, without_whitelists
from content.model.walk import reading_order
from content.page_render.errors import BlockNotFound
from content.page_render.files import add_files
from content.page_render.naming import naming_pages
from content.page_render.pictures import add_images, uses_of
from content.page_render.query import declared, normalised
from content.page_render.repository import documents_of, read_by_id, read_by_url, renamings_of
from content.page_render.sources import Asked, SourceMemory, add_data, answers_of, instances_of
from content.page_render.viewer import Viewer
from content.pages.errors import PageGone, PageNeedsLogin, PageNotFound, PageNotVisible
from content.url_maps.hits import HitCounter
from content.url_maps.patterns import parts_of
from content.url_maps.resolving import resolve


async def by_url(
    connection: Connection,
    url: str,
    viewer: Viewer,
    memory: SourceMemory,
    hits: HitCounter | None,
    *,
    with_css: bool = True,
) -> dict[str, Any]:
    """The render of the page at an address, or its PageRedirect; its template's inline CSS may be left out.

    Without ``hits`` the URL maps that are followed are not counted.

    Raises PageNotFound, PageGone, PageNeedsLogin (nobody is logged in), PageNotVisible.
    """
    address = requested_address(url)
    read = await read_by_url(connection, address, memory, with_css=with_css) if address is not None else None
    if read is None or read.row["is_redirected"]:
        redirect = await _redirect(connection, url, viewer, hits)
        if redirect is not None:
            return redirect
    if read is None:
        raise PageNotFound("No page has this address.")
    documents, search = read.documents(with_css=with_css), url.partition("#")[0].partition("?")[2]
    return await answer_of(connection, documents, renamings_of(read.row), viewer, memory, search=search)


async def _redirect(connection: Connection, url: str, viewer: Viewer, hits: HitCounter | None) -> dict[str, Any] | None:
    """Where the URL maps lead from an address, if any apply; without its query, of which the caller may have more.

    Raises PageGone; PageNeedsLogin and PageNotVisible for a page whose address is not for the viewer.
    """
    resolved = await resolve(connection, parts_of(url).path)
    if not resolved.steps:
        return None
    if not passes(resolved.scope_whitelist, viewer.scopes):
        _refuse(viewer)
    if hits is not None:
        for step in resolved.steps:
            hits.add(step.id)
    if resolved.destination is None:
        raise PageGone("This page has been removed.")
    return {"redirect": {"url": resolved.destination, "responseCode": resolved.response_code}}


async def answer(connection: Connection, row: Row, viewer: Viewer, memory: SourceMemory) -> dict[str, Any]:
    """What `answer_of` gives for a page that was read whole."""
    return await answer_of(connection, documents_of(row), renamings_of(row), viewer, memory)


async def answer_of(
    connection: Connection,
    render: dict[str, Any],
    renamings: Mapping[str, Any],
    viewer: Viewer,
    memory: SourceMemory,
    *,
    search: str = "",
) -> dict[str, Any]:
    """The PageRender of a page for a viewer: hidden nodes, and all that only they refer to, are gone.

    `search` is the query of the address that was asked for. Puts the plugins' data into the plugins of ``render``.

    Raises PageNeedsLogin (nobody is logged in), PageNotVisible, PageNotFound (for a part of a list past its end).
    """
    render, viewer, is_cacheable = visible_part(render, renamings, viewer)
    page, plugins = render["page"], render["plugins"]
    parameters = declared(plugin["ref"] for plugin in plugins.values())
    query = normalised(parameters, search)
    asked = Asked(page, render["site"], query, viewer, render["version"], connection, memory)
    # Before the files, which these plugins show more of; the site's images are part of what others show.
    pictured = await answers_of(instances_of(plugins.values()), asked, with_images=True)
    files = await add_files(page, plugins, asked.site, viewer, connection, uses_of(pictured))
    add_images(plugins, pictured, files.open)
    added = await add_data(plugins, asked, pictured)
    if not added.is_there:
        raise PageNotFound("The list on this page does not have this part.")
    naming = await naming_pages(plugins.values(), asked)
    tags, is_cacheable = tags_of(page) | added.tags | files.tags | naming.tags, is_cacheable and added.is_cacheable
    asked_of_address = {"query": query, "queryNames": sorted(parameters), "namingPages": naming.by_ref}
    return {**render, **asked_of_address, "isCacheable": is_cacheable, "tags": sorted(tags)}


class VisiblePart(NamedTuple):
    """What a viewer may see of a page, before plugins' data."""

    render: dict[str, Any]
    viewer: Viewer
    """The viewer with the scopes that count at present."""
    is_cacheable: bool


def visible_part(render: dict[str, Any], renamings: Mapping[str, Any], viewer: Viewer) -> VisiblePart:
    """The documents of a page without what the viewer may not see. Raises PageNeedsLogin, PageNotVisible."""
    page = render["page"]
    # While a scope is being renamed its names open nothing: they may be another's in some whitelists.
    viewer = viewer._replace(scopes=viewer.scopes - renamings.keys())
    if not passes(page["config"].get("scopeWhitelist"), viewer.scopes):
        _refuse(viewer)
    visible: Any = filter_for({"page": page, "plugins": render["plugins"]}, viewer.scopes)
    is_cacheable = viewer.is_anybody and _is_for_anybody(visible)
    if not viewer.sees_all:
        visible["page"] = without_whitelists(visible["page"])
    return VisiblePart({**render, **visible}, viewer, is_cacheable)


def _is_for_anybody(visible: Any) -> bool:
    """Whether nothing on the page is kept to some, and no plugin is made anew for each who asks.

    What sources give does not count: nobody who is not logged in holds a scope, so all of them get the same.
    """
    page, plugins = visible["page"], visible["plugins"].values()
    is_for_some = page["hasScopeWhitelist"] or page["config"].get("scopeWhitelist")
    return not is_for_some and all(plugin["isCacheable"] for plugin in plugins)


async def block(
    connection: Connection, page_id: str, block_id: str, viewer: Viewer, memory: SourceMemory
) -> dict[str, Any]:
    """The BlockRender of a branch block, as the viewer sees it on a page.

    Raises PageNotFound, PageNeedsLogin, PageNotVisible, BlockNotFound (also when the page does not show the block and
    the viewer does not see everything).
    """
    row = await read_by_id(connection, page_id, with_css=False)
    if row is None:
        raise PageNotFound("There is no such page.")
    render = await answer(connection, row, viewer, memory)
    page, plugins = render["page"], render["plugins"]
    if block_id not in page["branches"] and viewer.sees_all:
        await load_references(connection, {"page": page, "plugins": plugins}, [], [block_id])
    if block_id not in page["branches"]:
        raise BlockNotFound("The page shows no such block.")
    return _block_render(render, block_id)


def _block_render(render: dict[str, Any], block_id: str) -> dict[str, Any]:
    """What of a render belongs to one branch block."""
    page, plugins = render["page"], render["plugins"]
    # Read as if the block were the whole page.
    as_page: Any = {**page, "layout": {"block": page["branches"][block_id]["block"]}}
    shown = list(reading_order(as_page))
    node_ids = {node["id"] for node in shown}
    inner = {node["blockId"] for node in shown if node["type"] == "row-branch"}
    plugin_ids = [node["pluginId"] for node in shown if node["type"] == "plugin"]
    return {
        "version": render["version"],
        "branch": page["branches"][block_id],
        "branches": {key: branch for key, branch in page["branches"].items() if key in inner},
        "nodeFields": {key: levels for key, levels in page["nodeFields"].items() if key in node_ids},
        "plugins": {key: plugins[key] for key in plugin_ids if key in plugins},
    }


def tags_of(page: Any) -> set[str]:
    """What a page shows, as tags: a change of any makes its render stale."""
    return {
        "site",
        f"page:{page['id']}",
        f"layout:{page['layoutId']}",
        f"template:{page['templateId']}",
        *(f"branch:{branch_id}" for branch_id in page["branches"]),
        *(f"plugin:{place['pluginId']}" for place in page["plugins"]),
    }


def _refuse(viewer: Viewer) -> None:
    if viewer.is_logged_in:
        raise PageNotVisible("You do not have access to this page.")
    raise PageNeedsLogin("Log in to see this page.")
