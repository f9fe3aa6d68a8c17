"""A check of all links: what the pages lead to is read anew, the site's own addresses are judged, others are asked."""

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.links import asking, internal
from content.links.collecting import Collected
from content.links.models import Link, LinkCheck
from content.links.storing import begin_reading, replace_uses, store_verdicts
from kit.cancellable import is_cancelled
from kit.database import Database
from kit.outbound import outbound, public_or_in
from kit.state import KitState

PAGES_AT_ONCE = 50
_JUDGED_AT_ONCE = 500
# How the bar is divided: reading and judging take seconds, waiting for others takes the rest.
_READ, _JUDGED = 0.3, 0.4

Progress = Callable[[float, str], Awaitable[None]]


class Result(NamedTuple):
    pages: int
    links: int
    is_cancelled: bool


async def check_all(state: KitState, check_id: uuid.UUID, progress: Progress) -> Result:
    """Check every link of every page. Begun anew, it asks for no address again that has answered in this check."""
    database = state.database
    started_at = await _started_at(database, check_id)
    collected = Collected(state.settings.public_url)
    pages = 0
    async with database.transaction() as session:
        read_since = await begin_reading(session)
    async for pages, total in _read_all(database, collected):
        await progress(_READ * pages / max(total, 1), f"Reading pages: {pages} of {total}")
        if await is_cancelled(database, LinkCheck, check_id):
            return Result(pages, 0, is_cancelled=True)
    uses = collected.uses
    async with database.transaction() as session:
        await replace_uses(session, uses, read_since)
    targets = {use.target for use in uses}
    site = await internal.read_site(database.pool, collected.ids_by_url)
    await _judge_internal(database.pool, site, await _internal(database), progress)
    others = await _not_asked_since(database, started_at)
    return Result(pages, len(targets), await _ask_others(state, check_id, others, progress))


async def check_one(state: KitState, address: str, *, is_internal: bool) -> None:
    """Check one address again. No transaction may be open."""
    pool = state.database.pool
    if is_internal:
        verdict = await internal.judge(pool, await _site_for(state, address), address)
    else:
        async with outbound(allows=public_or_in(state.settings.outbound_networks)) as client:
            verdict = (await asking.ask(client, address)).verdict
    await store_verdicts(pool, {address: verdict})


async def _site_for(state: KitState, address: str) -> internal.Site:
    """The site at an address, with the ids of the page that it names."""
    pool = state.database.pool
    collected = Collected(state.settings.public_url)
    url = internal.page_address(address)
    if "#" in address and url is not None:
        found = await pool.fetchval("SELECT id::text FROM pages WHERE url = $1", url)
        pages, plugins = await read_pages(pool, [found] if found else [])
        for page in pages:
            collected.add(page, plugins)
    return await internal.read_site_at(pool, address, collected.ids_by_url)


async def _read_all(database: Database, collected: Collected) -> AsyncIterator[tuple[int, int]]:
    """Collect the links of all pages, some at a time: how many pages are done, of how many."""
    rows = await database.pool.fetch("SELECT id::text FROM pages ORDER BY id")
    ids = [row["id"] for row in rows]
    for start in range(0, len(ids), PAGES_AT_ONCE):
        pages, plugins = await read_pages(database.pool, ids[start : start + PAGES_AT_ONCE])
        for page in pages:
            collected.add(page, plugins)
        yield min(start + PAGES_AT_ONCE, len(ids)), len(ids)


async def _judge_internal(
    connection: Connection, site: internal.Site, addresses: list[str], progress: Progress
) -> None:
    for start in range(0, len(addresses), _JUDGED_AT_ONCE):
        part = addresses[start : start + _JUDGED_AT_ONCE]
        verdicts = {address: await internal.judge(connection, site, address) for address in part}
        await store_verdicts(connection, verdicts)
        share = (start + len(part)) / len(addresses)
        await progress(_READ + (_JUDGED - _READ) * share, f"Checking links to your own pages: {start + len(part)}")


async def _ask_others(state: KitState, check_id: uuid.UUID, addresses: list[str], progress: Progress) -> bool:
    """Ask addresses of other sites; whether somebody has cancelled the check meanwhile."""
    if not addresses:
        return False
    done = 0
    async with (
        outbound(allows=public_or_in(state.settings.outbound_networks)) as client,
        aclosing(asking.ask_all(client, addresses)) as answers,
    ):
        async for address, verdict in answers:
            await store_verdicts(state.database.pool, {address: verdict})
            done += 1
            share = _JUDGED + (1 - _JUDGED) * done / len(addresses)
            await progress(share, f"Checking links to other sites: {done} of {len(addresses)}")
            if await is_cancelled(state.database, LinkCheck, check_id):
                return True
    return False


async def _internal(database: Database) -> list[str]:
    """The site's own addresses: those that were collected, and those of fixes meanwhile."""
    async with database.reading() as session:
        query = select(Link.address).where(Link.is_internal).order_by(Link.address)
        return [*(await session.scalars(query)).all()]


async def _not_asked_since(database: Database, moment: datetime) -> list[str]:
    async with database.reading() as session:
        query = select(Link.address).where(
            Link.is_internal.is_(False),
            Link.is_ignored.is_(False),
            (Link.last_checked_at < moment) | Link.last_checked_at.is_(None),
        )
        return [*(await session.scalars(query.order_by(Link.address))).all()]


async def _started_at(database: Database, check_id: uuid.UUID) -> datetime:
    async with database.reading() as session:
        return (await session.scalars(select(LinkCheck.started_at).where(LinkCheck.id == check_id))).one()
