"""What documents name which files, as far as they have been read: read anew is only what was written since.

A document is known by its row's `xmin`, the transaction that wrote it, which no way of writing can pass by: neither a save
nor a migration nor the import of a backup. What was found is kept in Redis, in some stretches by the end of the id, so that
a save of one page writes few of them; without it all documents are read.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

import orjson

from content.file_uses.repository import AT_ONCE, DOCUMENTS, STATES
from kit.auth import site_hosts
from kit.mentions import mentions_in
from kit.redis_link import RedisUnavailable
from kit.state import KitState

MOST = 200_000
"""Documents of which this is kept, some 20 MB of them. Larger sites are gone through as a whole."""
_KEPT_SECONDS = 86_400

Seen = list[object]
"""The xmin of a document, then the paths and the ids that it names; the xmin alone where it names none."""
Stretches = dict[str, dict[str, Seen]]


async def used_in_documents(state: KitState) -> dict[str, list[str]]:
    """The paths and ids of files that pages name, and plugins that stand somewhere."""
    hosts = site_hosts(state.settings.public_url)
    written = {row["id"]: row["written"] for row in await state.database.pool.fetch(STATES)}
    known = await _known(state) if len(written) <= MOST else {}
    found = {id: seen for stretch in known.values() for id, seen in stretch.items()}
    changed = [id for id, xmin in written.items() if id not in found or found[id][0] != xmin]
    for begin in range(0, len(changed), AT_ONCE):
        for row in await state.database.pool.fetch(DOCUMENTS, changed[begin : begin + AT_ONCE]):
            found[row["id"]] = _seen(written[row["id"]], row["document"], hosts)
        # One that names none is not among them.
        for id in changed[begin : begin + AT_ONCE]:
            if id not in found or found[id][0] != written[id]:
                found[id] = [written[id]]
        await asyncio.sleep(0)
    gone = found.keys() - written.keys()
    if len(written) <= MOST:
        await _keep(state, {id: found[id] for id in written}, {_stretch(id) for id in (*changed, *gone)})
    return _together(found[id] for id in written)


def _seen(xmin: int, document: str, hosts: Collection[str]) -> Seen:
    paths, ids = set[str](), set[str]()
    for mention in mentions_in(document, hosts):
        paths.update(mention.paths)
        if mention.id is not None:
            ids.add(mention.id)
    return [xmin, sorted(paths), sorted(ids)]


def _together(all_: Iterable[Seen]) -> dict[str, list[str]]:
    paths, ids = set[str](), set[str]()
    for seen in all_:
        if len(seen) > 1:
            _, own_paths, own_ids = seen
            paths.update(own_paths)  # type: ignore[call-overload]  # see `Seen`
            ids.update(own_ids)  # type: ignore[call-overload]
    return {"paths": sorted(paths), "ids": sorted(ids)}


def _stretch(id: str) -> str:
    return id[-2:]


def _name(state: KitState) -> str:
    # Another release may read documents in another way, and another address makes others of them the site's own.
    return f"content:seen-files:{state.settings.release}:{state.settings.public_url}"


async def _known(state: KitState) -> Stretches:
    with suppress(RedisUnavailable):
        kept: Mapping[bytes, bytes] = await state.redis.call(lambda client: client.hgetall(_name(state)))
        return {name.decode(): orjson.loads(value) for name, value in kept.items()}
    return {}


async def _keep(state: KitState, found: Mapping[str, Seen], changed: Collection[str]) -> None:
    """Keep the stretches that have changed."""
    stretches: Stretches = {name: {} for name in changed}
    for id, seen in found.items():
        if (name := _stretch(id)) in stretches:
            stretches[name][id] = seen
    name, values = _name(state), {key: orjson.dumps(value) for key, value in stretches.items()}
    with suppress(RedisUnavailable):
        if values:
            await state.redis.call(lambda client: client.hset(name, mapping=values))
        await state.redis.call(lambda client: client.expire(name, _KEPT_SECONDS))
