import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from content.documents.loading import connection_of
from content.url_maps import missing, service
from content.url_maps.answers import maps_out, match_of, trace
from content.url_maps.models import MissingAddress, UrlMap
from content.url_maps.repository import MissingAddressRepository, UrlMapRepository
from content.url_maps.resolving import resolve
from content.url_maps.schemas import (
    MissedAddresses,
    MissingAddressOut,
    Origin,
    UrlMapDestination,
    UrlMapIn,
    UrlMapOut,
    UrlMapTrace,
)
from kit import preconditions
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/cms/url-maps")
destination_router = APIRouter(prefix="/client/url-maps")
private_router = APIRouter(prefix="/private/missing-addresses")

_Editor = Annotated[Principal, requires("editor")]
_Url = Annotated[str, Query(min_length=1, max_length=10_000)]
_MOST_VALUES = 50
_MAX_REPORT = 8 * 1024 * 1024
"""As many bytes as the addresses of one report may have: one that is refused is lost whole."""
_sort = sortable(
    source=UrlMap.source,
    hits=UrlMap.hits,
    lastHitAt=UrlMap.last_hit_at,
    createdAt=UrlMap.created_at,
    updatedAt=UrlMap.updated_at,
    default="source",
)
_sort_missing = sortable(
    url=MissingAddress.url,
    hits=MissingAddress.hits,
    firstSeenAt=MissingAddress.first_seen_at,
    lastSeenAt=MissingAddress.last_seen_at,
    default="-lastSeenAt",
)


@router.get("", response_model=Page[UrlMapOut])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Editor,
    q: SearchText = None,
    origin: Annotated[Sequence[Origin], Query(max_length=_MOST_VALUES)] = [],
    response_code: Annotated[Sequence[int], Query(alias="response-code", max_length=_MOST_VALUES)] = [],
    page_id: Annotated[Sequence[uuid.UUID], Query(alias="page-id", max_length=_MOST_VALUES)] = [],
) -> Slice[UrlMapOut]:
    """List the URL maps."""
    repository = UrlMapRepository(session)
    found = await repository.page(page, order, repository.search(q, origin, response_code, page_id))
    return Slice(await maps_out(session, found.results), found.total, found.start, found.limit)


@router.get("/trace")
async def get_trace(session: Session, _: _Editor, source: _Url) -> UrlMapTrace:
    """What becomes of an address: the URL maps that apply, and the page that is shown in the end."""
    return await trace(session, source)


@router.get("/missing", response_model=Page[MissingAddressOut])
async def list_missing(
    session: Session, page: PageParams, order: Annotated[Order, _sort_missing], _: _Editor, q: SearchText = None
) -> Slice[MissingAddress]:
    """List the addresses that visitors asked for in vain, and that nothing answers yet."""
    repository = MissingAddressRepository(session)
    return await repository.page(page, order, repository.search(q))


@router.delete("/missing/{id}", status_code=204)
async def delete_missing(id: uuid.UUID, session: Session, _: _Editor) -> None:
    """Remove an address from the list; it is listed again at its next request."""
    await missing.delete(session, id)


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, _: _Editor, response: Response) -> UrlMapOut:
    """Get one URL map."""
    url_map = await UrlMapRepository(session).get(id)
    return await _answer(session, url_map, response)


@router.post("", status_code=201)
async def create(data: UrlMapIn, session: Session, principal: _Editor, response: Response) -> UrlMapOut:
    """Add a URL map."""
    return await _answer(session, await service.create(session, principal, data), response)


@router.put("/{id}")
async def update(
    id: uuid.UUID,
    data: UrlMapIn,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> UrlMapOut:
    """Replace the fields of a URL map."""
    return await _answer(session, await service.update_map(session, principal, data, id, if_match), response)


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Delete a URL map."""
    await service.delete_map(session, principal, id, if_match)


@destination_router.get("/destination")
async def get_destination(session: Session, _: Annotated[Caller, Public], source: _Url) -> UrlMapDestination:
    """Where an address leads by the URL maps, chains followed."""
    resolved = await resolve(await connection_of(session), source)
    is_open = not resolved.steps or not resolved.scope_whitelist
    return UrlMapDestination(match=match_of(resolved) if is_open else None)


@private_router.post("", status_code=204, include_in_schema=False, max_body_size=_MAX_REPORT)
async def report_missing(data: MissedAddresses, session: Session, _: Annotated[str, Internal("web")]) -> None:
    """Count addresses that the web host was asked for in vain."""
    await missing.add(session, data.addresses)


async def _answer(session: Session, url_map: UrlMap, response: Response) -> UrlMapOut:
    preconditions.tag_version(response, url_map.version)
    [out] = await maps_out(session, [url_map])
    return out
