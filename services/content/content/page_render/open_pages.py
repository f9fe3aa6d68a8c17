"""The pages on which every visitor sees a plugin: where links to it may lead."""

from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import ERROR_PREFIX
from content.blocks.models import Branch
from content.documents.loading import reached
from content.documents.references import pages_with_plugins
from content.layouts.models import Layout
from content.model.visibility import filter_for
from content.pages.models import Page
from content.plugins.models import Plugin
from content.plugins.repository import matching_plugins

# Where a plugin is restricted on the first so many pages, it is hardly open on the next ones.
_CANDIDATES = 20


async def first_open_page(session: AsyncSession, ref: str) -> str | None:
    """The address of the oldest page on which everyone sees such a plugin, error pages aside; one statement.

    A page that a URL map hides is none: its visitors, and the secret in the address they came by, would be led elsewhere.
    """
    row = (await session.execute(_documents(ref))).one()
    refs = {plugin_id: {"ref": ref} for plugin_id in row.plugins or ()}
    for page in row.pages or ():
        if _shows_everyone({**page, "layout": row.layouts[page["layoutId"]]}, row.branches or {}, refs):
            url: str = page["url"]
            return url
    return None


def _shows_everyone(page: Any, branches: Any, plugins: Any) -> bool:
    levels: dict[str, Any] = dict(page["nodeFields"])
    # Not all of them: a node of a branch block that is not on the page may have the id of one that is.
    inner_ids = {id: branch["branchIds"] for id, branch in branches.items()}
    shown = reached([*page["branchIds"], *page["layout"]["branchIds"]], inner_ids)
    for document in (page["layout"], *(branches[id] for id in shown)):
        for node_id, fields in document["nodeFields"].items():
            levels[node_id] = {**levels.get(node_id, {}), "site": fields}
    state: Any = {**page, "branches": branches, "nodeFields": levels, "links": {}, "hasScopeWhitelist": False}
    visible = filter_for({"page": state, "plugins": plugins}, ())
    return bool(visible["plugins"])


def _documents(ref: str) -> Select[Any]:
    """The candidates with their layouts and with all branches that any of them shows, each document once."""
    whitelist = func.coalesce(Page.config["scopeWhitelist"].astext, "[]")
    pages = (
        select(Page)
        .where(
            pages_with_plugins(matching_plugins([ref], [])),
            ~Page.url.startswith(ERROR_PREFIX),
            ~Page.is_redirected,
            whitelist == "[]",
        )
        .order_by(Page.created_at, Page.id)
        .limit(_CANDIDATES)
        .cte("candidates")
    )
    held = Layout.branch_ids.op("||")(pages.c.branch_ids)
    shown = select(func.unnest(held).label("id")).join_from(pages, Layout, Layout.id == pages.c.layout_id)
    shown_branches = shown.cte("shown", recursive=True)
    inner = select(func.unnest(Branch.branch_ids)).join(shown_branches, shown_branches.c.id == Branch.id)
    branches = shown_branches.union(inner)
    page = func.json_build_object(
        *("url", pages.c.url, "config", pages.c.config, "layoutId", pages.c.layout_id),
        *("blocks", pages.c.blocks, "nodeFields", pages.c.node_fields, "branchIds", pages.c.branch_ids),
    )
    return select(
        select(func.json_agg(aggregate_order_by(page, pages.c.created_at, pages.c.id)))
        .scalar_subquery()
        .label("pages"),
        _by_id(Layout).where(Layout.id.in_(select(pages.c.layout_id))).scalar_subquery().label("layouts"),
        _by_id(Branch).where(Branch.id.in_(select(branches.c.id))).scalar_subquery().label("branches"),
        select(func.json_agg(Plugin.id)).where(Plugin.ref == ref).scalar_subquery().label("plugins"),
    )


def _by_id(model: type[Layout] | type[Branch]) -> Select[Any]:
    """The trees of some documents with their site-wide fields and the branches in them, by id."""
    document = func.json_build_object(
        *("block", model.block, "nodeFields", model.node_fields, "branchIds", model.branch_ids)
    )
    return select(func.json_object_agg(model.id, document))
