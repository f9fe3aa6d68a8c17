"""What a new page shows before anyone has edited it."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from content.blog import lifecycle as blog
from content.blog.plugins import POST, POST_MENU
from content.documents.loading import connection_of
from content.fields.clean import clean_fields_aside
from content.layouts.tree import plugin_node
from content.model.types import Block
from content.model.walk import nodes_of
from content.pages.errors import NoOwnColumn
from content.plugins.errors import PluginFieldsInvalid
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin
from kit.db import new_id
from kit.errors import FieldError
from kit.field_values.faults import FieldFault
from kit.origins import site_hosts
from kit.state import state_of

Content = tuple[str, dict[str, Any]]
"""A plugin's ref and fields."""


def heading(title: str) -> Content:
    """A page's title as its one first-level heading."""
    return "cms.text", {"content": f"<h1>{html.escape(title)}</h1>"}


def empty_text() -> Content:
    """Where somebody goes on writing."""
    return "cms.text", {"content": ""}


def first_contents(title: str, of_blog: Sequence[Content]) -> list[Content]:
    """The title, what the page has of the blog, a place for the words of its post, and at its end the menu of others."""
    above = [content for content in of_blog if content[0] != POST_MENU]
    words = [empty_text() for ref, _ in of_blog if ref == POST]
    return [heading(title), *above, *words, *(content for content in of_blog if content[0] == POST_MENU)]


def first_blocks(
    layout_block: Block, contents: Sequence[Content], version: int, user_id: str | None
) -> tuple[dict[str, Any], list[Plugin | PluginVersion]]:
    """The page's block for each unique column of its layout, and the new plugins in them.

    The first column begins with the contents; the others begin empty.
    """
    columns = own_columns(layout_block)
    blocks: dict[str, Any] = {column: {"nodes": []} for column in columns}
    if not columns:
        return blocks, []
    plugins = [new_plugin(*content, version, user_id) for content in contents]
    blocks[columns[0]]["nodes"] += [plugin_node(plugin.id) for plugin, _ in plugins]
    return blocks, [row for pair in plugins for row in pair]


def own_columns(layout_block: Block) -> list[str]:
    """The ids of the columns for what a page alone shows."""
    return [node["id"] for node in nodes_of(layout_block) if node["type"] == "col-unique"]


async def clean_contents(session: AsyncSession, contents: Mapping[str, Mapping[str, Any] | None]) -> list[Content]:
    """What a new page is to have of the blog, as it may be stored. Raises PluginFieldsInvalid.

    It may take a while: the caller locks nothing yet.
    """
    return [(ref, await _cleaned(session, ref, fields)) for ref, fields in contents.items() if fields is not None]


async def _cleaned(session: AsyncSession, ref: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return dict((await clean_fields_aside(ref, fields, site_hosts(state_of(session).settings.public_url))).fields)
    except FieldFault as fault:
        field = f"{ref.removeprefix('cms.')}{fault.field.removeprefix('fields')}"
        raise PluginFieldsInvalid(fault.detail, errors=[FieldError(field, fault.code, fault.detail)]) from None


async def prepare_contents(
    session: AsyncSession, page: dict[str, Any], layout_block: Block, contents: Sequence[Content]
) -> tuple[list[Content], blog.Upkeep]:
    """These contents with their records, and what is to be stored with the page.

    Raises NoOwnColumn.
    """
    if not contents:
        return [], blog.Upkeep(page["title"])
    columns = own_columns(layout_block)
    if not columns:
        fault = FieldError(
            "layoutId",
            "no_own_column",
            "This layout has no place for a page\u2019s own content. Choose another layout.",
        )
        raise NoOwnColumn(fault.detail, errors=[fault])
    plugins = {
        id: {"id": id, "ref": ref, "fields": fields, "version": 0} for ref, fields in contents for id in [str(new_id())]
    }
    blocks = {columns[0]: {"nodes": [plugin_node(id) for id in plugins]}}
    after, upkeep = await prepare_new(session, page, layout_block, blocks, plugins)
    return [(ref, dict(after[id]["fields"])) for id, (ref, _) in zip(plugins, contents, strict=True)], upkeep


async def prepare_new(
    session: AsyncSession,
    page: dict[str, Any],
    layout_block: Block,
    blocks: Mapping[str, Any],
    plugins: Mapping[str, Any],
) -> tuple[dict[str, Any], blog.Upkeep]:
    """The plugins of a page that is about to be stored, the blog's with their records; what is to be stored with it."""
    state: Any = {
        "page": {**page, "layout": {"block": layout_block}, "blocks": blocks, "branches": {}},
        "plugins": plugins,
    }
    before: Any = {"page": {**state["page"], "blocks": {}}, "plugins": {}}
    after, upkeep = await blog.prepare(await connection_of(session), before, state)
    return dict(after["plugins"]), upkeep
