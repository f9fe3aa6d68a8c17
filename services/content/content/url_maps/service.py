"""The rules of URL maps, and the ones that pages write when they leave their addresses."""

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import String, any_, delete, insert, literal, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import ERROR_PREFIX, AddressFault, tag_of
from content.blog.references import CATEGORIES, POSTS, tags_of_pages
from content.changes import service as changes
from content.documents.loading import connection_of
from content.pages.models import IN_MENU, LISTED, Page
from content.url_maps import left_addresses
from content.url_maps.errors import TooManyPatterns, UrlMapInvalid, UrlMapLoop, UrlMapTaken
from content.url_maps.models import UrlMap
from content.url_maps.patterns import STAR, clean_destination, clean_source, pair_fault, parts_of
from content.url_maps.repository import UrlMapRepository
from content.url_maps.resolving import GONE, MAX_CHAIN, resolve, resolve_all
from content.url_maps.schemas import UrlMapIn
from kit import audit, preconditions
from kit.auth import Principal
from kit.constraints import constraint_faults
from kit.db import new_id
from kit.errors import FieldError

MAX_PATTERNS = 1000
"""Sources with a star: each address without a page is held against all of them."""

# What a star stands for when a new map is tried for loops: no source names it by chance.
_SAMPLE = "0f1e2d3c"
_MOST_TAGS = 200

# Of these pages, and of those that a URL map leads to and another applies at: only there redirects go round in circles.
_MARKS = text("""
WITH led_back AS MATERIALIZED (
    SELECT p.id FROM pages p
    WHERE p.id IN (SELECT page_id FROM url_maps WHERE page_id IS NOT NULL)
        AND EXISTS (
            SELECT FROM url_maps m
            WHERE m.pattern IS NOT NULL AND p.url LIKE m.pattern AND m.page_id IS DISTINCT FROM p.id
        )
)
SELECT p.id, p.url, p.is_redirected, p.id IN (SELECT id FROM led_back) AS may_be_in_circle,
    EXISTS (SELECT FROM url_maps m WHERE m.source = p.url)
        OR EXISTS (SELECT FROM url_maps m WHERE p.url LIKE m.pattern AND m.page_id IS DISTINCT FROM p.id) AS is_mapped
FROM pages p WHERE p.id = ANY (CAST(:page_ids AS uuid[])) OR p.id IN (SELECT id FROM led_back)
""")
_MARK = text("UPDATE pages SET is_redirected = NOT is_redirected WHERE id = ANY (CAST(:page_ids AS uuid[]))")


async def create(session: AsyncSession, principal: Principal, data: UrlMapIn) -> UrlMap:
    """Add a URL map. Raises ValidationFailed, UrlMapInvalid, UrlMapTaken, UrlMapLoop, TooManyPatterns, SiteNotSetUp."""
    preconditions.check_new(data)
    await changes.lock(session)
    values = await _checked(session, data)
    await _check_room(session, values["source"])
    url_map = UrlMap(id=new_id(), origin="manual", **values)
    with _faults():
        await UrlMapRepository(session).add(url_map)
    await _check_loop(session, url_map.source)
    await _show(session, principal, await UrlMapRepository(session).pages_at(url_map))
    _note(session, principal, "created", url_map)
    return url_map


async def update_map(
    session: AsyncSession, principal: Principal, data: UrlMapIn, map_id: uuid.UUID, if_match: str | None
) -> UrlMap:
    """Change a URL map; it is a person's from now on.

    Raises UrlMapNotFound, PreconditionFailed, PreconditionRequired, and what `create` raises.
    """
    await changes.lock(session)
    repository = UrlMapRepository(session)
    url_map = await repository.get_for_update(map_id)
    preconditions.check_replaced(data, map_id, url_map.version, if_match)
    values = await _checked(session, data)
    if STAR not in url_map.source:
        await _check_room(session, values["source"])
    before, led_to = await repository.pages_at(url_map), url_map.page_id
    with _faults():
        await repository.update(url_map, {**values, "origin": "manual"})
    await session.refresh(url_map)
    await _check_loop(session, url_map.source)
    await _show(session, principal, {*before, *await repository.pages_at(url_map)}, led_to)
    _note(session, principal, "updated", url_map)
    return url_map


async def delete_map(session: AsyncSession, principal: Principal, map_id: uuid.UUID, if_match: str | None) -> None:
    """Delete a URL map. Raises UrlMapNotFound, PreconditionFailed."""
    await changes.lock(session)
    repository = UrlMapRepository(session)
    url_map = await repository.get_for_update(map_id)
    preconditions.check_version(if_match, url_map.version)
    pages, led_to = await repository.pages_at(url_map), url_map.page_id
    await repository.delete(url_map)
    await _show(session, principal, pages, led_to)
    _note(session, principal, "deleted", url_map)


async def write_moved(
    session: AsyncSession,
    principal: Principal,
    moves: Mapping[uuid.UUID, tuple[str, str]],
    *,
    is_return: bool = False,
) -> None:
    """Send visitors of the addresses that pages left to where they are now; `moves` are both by page.

    A map at an address that a page leaves stays: its visitors did not see the page before. Pages that return from where
    they were moved to leave nothing behind there but what had been there before them.

    The caller holds the site's row lock and has stored the pages' new addresses.
    """
    by_address = {after: page_id for page_id, (_, after) in moves.items()}
    found = await left_addresses.maps_at(session, [*by_address])
    kept = {
        row.id: row.source for row in found if is_return and row.was_kept and row.left_by_id == by_address[row.source]
    }
    await _clear(session, principal, [*by_address.keys() - kept.values()])
    if is_return:
        await left_addresses.stay(session, [*kept])
        for row in await left_addresses.bring_back(session, moves, found):
            audit.record(session, principal, "url_map.created", subject=("url_map", row.id, row.source))
    else:
        addresses = [before for before, _ in moves.values() if _is_followed(before) and before not in by_address]
        await left_addresses.leave(session, moves, addresses, found)
    await mark(session, principal, moves)


async def write_deleted(session: AsyncSession, principal: Principal, page: Page, destination: str | None) -> None:
    """Send visitors of a page that is about to be deleted elsewhere, or tell them that it is gone.

    Maps that led to the page do the same from now on. Where visitors were sent elsewhere already and no destination is
    given, they still are. The caller holds the site's row lock.

    Raises UrlMapInvalid for a destination that is none or the page itself, UrlMapLoop for one that leads back here.
    """
    faults: list[FieldError] = []
    cleaned = destination and _cleaned(faults, "destination", clean_destination, destination)
    if faults:
        raise UrlMapInvalid(faults[0].detail, errors=faults)
    values = await _target(session, cleaned)
    if values["page_id"] == page.id:
        fault = FieldError("destination", "url_invalid", "Choose a page that is not being deleted.")
        raise UrlMapInvalid(fault.detail, errors=[fault])
    stays = cleaned is None and page.is_redirected and STAR not in page.url
    if stays:
        # By the map that applies there, as before.
        values["destination"] = page.url
    else:
        if cleaned is None:
            values["response_code"] = GONE
        await _clear(session, principal, [page.url])
    led_here = update(UrlMap).where(UrlMap.page_id == page.id).values(**values, version=UrlMap.version + 1)
    sources = [*await session.scalars(led_here.returning(UrlMap.source))]
    if _is_followed(page.url) and not stays:
        row = {"id": new_id(), "source": page.url, "origin": "page_deleted", "response_code": 301, **values}
        await session.execute(insert(UrlMap), [row])
        sources.append(page.url)
    if sources and cleaned is not None:
        # All of them lead the same way from here on: a circle that one of them is in is found by any.
        await _check_loop(session, sources[-1])
    # The destination too, where a map from the deleted page's address was what hid it.
    await _announce(session, principal, await _mark(session, {values["page_id"]} if values["page_id"] else set()))


def _is_followed(url: str) -> bool:
    """Whether a page that leaves this address writes a URL map for it.

    None asks for a page for errors by its address but the host, which has a page of its own where there is none.
    """
    return STAR not in url and not url.startswith(ERROR_PREFIX)


async def free(session: AsyncSession, principal: Principal, url: str) -> None:
    """Let visitors see the page that is made at an address. The caller holds the site's row lock."""
    await _clear(session, principal, [url])


async def mark(session: AsyncSession, principal: Principal, page_ids: Iterable[uuid.UUID]) -> None:
    """Note at pages whether visitors of their addresses are sent elsewhere: renders follow URL maps for those alone.

    The caller announces these pages; others that a change has led into a circle of redirects, or out of one, are announced.
    """
    pages = {*page_ids}
    await _announce(session, principal, await _mark(session, pages) - pages)


async def _mark(session: AsyncSession, page_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Note it at these pages, and at all that may be in circles; those of which it was not so."""
    rows = (await session.execute(_MARKS, {"page_ids": [*page_ids]})).all()
    urls = [row.url for row in rows if row.may_be_in_circle]
    ways = await resolve_all(await connection_of(session), urls) if urls else []
    # Where a circle ends at the page itself, it is seen.
    seen = {url for url, resolved in zip(urls, ways, strict=True) if resolved.page_url == url}
    changed = {row.id for row in rows if row.is_redirected != (row.is_mapped and row.url not in seen)}
    if changed:
        await session.execute(_MARK, {"page_ids": [*changed]})
    return changed


async def _clear(session: AsyncSession, principal: Principal, urls: list[str]) -> None:
    """Delete the maps of exactly these addresses."""
    # One parameter, of which a statement takes 32,767: a branch that moves may have more addresses.
    query = (
        delete(UrlMap)
        .where(UrlMap.source == any_(literal(urls, ARRAY(String))))
        .returning(UrlMap.id, UrlMap.source, UrlMap.page_id)
    )
    rows = (await session.execute(query)).all()
    for row in rows:
        audit.record(session, principal, "url_map.deleted", subject=("url_map", row.id, row.source))
    led_to = {row.page_id for row in rows if row.page_id}
    if led_to:
        await _announce(session, principal, await _mark(session, led_to))


async def _checked(session: AsyncSession, data: UrlMapIn) -> dict[str, Any]:
    """The columns of a map. Raises UrlMapInvalid with a fault for each field, UrlMapLoop."""
    faults: list[FieldError] = []
    source = _cleaned(faults, "source", clean_source, data.source) or ""
    destination = data.destination and _cleaned(faults, "destination", clean_destination, data.destination)
    if data.response_code == GONE and data.destination is not None:
        faults.append(FieldError("destination", "not_empty", "A removed page (410) has no destination."))
    if data.response_code != GONE and data.destination is None:
        faults.append(FieldError("destination", "missing", "Enter a destination."))
    if not faults and destination and (fault := pair_fault(source, destination)):
        faults.append(fault)
    if faults:
        raise UrlMapInvalid(faults[0].detail, errors=faults)
    target = await _target(session, destination)
    if target["page_id"] and source == destination:
        fault = FieldError("destination", "url_map_loop", "The page would lead to itself.")
        raise UrlMapLoop(fault.detail, errors=[fault])
    return {"source": source, "response_code": data.response_code, **target}


def _cleaned(faults: list[FieldError], field: str, clean: Callable[[str], str], value: str) -> str | None:
    try:
        return clean(value)
    except AddressFault as fault:
        faults.append(FieldError(field, fault.code, str(fault)))
        return None


async def _target(session: AsyncSession, destination: str | None) -> dict[str, Any]:
    """A destination's columns: the page at that address, if there is one, so that the map follows it when it moves."""
    if destination is None:
        return {"destination": None, "page_id": None}
    path, query, fragment = parts_of(destination)
    page_id = None if query or fragment else await session.scalar(select(Page.id).where(Page.url == path))
    return {"destination": None if page_id else destination, "page_id": page_id}


async def _check_room(session: AsyncSession, source: str) -> None:
    if STAR in source and await UrlMapRepository(session).count_patterns() >= MAX_PATTERNS:
        detail = f"A site has at most {MAX_PATTERNS} URL maps with a star. Delete one first."
        raise TooManyPatterns(detail)


async def _check_loop(session: AsyncSession, source: str) -> None:
    """Raises UrlMapLoop when following a map comes back to one that was followed before, or does not end."""
    sample = source.replace(STAR, _SAMPLE)
    resolved = await resolve(await connection_of(session), sample, MAX_CHAIN + 1)
    if len(resolved.steps) > MAX_CHAIN:
        detail = f"More than {MAX_CHAIN} redirects would form a chain. Enter the final address."
        raise UrlMapInvalid(detail, errors=[FieldError("destination", "url_map_chain_too_long", detail)])
    if not resolved.loop:
        return
    way = " → ".join(step.source for step in resolved.loop)
    detail = f"This would create a redirect loop: {way}."
    raise UrlMapLoop(detail, errors=[FieldError("destination", "url_map_loop", detail)])


async def _show(
    session: AsyncSession, principal: Principal, page_ids: Collection[uuid.UUID], led_to: uuid.UUID | None = None
) -> None:
    """Make renders stale of the pages that a map hides or shows again.

    `led_to` is the page that it has led to until now: a circle of redirects with the map in it has ended there.
    """
    marked = await _mark(session, {*page_ids} | ({led_to} if led_to else set()))
    await _announce(session, principal, marked.union(page_ids))


async def _announce(session: AsyncSession, principal: Principal, page_ids: Collection[uuid.UUID]) -> None:
    """Make renders stale of the pages that URL maps hide or show again."""
    if not page_ids:
        return
    tags = await _tags(session, sorted(page_ids))
    await changes.record(session, ["url-maps"], user_id=principal.user_id, tags=tags)


async def _tags(session: AsyncSession, page_ids: list[uuid.UUID]) -> set[str]:
    """The tags of renders of these pages, and of all that links them."""
    if len(page_ids) > _MOST_TAGS:
        return {"site", LISTED, POSTS, CATEGORIES}
    query = select(Page.url, text(IN_MENU)).where(Page.id.in_(page_ids))
    tags = {LISTED} | await tags_of_pages(session, page_ids)
    for url, is_in_menu in (await session.execute(query)).all():
        tags |= {tag_of(url), "menu"} if is_in_menu else {tag_of(url)}
    return tags.union(f"page:{page_id}" for page_id in page_ids)


def _faults() -> AbstractContextManager[None]:
    return constraint_faults(UrlMap, conflict=UrlMapTaken, in_use=UrlMapTaken)


def _note(session: AsyncSession, principal: Principal, verb: str, url_map: UrlMap) -> None:
    details = {"destination": url_map.destination, "pageId": url_map.page_id and str(url_map.page_id)}
    subject = ("url_map", url_map.id, url_map.source)
    audit.record(session, principal, f"url_map.{verb}", subject=subject, details=details)
