"""Which files documents name, as far as they have been read: read anew is only what was written since.

Documents are gone through by stretches, the ends of their ids. What those of a stretch name is cached in Redis beside a mark
of the transactions that wrote them (`xmin`), which no way of writing passes by: neither a save, nor a migration, nor the
import of a backup. After a save of one page a few stretches are read, without Redis all of them.
"""

from collections.abc import Awaitable, Collection, Mapping
from contextlib import suppress
from typing import TypedDict, cast

import orjson

from content.file_uses.repository import FileUseRepository
from kit.mentions import mentions_in
from kit.origins import site_hosts
from kit.redis_link import RedisUnavailable
from kit.state import KitState

_CACHED_SECONDS = 86_400


class Stretch(TypedDict):
    """What the documents of a stretch name, and of which transactions they are."""

    written: str
    paths: list[str]
    ids: list[str]


async def used_in_documents(state: KitState) -> dict[str, list[str]]:
    """The paths and ids of files that pages name, and plugins that stand somewhere."""
    cached = await _cached(state)
    # Rows can be read bit by bit within a transaction alone.
    async with state.database.transaction() as session:
        repository = FileUseRepository(session)
        written = await repository.written()
        known = {name: each for name, each in cached.items() if written.get(name) == each["written"]}
        changed = [name for name in written if name not in known]
        read = await _read(state, repository, changed, written) if changed else {}
    await _cache(state, read)
    all_ = [*known.values(), *read.values()]
    return {
        "paths": sorted({path for each in all_ for path in each["paths"]}),
        "ids": sorted({id for each in all_ for id in each["ids"]}),
    }


async def _read(
    state: KitState, repository: FileUseRepository, names: list[str], written: Mapping[str, str]
) -> dict[str, Stretch]:
    # A document that changes meanwhile makes another mark: its stretch is read once more.
    hosts = site_hosts(state.settings.public_url)
    found = {name: (set[str](), set[str]()) for name in names}
    async for documents in repository.documents_of(names):
        for document in documents:
            paths, ids = found[document["stretch"]]
            add_mentioned(document["document"], hosts, paths, ids)
    return {
        name: Stretch(written=written[name], paths=sorted(paths), ids=sorted(ids))
        for name, (paths, ids) in found.items()
    }


def add_mentioned(document: str, hosts: Collection[str], paths: set[str], ids: set[str]) -> None:
    """Add the paths and ids of files that a document names."""
    for mention in mentions_in(document, hosts):
        paths.update(mention.paths)
        if mention.id is not None:
            ids.add(mention.id)


def _name(state: KitState) -> str:
    # Another release may read documents in another way, and another address makes others of them the site's own.
    return f"content:seen-files:{state.settings.release}:{state.settings.public_url}"


async def _cached(state: KitState) -> dict[str, Stretch]:
    with suppress(RedisUnavailable):
        entries = await state.redis.call(
            lambda client: cast("Awaitable[dict[bytes, bytes]]", client.hgetall(_name(state)))
        )
        return {name.decode(): orjson.loads(value) for name, value in entries.items()}
    return {}


async def _cache(state: KitState, stretches: Mapping[str, Stretch]) -> None:
    if not stretches:
        return
    name, values = _name(state), {key: orjson.dumps(value) for key, value in stretches.items()}
    with suppress(RedisUnavailable):
        await state.redis.call(lambda client: cast("Awaitable[int]", client.hset(name, mapping=values)))
        await state.redis.call(lambda client: client.expire(name, _CACHED_SECONDS))
