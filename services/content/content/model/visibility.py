"""Who sees what: the one place where scope whitelists are enforced on a page's trees."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from content.model.types import Block, Page, PageState
from content.model.walk import block_of, reading_order

SEES_ALL = frozenset({"super", "admin"})


def passes(whitelist: Collection[str] | None, scopes: Collection[str]) -> bool:
    """True without a whitelist, for super and admin, and for who holds any scope on it."""
    return not whitelist or not SEES_ALL.isdisjoint(scopes) or not set(whitelist).isdisjoint(scopes)


def may_see(levels: Mapping[str, Any], scopes: Collection[str]) -> bool:
    """Whether a node with these field levels is shown: the whitelists of site and page must both pass."""
    return all(passes(fields.get("scopeWhitelist"), scopes) for fields in levels.values())


def filter_for(state: PageState, scopes: Collection[str]) -> PageState:
    """The state as a caller with these scopes may have it.

    Hidden nodes go with all in them; then whatever no shown node refers to: page blocks, branches, node fields,
    links, plugins. ``page.hasScopeWhitelist`` stays as it was, because the answer depends on who asks even when all
    that is left is open to all. Also tidies a state of leftovers (removed plugins' instances).
    """
    page = state["page"]
    hidden = {id for id, levels in page["nodeFields"].items() if not may_see(levels, scopes)}
    open_page: Page = {
        **page,
        "layout": {**page["layout"], "block": _without(page["layout"]["block"], hidden)},
        "blocks": {id: _without(block, hidden) for id, block in page["blocks"].items()},
        "branches": {
            id: {**branch, "block": _without(branch["block"], hidden)} for id, branch in page["branches"].items()
        },
    }
    # One walk for everything: this is on the way of every page to every visitor.
    shown = list(reading_order(open_page))
    nodes = {node["id"] for node in shown}
    branches = {node["blockId"] for node in shown if node["type"] == "row-branch"}
    placed = dict.fromkeys(node["pluginId"] for node in shown if node["type"] == "plugin")
    plugins = {id: state["plugins"][id] for id in placed if id in state["plugins"]}
    kept: Page = {
        **open_page,
        "blocks": {id: block for id, block in open_page["blocks"].items() if id in nodes},
        "branches": {id: branch for id, branch in open_page["branches"].items() if id in branches},
        "nodeFields": {id: levels for id, levels in page["nodeFields"].items() if id in nodes},
        "links": {id: link for id, link in page["links"].items() if id in nodes},
        "plugins": [{"ref": plugin["ref"], "pluginId": id} for id, plugin in plugins.items()],
        "hasScopeWhitelist": page["hasScopeWhitelist"] or _any_whitelist(page),
    }
    return {"page": kept, "plugins": plugins}


class Placed(NamedTuple):
    """A plugin where it stands on a page, and who sees it there."""

    plugin_id: str
    whitelists: frozenset[tuple[str, ...]]
    """Of the nodes around it, each in the order of its names: all of them have to let somebody through."""
    is_shared: bool
    """Whether it is there by the layout, on all of its pages."""
    is_own: bool
    """Whether it is the page's own: not of its layout, nor of a shared block."""


def placed_plugins(page: Page) -> Iterator[Placed]:
    """Every place of a plugin on the page, in reading order. A branch inside itself is not entered again."""
    return _placed(page, page["layout"]["block"]["nodes"], frozenset(), (), is_shared=True)


def _placed(
    page: Page,
    nodes: Iterable[Any],
    around: frozenset[tuple[str, ...]],
    branches: tuple[str, ...],
    *,
    is_shared: bool,
) -> Iterator[Placed]:
    for node in nodes:
        levels = page["nodeFields"].get(node["id"], {}).values()
        own = {whitelist_key(fields["scopeWhitelist"]) for fields in levels if fields.get("scopeWhitelist")}
        whitelists = around | own if own else around
        if node["type"] == "plugin":
            yield Placed(node["pluginId"], whitelists, is_shared, is_own=not is_shared and not branches)
            continue
        inner = branches
        if node["type"] == "row-branch":
            if node["blockId"] in branches:
                continue
            inner = (*branches, node["blockId"])
        block = block_of(page, node)
        if block:
            inner_shared = is_shared and node["type"] != "col-unique"
            yield from _placed(page, block["nodes"], whitelists, inner, is_shared=inner_shared)


def whitelist_key(whitelist: Iterable[str]) -> tuple[str, ...]:
    """A whitelist in its one spelling."""
    return tuple(sorted(set(whitelist)))


def without_whitelists(page: Page) -> Page:
    """The page without the names of the scopes that see its parts: of use to none but who may change them."""
    config = _without_whitelist(page["config"])
    if not page["hasScopeWhitelist"]:
        return {**page, "config": config} if len(config) < len(page["config"]) else page
    fields = {
        id: {level: _without_whitelist(values) for level, values in levels.items()}
        for id, levels in page["nodeFields"].items()
    }
    return {**page, "config": config, "nodeFields": fields}


def _without_whitelist(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != "scopeWhitelist"}


def _any_whitelist(page: Page) -> bool:
    return any(fields.get("scopeWhitelist") for levels in page["nodeFields"].values() for fields in levels.values())


def _without(block: Block, hidden: Collection[str]) -> Block:
    if not hidden:
        return block
    shown: list[Any] = [node for node in block["nodes"] if node["id"] not in hidden]
    nodes: list[Any] = [
        {**node, "block": _without(node["block"], hidden)} if "block" in node else node for node in shown
    ]
    return {"nodes": nodes}
