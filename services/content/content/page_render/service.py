"""What a caller gets of a page. Every render leaves through `answer`, where visibility is enforced."""

from typing import Any

from content.documents.loading import Connection, Row, load_references
from content.model.visibility import SEES_ALL, filter_for, passes
from content.model.walk import reading_order
from content.page_render.errors import BlockNotFound
from content.page_render.repository import documents_of, read_by_id, read_by_url
from content.page_render.sources import Asker, SourceMemory
from content.pages.address import requested_address
from content.pages.errors import PageNeedsLogin, PageNotFound, PageNotVisible
from kit.auth import Anonymous, Caller, Principal


async def by_url(connection: Connection, url: str, caller: Caller, memory: SourceMemory) -> dict[str, Any]:
    """The render of the page at an address.

    Raises PageNotFound, PageNeedsLogin (nobody is logged in), PageNotVisible.
    """
    address = requested_address(url)
    row = await read_by_url(connection, address) if address is not None else None
    if row is None:
        raise PageNotFound("No page has this address.")
    return await answer(connection, row, caller, memory)


async def answer(connection: Connection, row: Row, caller: Caller, memory: SourceMemory) -> dict[str, Any]:
    """The PageRender of a page for a caller: hidden nodes, and all that only they refer to, are gone.

    Who may edit sees everything: the tree that actions apply to is the whole one.
    """
    scopes = SEES_ALL if caller.has("editor") else caller.scopes
    render = documents_of(row)
    page = render["page"]
    page_whitelist = page["config"].get("scopeWhitelist")
    if not passes(page_whitelist, scopes):
        _refuse(caller)
    visible = filter_for({"page": page, "plugins": render["plugins"]}, scopes)
    is_cacheable = (
        isinstance(caller, Anonymous)
        and not page_whitelist
        and not visible["page"]["hasScopeWhitelist"]
        and all(plugin["isCacheable"] for plugin in visible["plugins"].values())
    )
    tags = tags_of(visible["page"])
    asker = Asker(scopes, render["site"]["name"])
    for source in memory.named({place["ref"] for place in visible["page"]["plugins"]}):
        found = await memory.read(source, render["version"], connection)
        data = source.answer(found, asker)
        is_cacheable = is_cacheable and not source.depends_on_scopes(found)
        tags |= source.tags
        for plugin in visible["plugins"].values():
            if plugin["ref"] == source.ref:
                plugin["data"] = data
    return {**render, **visible, "isCacheable": is_cacheable, "tags": sorted(tags)}


async def block(
    connection: Connection, page_id: str, block_id: str, caller: Caller, memory: SourceMemory
) -> dict[str, Any]:
    """The BlockRender of a branch block, as the caller sees it on a page.

    Raises PageNotFound, PageNeedsLogin, PageNotVisible, BlockNotFound (also when the page does not show the block and
    the caller may not edit).
    """
    row = await read_by_id(connection, page_id)
    if row is None:
        raise PageNotFound("There is no such page.")
    render = await answer(connection, row, caller, memory)
    page, plugins = render["page"], render["plugins"]
    if block_id not in page["branches"] and caller.has("editor"):
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


def _refuse(caller: Caller) -> None:
    if isinstance(caller, Principal):
        raise PageNotVisible("This page is for other scopes than yours.")
    raise PageNeedsLogin("Log in to see this page.")
