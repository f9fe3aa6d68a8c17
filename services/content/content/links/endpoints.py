"""Whether links lead anywhere, and mending those that do not."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request

from content.links import fixing, models, service
from content.links.answers import check_out, links_out, uses_out
from content.links.repository import Filters, LinkCheckRepository, LinkRepository, LinkUseRepository
from content.links.schemas import (
    CheckOut,
    ExternalStatus,
    IgnoredIn,
    LatestCheckOut,
    LinkOut,
    LinkUseOut,
    ReplacementIn,
    ReplacementOut,
    UndoOut,
)
from content.links.verdicts import Reason, State
from content.pages import models as pages
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.search import SearchText
from kit.state import state_of

external_router = APIRouter(prefix="/client/external", tags=["links"])
router = APIRouter(prefix="/client/links")

_Editor = Annotated[Principal, requires("editor")]
_MOST_VALUES = 50
_sort = sortable(
    address=models.Link.address,
    state=models.Link.urgency,
    status=models.Link.status,
    firstSeenAt=models.Link.first_seen_at,
    lastCheckedAt=models.Link.last_checked_at,
    default="state,address",
)
_sort_uses = sortable(
    page=pages.Page.title, address=models.Link.address, state=models.Link.urgency, default="page,address"
)
_Internal = Annotated[bool | None, Query(alias="is-internal")]
_Ignored = Annotated[bool | None, Query(alias="is-ignored")]


@external_router.get("/status")
async def status(
    request: Request,
    principal: _Editor,
    url: Annotated[str, Query(min_length=1, max_length=2_000, examples=["https://example.org/"])],
) -> ExternalStatus:
    """Ask an address for its status, following up to five redirects, for ten seconds in all.

    An address that did not answer, or that leads to a machine within the network, has none, and the reason instead. Of an
    address of the site itself nobody is asked: its status follows from the site's pages and URL maps.
    """
    with request.app.state.questions.one_of(principal.user_id):
        return await service.external_status(state_of(request), url)


@router.post("/checks", status_code=202)
async def start_check(session: Session, principal: _Editor) -> CheckOut:
    """Check the links of all pages. Where a check is under way, that is the one."""
    return check_out(await service.start_check(session, principal))


@router.get("/checks/latest")
async def get_latest_check(session: Session, _: _Editor) -> LatestCheckOut:
    """The check that is under way, or the last one."""
    latest = await LinkCheckRepository(session).latest()
    return LatestCheckOut(check=check_out(latest) if latest else None)


@router.delete("/checks/latest", status_code=204)
async def cancel_check(session: Session, principal: _Editor) -> None:
    """Cancel the check that is under way; what it has found so far stays."""
    await service.cancel_check(session, principal)


@router.get("", response_model=Page[LinkOut])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Editor,
    q: SearchText = None,
    state: Annotated[Sequence[State], Query(max_length=_MOST_VALUES)] = [],
    reason: Annotated[Sequence[Reason], Query(max_length=_MOST_VALUES)] = [],
    is_internal: _Internal = None,
    is_ignored: _Ignored = None,
) -> Slice[LinkOut]:
    """List the addresses that pages lead to, as the last check found them."""
    repository = LinkRepository(session)
    found = await repository.page(page, order, repository.search(Filters(q, state, reason, is_internal, is_ignored)))
    return Slice(await links_out(session, found.results), found.total, found.start, found.limit)


@router.get("/uses", response_model=Page[LinkUseOut])
async def list_uses(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort_uses],
    _: _Editor,
    q: SearchText = None,
    state: Annotated[Sequence[State], Query(max_length=_MOST_VALUES)] = [],
    reason: Annotated[Sequence[Reason], Query(max_length=_MOST_VALUES)] = [],
    is_internal: _Internal = None,
    is_ignored: _Ignored = None,
    link_id: Annotated[uuid.UUID | None, Query(alias="link-id")] = None,
    page_id: Annotated[uuid.UUID | None, Query(alias="page-id")] = None,
) -> Slice[LinkUseOut]:
    """List where addresses are used, by page."""
    repository = LinkUseRepository(session)
    filters = Filters(q, state, reason, is_internal, is_ignored)
    found = await repository.page(page, order, repository.search(filters, link_id, page_id))
    return Slice(await uses_out(session, found.results), found.total, found.start, found.limit)


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, _: _Editor) -> LinkOut:
    """Get one address."""
    [answer] = await links_out(session, [await LinkRepository(session).get(id)])
    return answer


@router.put("/{id}/ignored")
async def set_ignored(id: uuid.UUID, data: IgnoredIn, session: Session, principal: _Editor) -> LinkOut:
    """Ignore an address, or no longer."""
    link = await service.set_ignored(session, principal, id, is_ignored=data.is_ignored)
    [answer] = await links_out(session, [link])
    return answer


@router.post("/{id}/checks")
async def check_again(id: uuid.UUID, request: Request, principal: _Editor) -> LinkOut:
    """Check one address again. Takes up to twenty seconds."""
    state = state_of(request)
    with request.app.state.questions.one_of(principal.user_id):
        await service.recheck(state, id)
    async with state.database.reading() as session:
        [answer] = await links_out(session, [await LinkRepository(session).get(id)])
    return answer


@router.post("/{id}/replacements")
async def replace(id: uuid.UUID, data: ReplacementIn, request: Request, principal: _Editor) -> ReplacementOut:
    """Replace or remove this address where it is used: some pages at a time."""
    return await fixing.replace(state_of(request), principal, data, id, request.app.state.sources)


@router.post("/fixes/{id}/undo")
async def undo(
    id: uuid.UUID,
    request: Request,
    principal: _Editor,
    start: Annotated[int, Query(ge=0, le=1_000_000, description="The `next` of the answer before.")] = 0,
) -> UndoOut:
    """Put back what was replaced, except where somebody has changed it since: some pages at a time."""
    return await fixing.undo(state_of(request), principal, id, start, request.app.state.sources)
