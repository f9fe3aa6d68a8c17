"""Reading a page's trees: what stands on it, in the order that it is read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from content.model.types import Block, Page, PageState


def block_of(page: Page, node: Any) -> Block | None:
    """The block that a node shows on this page; None for plugins and for what is missing."""
    if node["type"] == "col-unique":
        return page["blocks"].get(node["id"])
    if node["type"] == "row-branch":
        branch = page["branches"].get(node["blockId"])
        return branch["block"] if branch else None
    block: Block | None = node.get("block")
    return block


def reading_order(page: Page) -> Iterator[Any]:
    """Every node that the page shows, parents first. A branch inside itself is not entered again."""
    # A stack of its own: nested generators would hand every node up through each level, on the way to every visitor.
    stack: list[tuple[Iterator[Any], tuple[str, ...]]] = [(iter(page["layout"]["block"]["nodes"]), ())]
    while stack:
        nodes, branches = stack[-1]
        for node in nodes:
            yield node
            inner = branches
            if node["type"] == "row-branch":
                if node["blockId"] in branches:
                    continue
                inner = (*branches, node["blockId"])
            block = block_of(page, node)
            if block:
                stack.append((iter(block["nodes"]), inner))
                break
        else:
            stack.pop()


def nodes_of(block: Block) -> Iterator[Any]:
    """Every node of one document, parents first; page blocks and branches are documents of their own."""
    nodes: list[Any] = block["nodes"]
    for node in nodes:
        yield node
        if "block" in node:
            yield from nodes_of(node["block"])


def columns_shown(nodes: Iterable[Any], branches: Mapping[str, Any]) -> set[str]:
    """Ids of the unique columns among these nodes and in them, also in the branch blocks that they show; not in pages' blocks."""
    found: set[str] = set()
    entered: set[str] = set()
    queue = [*nodes]
    while queue:
        node = queue.pop()
        if node["type"] == "col-unique":
            found.add(node["id"])
        branch_id = node.get("blockId")
        shown = branches.get(branch_id) if branch_id not in entered else None
        if shown is not None:
            entered.add(branch_id)
        queue += (shown or node).get("block", {"nodes": []})["nodes"]
    return found


def plugin_ids(page: Page) -> list[str]:
    """Ids of the plugins that the page shows, in reading order, each once."""
    return list(dict.fromkeys(node["pluginId"] for node in reading_order(page) if node["type"] == "plugin"))


def branch_ids(page: Page) -> list[str]:
    """Ids of the branches that the page shows, in reading order, each once."""
    return list(dict.fromkeys(node["blockId"] for node in reading_order(page) if node["type"] == "row-branch"))


def has_scope_whitelist(page: Page) -> bool:
    """Whether any node that the page shows is kept to some scopes."""
    kept = {
        id for id, levels in page["nodeFields"].items() for fields in levels.values() if fields.get("scopeWhitelist")
    }
    # Few pages have any, and the walk is long.
    return bool(kept) and any(node["id"] in kept for node in reading_order(page))


def derived(state: PageState) -> Page:
    """The page with ``plugins`` and ``hasScopeWhitelist`` as they follow from its trees."""
    page, plugins = state["page"], state["plugins"]
    return {
        **page,
        "plugins": [{"ref": plugins[id]["ref"], "pluginId": id} for id in plugin_ids(page) if id in plugins],
        "hasScopeWhitelist": has_scope_whitelist(page),
    }
