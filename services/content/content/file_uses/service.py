"""Where files are used, and which are used at all."""

import uuid
from collections import Counter
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.file_uses.counting import Found, Place
from content.file_uses.repository import FileUseRepository
from content.file_uses.seen import add_mentioned, used_in_documents
from content.site.models import Site
from kit.cache import JsonCache
from kit.db import release_connection
from kit.file_uses import MOST, FileUseAnswer, FileUseQuestion, PlaceUse, UsedFiles
from kit.origins import site_hosts
from kit.state import KitState, state_of

_ORDER = ("page", "layout", "block", "template", "linkedData", "urlMap")
_CACHED_SECONDS = 3600
_used = JsonCache("content:used-files", _CACHED_SECONDS)


async def find(session: AsyncSession, data: FileUseQuestion) -> FileUseAnswer:
    """The places that use files. Those of plugins are the documents that hold them: a page, a layout or a block."""
    found = Found(data, _hosts(state_of(session)))
    repository = FileUseRepository(session)
    in_plugins: dict[uuid.UUID, Counter[uuid.UUID]] = {}
    async for plugins in repository.plugins(found.tokens):
        for plugin in plugins:
            if named := found.named_in(plugin["document"]):
                in_plugins[plugin["id"]] = named
    for place in await repository.places([*in_plugins]):
        found.add(Place(place["kind"], place["id"]), in_plugins[place["plugin_id"]])
    async for pages in repository.pages(found.tokens):
        for page in pages:
            found.add(Place("page", page["id"]), found.named_in(page["document"]))
    for other in await repository.others():
        # What is made of a source names files once more, and some that are put together there.
        named = found.named_in(other["document"])
        made = found.named_in(other["made"] or "")
        found.add(Place(other["kind"], other["id"]), named | made)
    totals = Counter(file_id for file_id, _ in found.counts)
    return FileUseAnswer(uses=await _uses_of(repository, found.counts), totals=dict(totals))


async def used(session: AsyncSession) -> UsedFiles:
    """All files that are used. Documents are asked about once for each version of the site."""
    state = state_of(session)
    repository, hosts = FileUseRepository(session), _hosts(state)
    version = await session.scalar(select(Site.version))
    await release_connection(session)
    documents = await _used.read(state.redis, lambda: used_in_documents(state), key=str(version))
    paths, ids = {*documents["paths"]}, {*documents["ids"]}
    for other in await repository.others():
        add_mentioned(f"{other['document']}\n{other['made'] or ''}", hosts, paths, ids)
    await release_connection(session)
    return UsedFiles(paths=sorted(paths), ids=sorted(ids))


async def _uses_of(repository: FileUseRepository, counts: Counter[tuple[uuid.UUID, Place]]) -> list[PlaceUse]:
    rows = await repository.titles([*{place.id for _, place in counts}])
    named = {Place(row["kind"], row["id"]): row for row in rows}
    uses = [_use(file_id, named[place], count) for (file_id, place), count in counts.items() if place in named]
    return sorted(uses, key=lambda use: (_ORDER.index(use.kind), use.title.casefold(), use.id))[:MOST]


def _use(file_id: uuid.UUID, row: Any, count: int) -> PlaceUse:
    return PlaceUse(file_id=file_id, kind=row["kind"], id=row["id"], title=row["title"], url=row["url"], count=count)


def _hosts(state: KitState) -> frozenset[str]:
    return site_hosts(state.settings.public_url)
