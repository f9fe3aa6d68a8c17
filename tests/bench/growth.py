"""Many pages at once: copies of pages that were made by saves, with addresses, texts and links of their own.

Made in bulk, but by what the service itself copies pages with, so that each has what a save would have written: plugins
with their first versions, the log of changes, who sees which post, and its documents for the search.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from content.blog import references
from content.blog.models import CategoryPage, Post, PostCategory
from content.blog.plugins import POST, with_record
from content.changes import service as changes
from content.documents.loading import connection_of
from content.pages.duplicating import Copy
from content.pages.models import LISTED, Page
from content.plugins.models import Plugin, PluginVersion
from content.search.indexing import index_some, note_changes
from kit.db import new_id
from tests.bench.words import paragraphs, words

AT_ONCE = 100
"""Pages of one transaction, and of one version of the site."""
GUIDE, JOURNAL = "/guide", "/journal"
SECTION_PAGE = 4
"""The number of the first section's own page."""
_SECTION, _TOPIC = 200, 20
_POSTS_OF_TEN = 4
"""Of ten pages these are posts."""
_RESTRICTED = 25
"""One page in so many is kept to members."""


def address(number: int) -> str:
    """The address of the page with a number: posts in one level, the others three deep below sections and topics."""
    tens, rest = divmod(number, 10)
    if is_post(number):
        return f"{JOURNAL}/post-{number}"
    place = tens * (10 - _POSTS_OF_TEN) + rest - _POSTS_OF_TEN
    section, in_section = divmod(place, _SECTION)
    topic, in_topic = divmod(in_section, _TOPIC)
    if in_section == 0:
        return f"{GUIDE}/section-{section}"
    if in_topic == 0:
        return f"{GUIDE}/section-{section}/topic-{topic}"
    return f"{GUIDE}/section-{section}/topic-{topic}/page-{number}"


def title(number: int) -> str:
    return f"{' '.join(words(random.Random(number), 3))} {number}".capitalize()


def is_restricted(number: int) -> bool:
    return number % _RESTRICTED == _RESTRICTED - 1


def is_post(number: int) -> bool:
    return number % 10 < _POSTS_OF_TEN


@asynccontextmanager
async def sessions(dsn: str) -> AsyncIterator[AsyncSession]:
    """A session as the service's own role, past the service."""
    engine = create_async_engine(
        dsn.replace("postgresql://", "postgresql+asyncpg://"),
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
    )
    try:
        async with AsyncSession(engine, expire_on_commit=False) as session:
            yield session
    finally:
        await engine.dispose()


@dataclass
class Model:
    """A page that was made by saves, whose copies many pages are."""

    page: Page
    plugins: list[Plugin]

    @property
    def is_post(self) -> bool:
        return any(plugin.ref == POST for plugin in self.plugins)


async def model_of(session: AsyncSession, url: str) -> Model:
    page = (await session.scalars(select(Page).where(Page.url == url))).one()
    return Model(page, [*await session.scalars(select(Plugin).where(Plugin.id.in_(page.plugin_ids)))])


async def grow(session: AsyncSession, article: Model, post: Model, numbers: range) -> None:
    """Makes pages with these numbers: committed, and found by searches."""
    known = await session.scalars(select(CategoryPage.category_id).distinct().order_by(CategoryPage.category_id))
    category_ids = [*known]
    for start in range(numbers.start, numbers.stop, AT_ONCE):
        part = range(start, min(start + AT_ONCE, numbers.stop))
        made = [_Grown(number, post if is_post(number) else article, category_ids, numbers.stop) for number in part]
        await _store(session, made)
        await session.commit()
    await _index(session)
    await session.commit()


class _Grown:
    """A copy with an address, a title, texts and settings of its own."""

    def __init__(self, number: int, model: Model, category_ids: Sequence[uuid.UUID], total: int) -> None:
        turn = random.Random(number)
        self.page_id = new_id()
        self.title = title(number)
        self.url = address(number)
        self.has_place_in_menu = self.url.count("/") == 2 and not is_post(number)
        self.published_at = datetime.now(UTC) - timedelta(minutes=number)
        self.post_id = new_id() if model.is_post else None
        self.category_id = category_ids[number % len(category_ids)] if self.post_id and category_ids else None
        self._model = model
        self._is_restricted = is_restricted(number)
        self._copy = Copy(model.page, model.plugins)
        for plugin in self._copy.plugins.values():
            if plugin["ref"] == "cms.text":
                plugin["fields"] = {"content": paragraphs(turn, address(turn.randrange(total)))}
            elif plugin["ref"] == POST:
                plugin["fields"] = with_record(POST, plugin["fields"], str(self.post_id))
                if self.category_id:
                    plugin["fields"] = {**plugin["fields"], "categories": [str(self.category_id)]}

    def page(self, version: int) -> dict[str, Any]:
        """The row of the page."""
        page = self._model.page
        config: dict[str, Any] = {"menu": {"visible": self.has_place_in_menu}}
        if self._is_restricted:
            config["scopeWhitelist"] = ["member"]
        return {
            "id": self.page_id,
            "url": self.url,
            "title": self.title,
            "template_id": page.template_id,
            "layout_id": page.layout_id,
            "meta": {"description": self.title},
            "config": config,
            "version": version,
            **self._copy.columns(),
        }

    def plugins(self, version: int) -> list[dict[str, Any]]:
        """The rows of the plugins."""
        rows = [row for row in self._copy.rows(version, None) if isinstance(row, Plugin)]
        return [
            {"id": row.id, "ref": row.ref, "fields": row.fields, "is_cacheable": row.is_cacheable, "version": version,
             "checked": row.checked}
            for row in rows
        ]  # fmt: skip


async def _store(session: AsyncSession, made: Sequence[_Grown]) -> None:
    resources = [f"page:{each.page_id}" for each in made]
    version = await changes.record(session, resources, user_id=None, tags=[LISTED, "menu", references.POSTS])
    posts = [each for each in made if each.post_id]
    plugins = [row for each in made for row in each.plugins(version)]
    versions = [{"plugin_id": row["id"], "version": version, "fields": row["fields"]} for row in plugins]
    records = [
        {"id": each.post_id, "title": each.title, "author": "Bench", "published_at": each.published_at}
        for each in posts
    ]
    sorted_in = [
        {"post_id": each.post_id, "category_id": each.category_id, "published_at": each.published_at}
        for each in posts
        if each.category_id
    ]
    tables: list[tuple[Any, list[dict[str, Any]]]] = [
        (Plugin, plugins),
        (PluginVersion, versions),
        (Page, [each.page(version) for each in made]),
        (Post, records),
        (PostCategory, sorted_in),
    ]
    for table, rows in tables:
        if rows:
            await session.execute(insert(table), rows)
    await references.refresh(await connection_of(session), [str(each.post_id) for each in posts], [], only_new=True)


async def _index(session: AsyncSession) -> None:
    """Makes the documents of the search, unless the worker is quicker."""
    connection = await connection_of(session)
    status = await note_changes(connection)
    await session.commit()
    while status and await index_some(await connection_of(session), status.language):
        await session.commit()
