"""Copies of pages: the same settings and contents under new ids, so that each is edited by itself."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import any_, exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import ERROR_PREFIX, HOME, MAX_CHARACTERS
from content.blog import lifecycle as blog
from content.blog.plugins import POST, without_record
from content.documents.split import document_of
from content.layouts.models import Layout
from content.model.copying import renamed
from content.model.types import Block
from content.model.walk import nodes_of
from content.pages.first_content import prepare_new
from content.pages.models import Page
from content.plugins.models import Plugin, PluginVersion
from content.url_maps.models import UrlMap
from content.url_maps.resolving import GONE
from kit.db import new_id


async def has_post(session: AsyncSession, page_id: uuid.UUID) -> bool:
    """Whether a page has a blog post of its own, of which a copy gets another."""
    found = exists().where(Page.id == page_id, Plugin.id == any_(Page.plugin_ids), Plugin.ref == POST)
    return bool(await session.scalar(select(found)))


async def free_copy_address(session: AsyncSession, url: str) -> str:
    """The first address beside a page's that none has: `/about-copy`, `/about-copy-2`.

    Beside the home page and those that serve errors stand pages that can be deleted.
    """
    name = "/home" if url == HOME else "/" + url.rsplit("/", 1)[1] if url.startswith(ERROR_PREFIX) else url
    return await free_address(session, f"{name[: MAX_CHARACTERS - 20]}-copy")


async def free_address(session: AsyncSession, base: str) -> str:
    """`base` itself where no page has it and no redirect leads away from it, else with the first number that is free."""
    pages = select(Page.url).where(Page.url.startswith(base, autoescape=True))
    redirects = select(UrlMap.source).where(
        UrlMap.source.startswith(base, autoescape=True), UrlMap.response_code != GONE
    )
    taken = {*await session.scalars(pages), *await session.scalars(redirects)}
    number, address = 1, base
    while address in taken:
        number += 1
        address = f"{base}-{number}"
    return address


class Copy:
    """What a page holds, under new ids. Nothing is stored yet."""

    def __init__(self, page: Page, plugins: Iterable[Plugin]) -> None:
        nodes = [node for block in page.blocks.values() for node in nodes_of(block)]
        self._ids = {node["id"]: str(new_id()) for node in nodes}
        known = {str(plugin.id): plugin for plugin in plugins}
        placed = dict.fromkeys(node["pluginId"] for node in nodes if node["type"] == "plugin")
        self._plugins = {id: (str(new_id()), known[id]) for id in placed if id in known}
        ids = self._ids | {old: new for old, (new, _) in self._plugins.items()}
        self.blocks: dict[str, Block] = {ids.get(id, id): renamed(block, ids) for id, block in page.blocks.items()}
        self.node_fields = self._of_nodes(page.node_fields)
        self.links = {self._ids.get(id, id): link for id, link in page.links.items()}
        self.plugins: dict[str, Any] = {
            id: {"id": id, "ref": old.ref, "fields": without_record(old.ref, old.fields), "version": 0}
            for id, old in self._plugins.values()
        }

    def _of_nodes(self, node_fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the copied nodes, and this page's of nodes that it shares: what holds site-wide is theirs."""
        copied: dict[str, Any] = {}
        for id, levels in node_fields.items():
            kept = levels if id in self._ids else {level: value for level, value in levels.items() if level == "page"}
            if kept:
                copied[self._ids.get(id, id)] = kept
        return copied

    def columns(self) -> dict[str, Any]:
        """The columns of the page that hold it."""
        document, _ = document_of(self.blocks.values())
        for node_id, levels in self.node_fields.items():
            document.add_fields(node_id, levels, levels.values())
        return {"blocks": self.blocks, "links": self.links, **document.columns()}

    async def prepare_blog(self, session: AsyncSession, page: dict[str, Any], layout: Layout) -> blog.Upkeep:
        """Give the copies of the blog's plugins records of their own; what is to be stored with them."""
        self.plugins, upkeep = await prepare_new(session, page, layout.block, self.blocks, self.plugins)
        return upkeep

    def rows(self, version: int, user_id: str | None) -> list[Plugin | PluginVersion]:
        """The new plugins, each with its first version."""
        rows: list[Plugin | PluginVersion] = []
        for id, old in self._plugins.values():
            fields = self.plugins[id]["fields"]
            given = {"id": uuid.UUID(id), "ref": old.ref, "fields": fields, "checked": old.checked}
            rows.append(Plugin(**given, is_cacheable=old.is_cacheable, version=version))
            user = uuid.UUID(user_id) if user_id else None
            rows.append(PluginVersion(plugin_id=given["id"], version=version, fields=fields, user_id=user))
        return rows
