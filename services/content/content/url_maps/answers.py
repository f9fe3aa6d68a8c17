"""URL maps as the API shows them: with the present address of the page that they lead to."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import RESERVED, requested_address
from content.blog import feeds
from content.documents.loading import connection_of
from content.pages.models import Page
from content.url_maps.models import UrlMap
from content.url_maps.patterns import is_elsewhere, parts_of
from content.url_maps.repository import UrlMapRepository
from content.url_maps.resolving import Resolved, resolve
from content.url_maps.schemas import Outcome, UrlMapMatch, UrlMapOut, UrlMapStep, UrlMapTrace


async def maps_out(session: AsyncSession, url_maps: Iterable[UrlMap]) -> list[UrlMapOut]:
    """The answers for URL maps; one statement for all of them."""
    url_maps = [*url_maps]
    page_ids = [url_map.page_id for url_map in url_maps if url_map.page_id]
    urls = await UrlMapRepository(session).urls_of(page_ids) if page_ids else {}
    answers = []
    for url_map in url_maps:
        answer = UrlMapOut.model_validate(url_map)
        if url_map.page_id:
            answer.destination = urls[url_map.page_id]
        answers.append(answer)
    return answers


def match_of(resolved: Resolved) -> UrlMapMatch | None:
    """Where it leads; None where no URL map applies."""
    if not resolved.steps:
        return None
    return UrlMapMatch.model_validate(resolved)


async def trace(session: AsyncSession, url: str) -> UrlMapTrace:
    """What becomes of an address."""
    resolved = await resolve(await connection_of(session), url)
    end = resolved.destination if resolved.steps else url
    page = None
    if end is not None and not is_elsewhere(end):
        address = requested_address(parts_of(end).path)
        query = select(Page.id, Page.title, Page.config).where(Page.url == address)
        page = (await session.execute(query)).one_or_none()
    return UrlMapTrace(
        match=match_of(resolved),
        steps=[UrlMapStep.model_validate(step) for step in resolved.steps],
        outcome=await _outcome(session, end, page),
        page_id=page.id if page else None,
        page_title=page.title if page else None,
    )


async def _outcome(session: AsyncSession, end: str | None, page: Any) -> Outcome:
    """What visitors come to who end at an address, where this page is."""
    if end is None:
        return "removed"
    if is_elsewhere(end):
        return "elsewhere"
    if page is not None:
        return "restricted_page" if page.config.get("scopeWhitelist") else "page"
    path = requested_address(parts_of(end).path)
    if path is None:
        return "nothing"
    if path[1:].split("/", 1)[0].lower() in RESERVED:
        return "system"
    return "nothing" if await feeds.read(session, path) is None else "feed"
